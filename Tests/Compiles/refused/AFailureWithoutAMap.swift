import Repartee

enum Refusal: Error {
  case gone
}

// expect: type 'GetText' does not conform to protocol 'Endpoint'
// expect: declare the responses: static let responses: ResponseMap<Output, Failure> = [ … ]
struct GetText: Endpoint {
  typealias Output = String
  typealias Failure = Refusal
  var request: Request { .get("/text") }
}
