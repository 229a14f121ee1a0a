import Foundation
import HTTPTypes
import ReparteeTesting
import Testing

@testable import Repartee
@testable import ReparteeCaching

/// A credential in a URL separates users as one in a field does, and no store can read it back.
@Suite(.timeLimit(.minutes(2))) struct CacheKeyURLTests {
  private let origin = CachedOrigin([.cacheControl: "max-age=60", .eTag: "\"a\""])

  enum Place: CaseIterable {
    case accessToken, escaped, token, signature, sig, baseURL, segment, parameter, key
  }

  private func send(
    _ place: Place, _ secret: String, _ store: any CacheStore, identity: String? = nil
  ) async throws -> Int {
    var client = origin.client(ResponseCache(store: store, identity: identity))
    let path: Request.Path
    switch place {
    case .accessToken: path = "/a?page=2&access_token=\(secret)"
    case .escaped: path = Request.Path("/a?access%5Ftoken=%20\(secret)")
    case .token: path = "/a?token=\(secret)"
    case .signature: path = "/a?X-Amz-Date=1&X-Amz-Signature=\(secret)"
    case .sig: path = "/a?sig=\(secret)"
    case .key: path = "/a?key=\(secret)"
    case .segment: path = "/a/\(secret, name: "token")/b"
    case .parameter: path = Request.Path("/a;jsessionid=\(secret)")
    case .baseURL:
      path = "/a"
      let other = Client(
        baseURL: "https://api.example.com?api_key=\(secret)", transport: client.transport)
      (client, client.cache, client.now) = (other, client.cache, client.now)
    }
    return try await client.send(GetNumber(path: path)).n
  }

  private let ada = "0123456789abcdefADA"
  private let bob = "0123456789abcdefBOB"

  @Test(arguments: Place.allCases)
  func withoutAnIdentityItIsKeptInMemory(place: Place) async throws {
    let store = RecordingStore()
    #expect(try await send(place, ada, store) == 1)
    #expect(store.keys.isEmpty)
    let memory = MemoryCacheStore()
    let cache = ResponseCache(store: memory)
    var client = origin.client(cache)
    client.cache = cache
    #expect(try await send(place, ada, memory) == 2)
    #expect(try await send(place, bob, memory) == 3)
    #expect(memory.count == 2)
  }

  @Test(arguments: Place.allCases)
  func withAnIdentityAStoreGetsADigest(place: Place) async throws {
    let store = RecordingStore()
    #expect(try await send(place, ada, store, identity: "ada") == 1)
    #expect(try await send(place, ada, store, identity: "ada") == 1)
    #expect(try await send(place, bob, store, identity: "ada") == 2)
    #expect(try await send(place, ada, store, identity: "bob") == 3)
    #expect(store.keys.count == 3)
    #expect(!store.text.contains(ada) && !store.text.contains(bob))
    for key in store.keys { #expect(key.url.hasPrefix("https://api.example.com/#"), "\(key.url)") }
    try await ResponseCache(store: store).remove(identity: "ada")
    #expect(store.count == 1)
  }

  @Test func itsURLRemovesIt() async throws {
    let store = RecordingStore()
    for secret in [ada, bob] { _ = try await send(.token, secret, store, identity: "ada") }
    try await ResponseCache(store: store).remove(url: "https://api.example.com/a?token=\(ada)#fragment")
    #expect(store.count == 1)
    #expect(try await send(.token, bob, store, identity: "ada") == 2)
    #expect(try await send(.token, ada, store, identity: "ada") == 3)
  }

  @Test func anUnsafeRequestRemovesIt() async throws {
    let store = RecordingStore()
    let client = origin.client(ResponseCache(store: store, identity: "ada"))
    let path: Request.Path = "/a?token=\(ada)"
    #expect(try await client.send(GetNumber(path: path)).n == 1)
    try await client.send(Resource<Void, Never>(.put(path), [.any(.value(()))]))
    #expect(try await client.send(GetNumber(path: path)).n == 3)
  }

  /// A digest of a few digits would be found by trying.
  @Test func aShortSecretIsKeptInMemory() async throws {
    let store = RecordingStore()
    let cache = ResponseCache(store: store, identity: "ada")
    let client = origin.client(cache)
    for _ in 1...2 {
      #expect(try await client.send(GetNumber(path: "/a?pin=4711")).n == 1)
      #expect(try await client.send(GetNumber(path: "/a?pin=4712")).n == 2)
    }
    #expect(store.keys.isEmpty)
    try await cache.remove(identity: "ada")
    #expect(try await client.send(GetNumber(path: "/a?pin=4711")).n == 3)
    try await cache.remove(url: "https://api.example.com/a?pin=4711")
    #expect(try await client.send(GetNumber(path: "/a?pin=4711")).n == 4)
  }

  @Test func aSignOutRemovesIt() async throws {
    let store = RecordingStore()
    var client = origin.client(ResponseCache(store: store))
    let session = Session<BearerToken>()
    client.authentication = .session(session)
    try await session.signIn(BearerToken("1"), as: "ada")
    for path: Request.Path in ["/a?access_token=\(ada)", "/a?pin=4711"] {
      let number = try await client.send(GetNumber(path: path)).n
      #expect(try await client.send(GetNumber(path: path)).n == number)
    }
    #expect(store.keys.count == 1 && store.count == 1)
    try await session.signOut()
    #expect(store.count == 0)
    try await session.signIn(BearerToken("1"), as: "ada")
    for path: Request.Path in ["/a?access_token=\(ada)", "/a?pin=4711"] {
      #expect(try await client.response(to: GetNumber(path: path)).source == .network)
    }
  }

  @Test(arguments: ["Link", "Location", "X-Next", "body", "vary", "escaped"])
  func aResponseThatRepeatsItIsKeptInMemory(place: String) async throws {
    let origin = CachedOrigin { count, request in
      let path = request.head.path ?? ""
      var headers: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"\(count)\""]
      var next = count == 1 ? "https://api.example.com\(path)" : "none"
      switch place {
      case "body": return .json("{\"n\": \(count), \"next\": \"\(next)\"}", headers: headers)
      case "escaped":
        next = next.replacing("=", with: "%3D").replacing("k", with: "%6B")
        return .json("{\"n\": \(count), \"next\": \"\(next)\"}", headers: headers)
      case "vary": headers[.vary] = "X-Original"
      default: if let name = HTTPField.Name(place) { headers[name] = "<\(next)>" }
      }
      return .json("{\"n\": \(count)}", headers: headers)
    }
    let store = RecordingStore()
    let client = origin.client(ResponseCache(store: store, identity: "ada"))
    let get = GetNumber(path: "/a?access_token=k\(ada)", headers: ["X-Original": "?k\(ada)"])
    #expect(try await client.send(get).n == 1)
    #expect(try await client.send(get).n == 1)
    #expect(store.keys.isEmpty)
    if place == "vary" { return }
    // The next one does not, and replaces it.
    #expect(try await client.send(get) { $0.cachePolicy = .reload }.n == 2)
    #expect(store.keys.count == 1)
    #expect(try await client.send(get).n == 2)
  }

  @Test func aResponseThatRepeatsItReplacesWhatIsStored() async throws {
    let origin = CachedOrigin { count, request in
      .json(
        "{\"n\": \(count)}",
        headers: [.cacheControl: "max-age=60", .contentLocation: count == 2 ? request.head.path ?? "" : "/"])
    }
    let store = RecordingStore()
    let cache = ResponseCache(store: store, identity: "ada")
    let client = origin.client(cache)
    let get = GetNumber(path: "/a?token=\(ada)")
    #expect(try await client.send(get).n == 1)
    #expect(try await client.send(get) { $0.cachePolicy = .reload }.n == 2)
    #expect(store.count == 0)
    #expect(try await client.send(get).n == 2)
  }

  /// A 304 changes the stored head (RFC 9111, section 3.2).
  @Test func aValidationThatRepeatsItLeavesNothing() async throws {
    let origin = CachedOrigin { count, request in
      var headers: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"a\""]
      if count == 1 { return .json("{\"n\": \(count)}", headers: headers) }
      headers[.contentLocation] = request.head.path
      return request.head.headerFields.contains(.ifNoneMatch)
        ? .status(304, headers: headers) : .json("{\"n\": \(count)}", headers: headers)
    }
    let store = RecordingStore()
    let client = origin.client(ResponseCache(store: store, identity: "ada"))
    let get = GetNumber(path: "/a?token=\(ada)")
    #expect(try await client.send(get).n == 1)
    origin.pass(61)
    #expect(try await client.response(to: get).source == .validated)
    #expect(store.count == 0)
    #expect(try await client.send(get).n == 3)
  }

  /// A key that the caller sets is the caller's, but no place for a secret.
  @Test func aKeyThatRepeatsACredentialIsKeptInMemory() async throws {
    let store = RecordingStore()
    var client = origin.client(ResponseCache(store: store, identity: "ada"))
    client.authentication = .bearer(ada)
    let secret = ada
    for path: Request.Path in ["/a", "/of/\(ada)"] {
      var resource = Resource<Number, Never>(.get(path), [.success(.decode)])
      if path.template == "/a" { resource.request.cacheKey = "of \(secret)" }
      let number = try await client.send(resource).n
      #expect(try await client.send(resource).n == number)
    }
    #expect(store.keys.isEmpty)
  }

  @Test func theSignedURLOfARedirectIsNotWritten() async throws {
    let secret = ada
    let origin = CachedOrigin { count, request in
      let path = request.head.path ?? ""
      if path == "/a" {
        return .status(
          302, headers: [.location: "https://files.example.com/f?X-Amz-Signature=\(secret)\(count)"])
      }
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60"])
    }
    let store = RecordingStore()
    let client = origin.client(ResponseCache(store: store))
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(store.keys.isEmpty)
  }

  /// The names of pages contain a word of secrets: an exception says that they are none.
  @Test func anExceptionIsNoSecret() async throws {
    let store = RecordingStore()
    var client = origin.client(ResponseCache(store: store))
    client.redaction.exceptions = ["page_token"]
    #expect(try await client.send(GetNumber(path: "/a?page_token=2")).n == 1)
    #expect(store.keys == [CacheKey(url: "https://api.example.com/a?page_token=2")])
    client.redaction.words = ["page"]
    client.redaction.exceptions = []
    #expect(try await client.send(GetNumber(path: "/a?page_token=2")).n == 2)
    #expect(store.keys.count == 1)
  }
}
