import Foundation
import HTTPTypes
import ReparteeBase
import TestSupport

@testable import Repartee
@testable import ReparteeCaching

/// An origin whose responses a function gives, and a client of it.
final class CachedOrigin: Sendable {
  struct Seen: Sendable {
    var method: String
    var path: String
    var fields: HTTPFields
  }

  private let seen = Mutex<[Seen]>([])
  private let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))
  private let respond: @Sendable (Int, TransportRequest) async throws -> TransportResponse

  init(
    _ respond:
      @escaping @Sendable (Int, TransportRequest) async throws -> TransportResponse
  ) {
    self.respond = respond
  }

  convenience init(_ fields: KeyValuePairs<HTTPField.Name, String>) {
    let headers = HTTPFields(fields.map { HTTPField(name: $0.key, value: $0.value) })
    self.init { count, _ in .json("{\"n\": \(count)}", headers: headers) }
  }

  var requests: [Seen] { seen.withLock { $0 } }
  var count: Int { requests.count }

  func pass(_ seconds: TimeInterval) { time.withLock { $0 += seconds } }

  func client(_ cache: ResponseCache? = ResponseCache()) -> Client {
    var client = Client(
      baseURL: "https://api.example.com",
      transport: InMemoryTransport { request in
        let count = self.seen.withLock { seen in
          seen.append(
            Seen(
              method: request.head.method.rawValue, path: request.head.path ?? "",
              fields: request.head.headerFields))
          return seen.count
        }
        var response = try await self.respond(count, request)
        // Some bodies are there at once, others come.
        if count.isMultiple(of: 2), let bytes = response.body.bytes {
          response.body = ByteStream(length: nil, once: chunks([bytes]))
        }
        return response
      })
    client.cache = cache
    client.now = { self.time.withLock { $0 } }
    client.retry = .off
    return client
  }
}

struct Number: Decodable, Sendable, Equatable {
  var n: Int
}

struct GetNumber: Endpoint {
  var path: Request.Path = "/a"
  var headers: Request.Headers = [:]
  var request: Request { .get(path, headers: headers) }
  static let responses: ResponseMap<Number, Never> = [.code(200, .decode)]
}

extension Attempt {
  var statusCode: Int? {
    if case .success(let status) = result { status.code } else { nil }
  }
}

extension ResponseCache {
  /// Waits until no request in the background validates what is stored for a path.
  func waitForValidation(of path: String = "/a") async {
    while true {
      if let claim = validations.begin(CacheKey(url: "https://api.example.com\(path)")) {
        return claim.settle()
      }
      await Task.yield()
    }
  }
}

/// Records what is inserted.
final class RecordingStore: CacheStore {
  private let memory = MemoryCacheStore()
  private let inserted = Mutex<[(key: CacheKey, entry: CacheEntry)]>([])

  var entries: [CacheEntry] { inserted.withLock { $0.map(\.entry) } }
  var keys: [CacheKey] { inserted.withLock { $0.map(\.key) } }
  var count: Int { memory.count }

  /// All that was written, but bodies.
  var text: String {
    inserted.withLock { inserted in
      inserted.map { key, entry in
        "\(key.url) \(key.query) \(key.identity) \(entry.variant) \(String(decoding: entry.head, as: UTF8.self))"
      }.joined()
    }
  }

  func entries(for key: CacheKey) -> [CacheEntry] { memory.entries(for: key) }
  func body(of entry: CacheEntry.ID) -> Data? { memory.body(of: entry) }
  func insert(_ entry: CacheEntry, body: Data, for key: CacheKey) {
    inserted.withLock { $0.append((key, entry)) }
    memory.insert(entry, body: body, for: key)
  }
  func update(_ entry: CacheEntry) { memory.update(entry) }
  func remove(_ selection: CacheSelection) { memory.remove(selection) }
}
