import Foundation
import Repartee
import ReparteeAsyncHTTPClient

/// A registry of container images, where REPARTEE_REGISTRY says that it is: the HTTP API of Docker's distribution.
enum Registry {
  static let baseURL = ProcessInfo.processInfo.environment["REPARTEE_REGISTRY"]

  static let isRunning = baseURL != nil

  static var client: Client { Client(baseURL: baseURL ?? "", transport: .asyncHTTPClient) }

  /// What every endpoint can refuse with.
  static let refusals: ResponseMap<Never, Refusal> = [
    .clientError(.decodeError),
    .serverError(.decodeError),
  ]

  /// Why not: one fault, or one for each thing that is wrong.
  struct Refusal: Error, Decodable, Hashable {
    struct Fault: Decodable, Hashable {
      var code: OpenEnum<Code>
      var message: String
      /// A text, an object, or nothing at all.
      var detail: JSONValue?
    }

    /// Those that this client can do something about.
    enum Code: String {
      case blobUnknown = "BLOB_UNKNOWN"
      case digestInvalid = "DIGEST_INVALID"
      case manifestBlobUnknown = "MANIFEST_BLOB_UNKNOWN"
      case manifestInvalid = "MANIFEST_INVALID"
      case manifestUnknown = "MANIFEST_UNKNOWN"
      case nameUnknown = "NAME_UNKNOWN"
    }

    var errors: [Fault]

    var codes: [OpenEnum<Code>] { errors.map(\.code) }
  }

  /// What is said to be in an image.
  struct Manifest: Codable, Hashable {
    struct Part: Codable, Hashable {
      var mediaType: String
      var size: Int
      var digest: String
    }

    var schemaVersion = 2
    var mediaType: String
    var config: Part
    var layers: [Part]
  }

  /// An upload under way: where it goes on, and what the registry has of it.
  struct Upload {
    var location: URL
    var range: String

    init(_ response: Response) throws {
      guard let location = response.location, let range = response.header("Range") else {
        throw BodyDecodingError(message: "an upload has a Location and a Range")
      }
      self.location = location
      self.range = range
    }
  }

  /// A blob that is there.
  struct Blob: Hashable {
    var length: Int
    var digest: String

    init(length: Int, digest: String) {
      self.length = length
      self.digest = digest
    }

    init(_ response: Response) throws {
      guard let length = response.header("Content-Length").flatMap({ Int($0) }),
        let digest = response.header("Docker-Content-Digest")
      else { throw BodyDecodingError(message: "a blob has a Content-Length and a Docker-Content-Digest") }
      self.init(length: length, digest: digest)
    }
  }

  /// What was stored, and where.
  struct Stored {
    var digest: String
    var location: URL

    init(_ response: Response) throws {
      guard let digest = response.header("Docker-Content-Digest"), let location = response.location else {
        throw BodyDecodingError(message: "what is stored has a Docker-Content-Digest and a Location")
      }
      self.digest = digest
      self.location = location
    }
  }
}

// MARK: - Blobs

/// The response is a header field and nothing else.
struct BeginUpload: Endpoint {
  var repository: [String]

  var request: Request { .post("/v2/\(segments: repository)/blobs/uploads/") }

  static let responses: ResponseMap<Registry.Upload, Registry.Refusal> = [
    .code(202, .value { try Registry.Upload($0) }),
    .including(Registry.refusals),
  ]
}

/// Adds bytes to an upload.
struct ContinueUpload: Endpoint {
  var upload: Registry.Upload
  var body: Request.Body

  var request: Request { Request(.patch, url: upload.location, body: body) }

  static let responses = BeginUpload.responses
}

/// Ends an upload, with the last of its bytes.
struct FinishUpload: Endpoint {
  var upload: Registry.Upload
  var digest: String
  var body: Request.Body = .none

  var request: Request {
    Request(.put, url: upload.location, query: ["digest": digest], body: body)
  }

  static let responses: ResponseMap<Registry.Stored, Registry.Refusal> = [
    .code(201, .value { try Registry.Stored($0) }),
    .including(Registry.refusals),
  ]
}

struct CancelUpload: Endpoint {
  var upload: Registry.Upload

  var request: Request { Request(.delete, url: upload.location) }

  static let responses: ResponseMap<Void, Registry.Refusal> = [
    .code(204, .noContent(.validatedEmpty)),
    .including(Registry.refusals),
  ]
}

