import Foundation
import Repartee
import ReparteeAsyncHTTPClient
import ReparteeCaching
import ReparteeSQLite
import SampleAPI
import Synchronization

/// Who makes a call.
enum Side: String, CaseIterable {
  case byHand = "by-hand"
  case ours
}

/// What is called.
enum Case: String, CaseIterable {
  case get
  /// With a session that is signed in and an observer that does nothing.
  case getIdle = "get-idle"
  /// With a cache in memory that has the response, and with one that does not and stores it.
  case hit, miss
  /// The same miss, against our call without a cache instead of one by hand.
  case missPlain = "miss-plain"
  /// With a cache in a file that has the response.
  case hitSQLite = "hit-sqlite"
  case getFoundation = "get-foundation"
  /// With a model that reads itself.
  case getDirect = "get-direct"
  case notFound = "404"
  case notFoundFoundation = "404-foundation"
  case post
  case postFoundation = "post-foundation"
  /// With a model that writes and reads itself.
  case postDirect = "post-direct"
  case list
  case listFoundation = "list-foundation"
  case listDirect = "list-direct"

  /// Whether a call takes so long that few are enough.
  var isLarge: Bool { rawValue.hasPrefix(Self.list.rawValue) }

  /// Whether ours decodes with Foundation's decoder, too.
  var isFoundation: Bool { rawValue.hasSuffix("-foundation") }

  /// One call. It fails where the response is not the one that is expected.
  func call(_ side: Side, base: String) -> @Sendable () async throws -> Void {
    switch side {
    case .byHand where self == .missPlain: Case.get.ours(base: base)
    case .byHand: byHand(ByHand(base: base))
    case .ours: ours(base: base)
    }
  }

  private func byHand(_ api: ByHand) -> @Sendable () async throws -> Void {
    switch self {
    case .get, .getIdle, .hit, .hitSQLite, .miss, .missPlain, .getFoundation, .getDirect:
      return { try expect(await api.getUser(7).id > 0) }
    case .notFound, .notFoundFoundation:
      return {
        do {
          _ = try await api.getUser(404)
          throw Unexpected()
        } catch ByHand.Failure.refused(let refusal) {
          try expect(refusal.code == "not_found")
        }
      }
    case .post, .postFoundation, .postDirect:
      let user = Self.user
      return { try expect(await api.createUser(user).id > 0) }
    case .list, .listFoundation, .listDirect:
      return { try expect(await api.listUsers().count > 0) }
    }
  }

  private func ours(base: String) -> @Sendable () async throws -> Void {
    var client = Client(baseURL: base, transport: .asyncHTTPClient)
    if isFoundation { client.decoders = [client.json.foundation] }
    let api = client
    switch self {
    case .getIdle:
      let session = Session<BearerToken>.obtaining { _, _ in BearerToken("a-token-of-some-length-as-they-are")
      }
      var client = api
      client.authentication = .session(session)
      client.observers.append(.handler { _ in })
      let idle = client
      return { try expect(await idle.send(GetUser(id: 7)).id > 0) }
    case .hit, .hitSQLite:
      let file = TemporaryFile()
      let cached = self == .hit ? api.caching : api.caching(SQLiteCacheStore(path: file.path))
      return {
        try expect(await cached.send(GetUser(id: 1_000)).id > 0)
        withExtendedLifetime(file) {}
      }
    case .miss, .missPlain:
      let cached = api.caching
      let id = Counter()
      return { try expect(await cached.send(GetUser(id: id.next())).id > 0) }
    case .get, .getFoundation:
      return { try expect(await api.send(GetUser(id: 7)).id > 0) }
    case .notFound, .notFoundFoundation:
      return {
        do {
          _ = try await api.send(GetUser(id: 404))
          throw Unexpected()
        } catch let error as CallError<Refusal> {
          guard case .declared(let refusal) = error.reason else { throw error }
          try expect(refusal.code == "not_found")
        }
      }
    case .post, .postFoundation:
      let user = Self.user
      return { try expect(await api.send(CreateUser(user: user)).id > 0) }
    case .getDirect:
      return { try expect(await api.send(GetUserDirectly(id: 7)).id > 0) }
    case .postDirect:
      guard let user = try? api.json.decode(DirectUser.self, from: Documents().user) else {
        preconditionFailure("the sample user is no user")
      }
      return { try expect(await api.send(CreateUserDirectly(user: user)).id > 0) }
    case .listDirect:
      return { try expect(await api.send(ListUsersDirectly()).count > 0) }
    case .list, .listFoundation:
      return { try expect(await api.send(ListUsers()).count > 0) }
    }
  }

  private static var user: User {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    guard let user = try? decoder.decode(User.self, from: Documents().user) else {
      preconditionFailure("the sample user is no user")
    }
    return user
  }
}

/// A response that was not the one that is measured.
struct Unexpected: Error {}

private func expect(_ condition: Bool) throws {
  if !condition { throw Unexpected() }
}

extension Client {
  /// The same with a cache.
  fileprivate var caching: Client { caching(MemoryCacheStore()) }

  fileprivate func caching(_ store: any CacheStore) -> Client {
    var client = self
    client.cache = ResponseCache(store: store)
    return client
  }
}

/// The path of a file in a folder of its own, which is removed with this.
private final class TemporaryFile: Sendable {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "client-\(UUID())")
  var path: String { folder.appending(path: "responses.db").path }

  init() {
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }
}

private final class Counter: Sendable {
  private let value = Atomic(1_000)
  func next() -> Int { value.add(1, ordering: .relaxed).newValue }
}
