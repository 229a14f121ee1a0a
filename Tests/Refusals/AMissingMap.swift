import Repartee

struct Session: Sendable {
  var id: Int
}

// expect: type 'OpenSession' does not conform to protocol 'Endpoint'
// expect: declare the responses: static let responses: ResponseMap<Output, Failure> = [ … ]
struct OpenSession: Endpoint {
  typealias Output = Session
  var request: Request { .post("/sessions") }
}
