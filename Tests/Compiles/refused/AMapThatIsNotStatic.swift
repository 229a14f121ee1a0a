import Repartee

struct User: Decodable, Sendable {
  var id: Int
}

enum Refusal: Error {
  case gone
}

// expect: type 'GetUser' does not conform to protocol 'Endpoint'
// expect: declare the responses: static let responses: ResponseMap<Output, Failure> = [ … ]
struct GetUser: Endpoint {
  typealias Output = User
  var request: Request { .get("/user") }
  var responses: ResponseMap<User, Never> { [.code(200, .decode)] }
}

// expect: type 'FindUser' does not conform to protocol 'Endpoint'
struct FindUser: Endpoint {
  typealias Output = User
  typealias Failure = Refusal
  var request: Request { .get("/user") }
  let responses: ResponseMap<User, Refusal> = [.code(200, .decode), .code(404, .error(.gone))]
}
