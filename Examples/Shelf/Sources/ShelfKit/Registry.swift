import Foundation
import Repartee
import ReparteeCaching

// The endpoints of a registry (OCI distribution specification): the requests, and every response to them.

/// The body of every failure.
public struct RegistryErrors: Decodable, Sendable {
  struct Detail: Decodable, Sendable {
    var code: String
    var message: String
  }

  var errors: [Detail]
}

/// A failure that the registry reports, with the registry's message.
public struct RegistryError: Error, CustomStringConvertible {
  public let code: String
  public let description: String

  init(_ body: RegistryErrors) {
    code = body.errors.first?.code ?? "UNKNOWN"
    description = body.errors.map(\.message).joined(separator: "; ")
  }

  static let all: ResponseMap<Never, RegistryError> = [
    .clientError(.decodeError(transform: RegistryError.init)),
    .serverError(.decodeError(transform: RegistryError.init)),
  ]
}

/// The challenge of the registry; nil if it accepts the request.
struct AskForChallenge: Endpoint {
  var authentication: Authentication = .off

  var request: Request { .get("/v2/").authenticated(authentication) }

  static let responses: ResponseMap<Response.Challenge?, RegistryError> = [
    .code(200, .value(nil)),
    .code(401, .value { $0.challenges.first }),
    .including(RegistryError.all),
  ]
}

/// A token for a challenge, from the URL that the challenge names.
struct GetToken: Endpoint {
  struct Token: Decodable, Sendable {
    var token: String
  }

  var login: Login
  var realm: String
  var challenge: Response.Challenge

  var request: Request {
    Request(.get, url: realm, query: ["service": challenge["service"], "scope": challenge["scope"]])
      .authenticated(.basic(username: login.username, password: login.password))
  }

  static let responses: ResponseMap<Token, ShelfError> = [
    .code(200, .decode),
    .code(401, .error(.wrongPassword)),
  ]
}

/// The names of all repositories, page by page.
public struct ListRepositories: PagedEndpoint {
  public struct Output: Decodable, Sendable {
    public var repositories: [String]
  }

  var pageSize: Int

  public var request: Request { .get("/v2/_catalog", query: ["n": pageSize]) }

  public static let responses: ResponseMap<Output, RegistryError> = [
    .code(200, .decode), .including(RegistryError.all),
  ]

  public func items(of page: Output) -> [String] { page.repositories }
  public func next(after page: PageResponse<Output>) throws(RequestError) -> Cursor? { try .link(of: page) }
}

/// The manifest of an item; nil if there is none with this name.
struct GetManifest: Endpoint {
  var item: Item

  var request: Request { .get("/v2/\(segments: item.path)/manifests/\(item.tag)") }

  static let responses: ResponseMap<Manifest?, RegistryError> = [
    .code(200, .decode.when(Manifest.mediaType)),
    .code(404, .value(nil)),
    .including(RegistryError.all),
  ]
}

struct PutManifest: Endpoint {
  var item: Item
  var manifest: Manifest

  var request: Request {
    .put(
      "/v2/\(segments: item.path)/manifests/\(item.tag)",
      body: .json(manifest, contentType: Manifest.mediaType.description))
  }

  static let responses: ResponseMap<Void, RegistryError> = [
    .code(201, .noContent), .including(RegistryError.all),
  ]
}

struct HasBlob: Endpoint {
  var item: Item
  var digest: String

  var request: Request {
    var request = Request.head("/v2/\(segments: item.path)/blobs/\(digest)")
    request.cachePolicy = .noStore  // a blob that existed before may be gone
    return request
  }

  static let responses: ResponseMap<Bool, RegistryError> = [
    .code(200, .value(true)), .code(404, .value(false)), .including(RegistryError.all),
  ]
}

/// The bytes of a blob, as they arrive.
struct GetBlob: Endpoint {
  var item: Item
  var digest: String

  var request: Request { .get("/v2/\(segments: item.path)/blobs/\(digest)") }

  static let responses: ResponseMap<ResponseStream<Data, Never>, RegistryError> = [
    .code(200, .stream(.bytes)), .including(RegistryError.all),
  ]
}

/// The URL for the upload of a new blob.
struct BeginUpload: Endpoint {
  var item: Item

  var request: Request { .post("/v2/\(segments: item.path)/blobs/uploads/") }

  static let responses: ResponseMap<URL, RegistryError> = [
    .code(
      202,
      .value { response in
        guard let location = response.location else { throw BodyDecodingError(message: "no Location") }
        return location
      }),
    .including(RegistryError.all),
  ]
}

struct PutBlob: Endpoint {
  var upload: URL
  var digest: String
  var body: Request.Body

  var request: Request {
    var request = Request(.put, url: upload, query: ["digest": digest], body: body)
    request.timeout = .unlimited  // a file can have any size
    return request
  }

  static let responses: ResponseMap<Void, RegistryError> = [
    .code(201, .noContent), .including(RegistryError.all),
  ]
}