/// A blob of another repository is there at once, or has to be uploaded: a type per status.
struct MountBlob: Endpoint {
  enum Mounting {
    case mounted(Registry.Stored)
    case missing(Registry.Upload)
  }

  var repository: [String]
  var digest: String
  var source: [String]

  var request: Request {
    .post(
      "/v2/\(segments: repository)/blobs/uploads/",
      query: ["mount": digest, "from": source.joined(separator: "/")])
  }

  static let responses: ResponseMap<Mounting, Registry.Refusal> = [
    .code(201, .value { .mounted(try Registry.Stored($0)) }),
    .code(202, .value { .missing(try Registry.Upload($0)) }),
    .including(Registry.refusals),
  ]
}

/// What is known of a blob. A HEAD has no body to say why not, so that a 404 is just nil.
struct FindBlob: Endpoint {
  var repository: [String]
  var digest: String

  var request: Request { .head("/v2/\(segments: repository)/blobs/\(digest)") }

  static let responses: ResponseMap<Registry.Blob?, Never> = [
    .code(200, .value { try Registry.Blob($0) }),
    .code(404, .value(nil)),
  ]
}

/// Streams a blob; a refusal is there before its first byte.
struct GetBlob: Endpoint {
  var repository: [String]
  var digest: String

  var request: Request { .get("/v2/\(segments: repository)/blobs/\(digest)") }

  static let responses: ResponseMap<ResponseStream<Data, Never>, Registry.Refusal> = [
    .code(200, .stream(.bytes)),
    .including(Registry.refusals),
  ]
}

struct DeleteBlob: Endpoint {
  var repository: [String]
  var digest: String

  var request: Request { .delete("/v2/\(segments: repository)/blobs/\(digest)") }

  static let responses: ResponseMap<Void, Registry.Refusal> = [
    .code(202, .noContent(.validatedEmpty)),
    .including(Registry.refusals),
  ]
}

// MARK: - Manifests

/// What kind of manifest it is goes into its Content-Type.
struct PutManifest: Endpoint {
  var repository: [String]
  var tag: String
  var manifest: Registry.Manifest

  var request: Request {
    .put(
      "/v2/\(segments: repository)/manifests/\(tag)",
      body: .json(manifest, contentType: manifest.mediaType))
  }

  static let responses = FinishUpload.responses
}

/// The kinds are told apart by the content type. The registry gives those only that Accept has, which is made of
/// the map.
struct GetManifest: Endpoint {
  enum Kind: Hashable {
    case docker(Registry.Manifest, digest: String?)
    case oci(Registry.Manifest, digest: String?)
  }

  var repository: [String]
  var reference: String

  var request: Request { .get("/v2/\(segments: repository)/manifests/\(reference)") }

  static let responses: ResponseMap<Kind, Registry.Refusal> = [
    .code(
      200,
      .decode { (manifest: Registry.Manifest, response) in
        .docker(manifest, digest: response.header("Docker-Content-Digest"))
      }.when("application/vnd.docker.distribution.manifest.v2+json")),
    .code(
      200,
      .decode { (manifest: Registry.Manifest, response) in
        .oci(manifest, digest: response.header("Docker-Content-Digest"))
      }.when("application/vnd.oci.image.manifest.v1+json")),
    .including(Registry.refusals),
  ]
}

struct DeleteManifest: Endpoint {
  var repository: [String]
  var digest: String

  var request: Request { .delete("/v2/\(segments: repository)/manifests/\(digest)") }

  static let responses = DeleteBlob.responses
}

// MARK: - Lists

struct ListTags: Endpoint {
  var repository: [String]

  var request: Request { .get("/v2/\(segments: repository)/tags/list") }

  static let responses: ResponseMap<[String], Registry.Refusal> = [
    .code(200, .decode(at: "tags")),
    .including(Registry.refusals),
  ]
}

/// The repositories. Where the next page is says a Link field, relative to the server.
struct ListRepositories: PagedEndpoint {
  var pageSize: Int

  var request: Request { .get("/v2/_catalog", query: ["n": pageSize]) }

  func next(after page: PageResponse<[String]>) throws(RequestError) -> Cursor? { try .link(of: page) }

  static let responses: ResponseMap<[String], Registry.Refusal> = [
    .code(200, .decode(at: "repositories")),
    .including(Registry.refusals),
  ]
}
