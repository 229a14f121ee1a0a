import Repartee

protocol PlainEndpoint: Endpoint where Failure == PlainError, Thrown == PlainError {}

enum Refusal: Error {
  case gone
}

// expect: type 'GetText' does not conform to protocol 'Endpoint'
// expect: declare the responses: static let responses: ResponseMap<Output, Failure> = [ … ]
struct GetText: Endpoint {
  typealias Output = String
  typealias Failure = Never
  var request: Request { .get("/text") }
  static let responses: ResponseMap<String, Refusal> = [.code(200, .decode), .code(404, .error(.gone))]
}

// expect: type 'GetPlainText' does not conform to protocol 'Endpoint'
struct GetPlainText: PlainEndpoint {
  typealias Output = String
  var request: Request { .get("/text") }
  static let responses: ResponseMap<String, Refusal> = [.code(200, .decode), .code(404, .error(.gone))]
}
