import Repartee

final class User: Decodable {
  var name = ""
}

// expect: type 'GetUser.Output' (aka 'User') does not conform to the 'Sendable' protocol
struct GetUser: Endpoint {
  typealias Output = User
  var request: Request { .get("/user") }
}
