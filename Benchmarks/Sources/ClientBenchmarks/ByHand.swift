import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import SampleAPI

/// The calls as somebody writes them who needs three of them: AsyncHTTPClient as it comes, with 64 connections, and one
/// decoder that is kept.
struct ByHand: Sendable {
  enum Failure: Error {
    case refused(Refusal)
    case unexpected(HTTPResponseStatus)
  }

  private static let limit = 64 << 20
  private let base: String
  private let client: HTTPClient
  private let decoder: JSONDecoder
  private let encoder: JSONEncoder

  init(base: String) {
    self.base = base
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
    client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
  }

  func getUser(_ id: Int) async throws -> User {
    var request = HTTPClientRequest(url: "\(base)/users/\(id)")
    request.headers.add(name: "Accept", value: "application/json")
    let response = try await client.execute(request, timeout: .seconds(60))
    let body = try await response.body.collect(upTo: Self.limit)
    switch response.status {
    case .ok: return try decoder.decode(User.self, from: body)
    case .notFound: throw Failure.refused(try decoder.decode(Refusal.self, from: body))
    default: throw Failure.unexpected(response.status)
    }
  }

  func createUser(_ user: User) async throws -> User {
    var request = HTTPClientRequest(url: "\(base)/users")
    request.method = .POST
    request.headers.add(name: "Accept", value: "application/json")
    request.headers.add(name: "Content-Type", value: "application/json")
    request.body = .bytes(try encoder.encodeAsByteBuffer(user, allocator: ByteBufferAllocator()))
    let response = try await client.execute(request, timeout: .seconds(60))
    let body = try await response.body.collect(upTo: Self.limit)
    switch response.status {
    case .created: return try decoder.decode(User.self, from: body)
    case .conflict: throw Failure.refused(try decoder.decode(Refusal.self, from: body))
    default: throw Failure.unexpected(response.status)
    }
  }

  func listUsers() async throws -> [User] {
    var request = HTTPClientRequest(url: "\(base)/users")
    request.headers.add(name: "Accept", value: "application/json")
    let response = try await client.execute(request, timeout: .seconds(60))
    let body = try await response.body.collect(upTo: Self.limit)
    guard response.status == .ok else { throw Failure.unexpected(response.status) }
    return try decoder.decode([User].self, from: body)
  }
}
