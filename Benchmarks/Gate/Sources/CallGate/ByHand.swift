import Foundation
import HTTPTypes
import Repartee
import SampleAPI

/// The calls as somebody writes them who needs three of them, over the same transport: to compare instructions.
struct ByHand: Sendable {
  enum Failure: Error {
    case refused(Refusal)
    case unexpected(HTTPResponse.Status)
  }

  private let transport: any Transport
  private let decoder: JSONDecoder
  private let encoder: JSONEncoder

  init(_ transport: any Transport) {
    self.transport = transport
    decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
  }

  func getUser(_ id: Int) async throws -> User {
    let head = HTTPRequest(
      method: .get, scheme: "http", authority: "api.example", path: "/users/\(id)",
      headerFields: [.accept: "application/json"])
    let response = try await transport.send(TransportRequest(head: head))
    let body = try await response.body.collect(upTo: 64 << 20)
    switch response.head.status {
    case .ok: return try decoder.decode(User.self, from: body)
    case .notFound: throw Failure.refused(try decoder.decode(Refusal.self, from: body))
    default: throw Failure.unexpected(response.head.status)
    }
  }

  func createUser(_ user: User) async throws -> User {
    let head = HTTPRequest(
      method: .post, scheme: "http", authority: "api.example", path: "/users",
      headerFields: [.accept: "application/json", .contentType: "application/json"])
    let body = ByteStream(try encoder.encode(user))
    let response = try await transport.send(TransportRequest(head: head, body: body))
    guard response.head.status == .created else { throw Failure.unexpected(response.head.status) }
    return try decoder.decode(User.self, from: try await response.body.collect(upTo: 64 << 20))
  }

  func isRefused(_ id: Int) async throws -> Bool {
    do {
      _ = try await getUser(id)
      return false
    } catch Failure.refused(let refusal) {
      return refusal.code == "not_found"
    }
  }
}
