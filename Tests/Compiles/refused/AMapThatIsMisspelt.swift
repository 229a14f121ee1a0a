import Repartee

protocol PlainEndpoint: Endpoint where Failure == PlainError, Thrown == PlainError {}

struct User: Decodable, Sendable {
  var id: Int
}

// expect: type 'GetUser' does not conform to protocol 'Endpoint'
// expect: declare the responses: static let responses: ResponseMap<Output, Failure> = [ … ]
struct GetUser: Endpoint {
  typealias Output = User
  var request: Request { .get("/user") }
  static let response: ResponseMap<User, Never> = [.code(200, .decode)]
}

// expect: type 'RemoveUser' does not conform to protocol 'Endpoint'
struct RemoveUser: PlainEndpoint {
  typealias Output = Void
  var request: Request { .delete("/user") }
  static let Responses: ResponseMap<Void, PlainError> = [.code(204, .noContent)]
}
