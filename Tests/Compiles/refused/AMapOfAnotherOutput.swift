import Repartee

protocol PlainEndpoint: Endpoint where Failure == PlainError, Thrown == PlainError {}

struct User: Decodable, Sendable {
  var id: Int
}

// expect: type 'GetUser' does not conform to protocol 'Endpoint'
// expect: declare the responses: static let responses: ResponseMap<Output, Failure> = [ … ]
struct GetUser: Endpoint {
  typealias Output = User?
  var request: Request { .get("/user") }
  static let responses: ResponseMap<User, Never> = [.code(200, .decode)]
}

// expect: type 'FindUser' does not conform to protocol 'Endpoint'
struct FindUser: Endpoint {
  typealias Output = User
  var request: Request { .get("/user") }
  static let responses: ResponseMap<User?, Never> = [.code(200, .decode), .code(404, .value(nil))]
}

// expect: type 'GetPlainUser' does not conform to protocol 'Endpoint'
struct GetPlainUser: PlainEndpoint {
  typealias Output = String
  var request: Request { .get("/user") }
  static let responses: ResponseMap<User, PlainError> = [.code(200, .decode)]
}
