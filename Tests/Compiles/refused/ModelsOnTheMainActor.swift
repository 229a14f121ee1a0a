// flags: -default-isolation MainActor
import Foundation
import Repartee

// The messages of the compiler that the guide "Getting started" quotes, for each declaration that lacks its mark.

struct User: Codable {
  var name: String
}

struct GetUser: Endpoint {
  var id: Int

  var request: Request { .get("/users/\(id)") }

  // expect: main actor-isolated conformance of 'User' to 'Decodable' cannot satisfy conformance requirement
  static let responses: ResponseMap<User, Never> = [.code(200, .decode)]
}

struct PutUser: Endpoint {
  var user: User

  // expect: main actor-isolated conformance of 'User' to 'Encodable' cannot satisfy conformance requirement
  var request: Request { .put("/user", body: .json(user)) }
  static let responses: ResponseMap<Void, Never> = .anySuccess
}

protocol AppEndpoint: Endpoint where Failure == PlainError, Thrown == PlainError {}

// expect: conformance of 'GetName' to protocol 'Endpoint' crosses into main actor-isolated code
struct GetName: AppEndpoint {
  var request: Request { .get("/name") }
  static let responses: ResponseMap<String, PlainError> = [.code(200, .decode)]
}

// expect: conformance of 'GetTitle' to protocol 'Endpoint' crosses into main actor-isolated code
struct GetTitle {}
extension GetTitle: Endpoint {
  var request: Request { .get("/title") }
  static let responses: ResponseMap<String, Never> = [.code(200, .decode)]
}

enum Shop {
  static let failures: ResponseMap<Never, PlainError> = [.code(401, .error("sign in first"))]
}

extension Outcome where Output == String {
  static func text() -> Outcome { .value { $0.text ?? "" } }
}

func shortened(_ text: String) -> String { String(text.prefix(10)) }

struct GetText: Endpoint {
  var request: Request { .get("/text") }

  static let responses: ResponseMap<String, PlainError> = [
    // expect: call to main actor-isolated global function 'shortened' in a synchronous nonisolated context
    .code(200, .decode { (text: String) in shortened(text) }),
    .including(Shop.failures),
  ]
}

struct GetTexts: Endpoint {
  var request: Request { .get("/texts") }

  // expect: main actor-isolated default value in a nonisolated context
  static let responses: ResponseMap<String, PlainError> = [.code(200, .text()), .including(Shop.failures)]
}

/// A property wrapper makes stored properties that can't have the mark.
nonisolated struct Sample: Decodable {
  // expect: 'nonisolated' cannot be applied to mutable stored properties
  @Quoted var stars: Int
}

struct ListTexts: PagedEndpoint {
  var request: Request { .get("/texts") }
  static let responses: ResponseMap<[String], Never> = .anySuccess
  func next(after page: PageResponse<[String]>) throws(RequestError) -> Cursor? { try .link(of: page) }
}

final class ViewModel {
  var limit: Duration = .seconds(7)

  func load(_ client: Client) async throws {
    // expect: main actor-isolated property 'limit' can not be referenced from a Sendable closure
    let texts = client.items(of: ListTexts()) { $0.timeout = self.limit }
    for try await text in texts { print(text) }
    // expect: main actor-isolated property 'limit' can not be referenced from a nonisolated context
    async let text = client.send(GetText()) { $0.timeout = self.limit }
    print(try await text)
  }
}
