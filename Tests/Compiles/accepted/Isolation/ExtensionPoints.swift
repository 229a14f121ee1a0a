import Foundation
import HTTPTypes
import Repartee
import ReparteeCaching

// What a module adds to a client. A type that conforms to a protocol of Repartee in its own declaration needs no mark.

struct UserAgent: Stage {
  var name: String

  func send(
    _ request: AttemptRequest, next: NextStage
  ) async throws(AttemptError) -> AttemptResponse {
    var request = request
    request.headers[.userAgent] = product
    return try await next(request)
  }

  private var product: String { "\(name)/1" }
}

struct RequestID: CallMiddleware {
  var make: @Sendable () -> String = { UUID().uuidString }

  func response<Output, Failure>(
    to call: Resource<Output, Failure>, next: NextCall<Output, Failure>
  ) async throws(CallError<Failure>) -> TypedResponse<Output> {
    var call = call
    call.request.headers["X-Request-ID"] = make()
    return try await next(call)
  }
}

final class CallLog: CallObserver, @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []

  var recent: [String] { lock.withLock { lines } }

  func observe(_ event: CallEvent) { lock.withLock { lines.append(event.description) } }

  func prepare(_ request: inout AttemptRequest, of call: UInt64) {
    request.headers[.userAgent] = "app, call \(call)"
  }
}

struct Stubbed: Transport {
  var stubs: [String: Data]
  var next: any Transport

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    guard let stub = stubs[request.head.path ?? ""] else { return try await next.send(request) }
    return response(stub)
  }

  private func response(_ bytes: Data) -> TransportResponse {
    TransportResponse(head: HTTPResponse(status: .ok), body: ByteStream(bytes))
  }
}

struct Plain: ResponseDecoder {
  let mediaTypes: [MediaRange] = ["application/plain"]

  func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
    try JSONDecoder().decode(type, from: body)
  }
}

struct DeviceKey: Credential, Codable {
  var id: String
  var key: String

  var secrets: [String] { [key] }

  func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
    try request.setCredential(.authorization, "Device \(id):\(key)")
  }
}

actor Keys: CredentialStore {
  private var stored: StoredCredential<DeviceKey>?

  func load() async throws -> StoredCredential<DeviceKey>? { stored }
  func save(_ stored: StoredCredential<DeviceKey>?) async throws { self.stored = stored }
}

struct KeyFile: CredentialStore {
  var file: URL

  func load() async throws -> StoredCredential<DeviceKey>? {
    try JSONDecoder().decode(StoredCredential<DeviceKey>.self, from: Data(contentsOf: file))
  }

  func save(_ stored: StoredCredential<DeviceKey>?) async throws { try encoded(stored).write(to: file) }

  private func encoded(_ stored: StoredCredential<DeviceKey>?) throws -> Data {
    try JSONEncoder().encode(stored)
  }
}

struct NoStore: CacheStore {
  func entries(for key: CacheKey) async throws -> [CacheEntry] { [] }
  func body(of entry: CacheEntry.ID) async throws -> Data? { nil }
  func insert(_ entry: CacheEntry, body: Data, for key: CacheKey) async throws {}
  func update(_ entry: CacheEntry) async throws {}
  func remove(_ selection: CacheSelection) async throws {}
}

enum RefreshRefused: RefreshFailure {
  case revoked

  var isFinal: Bool { true }
  var description: String { "the refresh token is revoked" }
}

struct Refresh: Endpoint {
  struct Output: Decodable {
    var access: String
    var refresh: String
    var expires: Date
  }

  var token: String?

  var request: Request { .post("/refresh", body: .json(["refresh": token])).authenticated(.off) }

  static let responses: ResponseMap<Output, RefreshRefused> = [
    .code(200, .decode),
    .code(410, .error(.revoked)),
  ]
}
