import Repartee

enum Shared: Error {
  case signedOut
}

enum Refusal: Error {
  case gone
}

let shared: ResponseMap<Never, Shared> = [.code(401, .error(.signedOut))]

struct GetText: Endpoint {
  var request: Request { .get("/text") }

  static let responses: ResponseMap<String, Refusal> = [
    .code(200, .decode),
    // expect: cannot convert value of type 'ResponseMap<Never, Shared>' to expected argument type
    .including(shared),
  ]
}
