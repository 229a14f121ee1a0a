import Repartee

protocol PlainEndpoint: Endpoint where Failure == PlainError, Thrown == PlainError {}

struct Session: Sendable {
  var id: Int
}

// expect: type 'OpenSession' does not conform to protocol 'Endpoint'
// expect: declare the responses: static let responses: ResponseMap<Output, Failure> = [ … ]
struct OpenSession: Endpoint {
  typealias Output = Session
  var request: Request { .post("/sessions") }
}

// expect: type 'GetText' does not conform to protocol 'Endpoint'
struct GetText: Endpoint {
  typealias Output = String
  var request: Request { .get("/text") }
}

// expect: type 'CloseSession' does not conform to protocol 'Endpoint'
struct CloseSession: Endpoint {
  typealias Output = Void
  var request: Request { .delete("/sessions") }
}

// expect: type 'GetPlainText' does not conform to protocol 'Endpoint'
struct GetPlainText: PlainEndpoint {
  typealias Output = String
  var request: Request { .get("/text") }
}
