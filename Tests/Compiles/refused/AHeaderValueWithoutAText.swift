import Repartee

struct Trace: Sendable {}

struct GetUser: Endpoint {
  var isFresh: Bool
  var trace: Trace

  var request: Request {
    // expect: cannot convert value of type 'Bool' to expected dictionary value type '(any HeaderValue)?'
    // expect: cannot convert value of type 'Trace' to expected dictionary value type '(any HeaderValue)?'
    .get("/user", headers: ["X-Fresh": isFresh, "X-Trace": trace])
  }

  static let responses: ResponseMap<String, Never> = .anySuccess
}
