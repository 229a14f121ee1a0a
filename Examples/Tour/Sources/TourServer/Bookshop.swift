import Synchronization

/// A response of the server.
struct CannedResponse {
  var status: Int
  var headers: [String: String] = [:]
  var body = ""

  static func json(_ body: String, status: Int = 200, _ headers: [String: String] = [:]) -> Self {
    var response = text(body, as: "application/json", status: status)
    response.headers.merge(headers) { $1 }
    return response
  }

  static func text(_ body: String, as type: String, status: Int = 200) -> Self {
    Self(status: status, headers: ["Content-Type": type], body: body)
  }
}

/// The bookshop: a table of requests and responses.
final class Bookshop: Sendable {
  /// The keys of the payments that were requested.
  private let payments = Mutex<Set<String>>([])

  func response(to request: ReceivedRequest) -> CannedResponse {
    let body = request.body
    func field(_ name: String) -> String { request.headers[name.lowercased()] ?? "" }

    switch "\(request.method) \(request.target)" {
    case "GET /hours":
      return .text("from nine to five", as: "text/plain")

    case "GET /books/1":
      return CannedResponse(status: 301, headers: ["Location": "/books/7"])
    case "GET /books/7" where field("If-None-Match") == #""first edition""#:
      return CannedResponse(status: 304, headers: ["ETag": #""first edition""#])
    case "GET /books/7":
      return .json(
        #"{"id": 7, "title": "Emma", "pages": 474}"#,
        ["ETag": #""first edition""#, "Cache-Control": "max-age=60"])
    case "GET /books/8":
      return .json(#"{"id": 8, "title": "Persuasion", "pages": 249, "signed": true}"#)
    case "GET /books/13":
      return .json(
        """
        {
          "id": 13,
          "title": "Lady Susan",
          "pages": "94"
        }
        """)
    case "GET /books/99":
      return .json(#"{"message": "there is no book 99"}"#, status: 404)

    case "GET /books?author=Austen":
      return .json(
        """
        [{"id": 7, "title": "Emma", "pages": 474},
         {"id": 8, "title": "Persuasion", "pages": 249}]
        """, ["Link": "</books?author=Austen&page=2>; rel=next"])
    case "GET /books?author=Austen&page=2":
      return .json(#"[{"id": 9, "title": "Sanditon", "pages": 74}]"#)

    case "GET /books/7/reviews":
      return .json(
        """
        {"stars": {"average": 4.5, "count": 2},
         "reviews": [{"text": "badly done, Emma"}, {"text": "handsome, clever", "name": "Jane"}]}
        """)
    case "GET /books/7/sample":
      let line = "Emma Woodhouse, handsome, clever, and rich.\n"
      return .text(String(repeating: line, count: 2_000), as: "text/plain")

    case "POST /orders" where body.contains(#""copies":500"#):
      return .json(#"{"weeks": 3}"#, status: 202)
    case "POST /orders" where body.contains(#""book":9"#):
      return CannedResponse(status: 409)
    case "POST /orders":
      return .json(#"{"id": 1, "copies": 2}"#, status: 201)
    case "DELETE /orders/1":
      return CannedResponse(status: 204)
    case "DELETE /orders/2":
      return .text("<h1>It is on its way.</h1>", as: "text/html", status: 409)
    case "GET /orders/1/steps":
      return .text(
        """
        data: "packed"

        data: "posted"

        data: "delivered"

        data: end


        """, as: "text/event-stream")

    case "POST /orders/1/payment" where body.contains("expired"):
      return .json(#"{"reason": "the card has expired"}"#)
    case "POST /orders/1/payment" where isNew(field("Idempotency-Key")):
      return CannedResponse(status: 503, headers: ["Retry-After": "2"])
    case "POST /orders/1/payment":
      return .json(#"{"receipt": "R-1001"}"#)

    case "GET /orders" where field("Authorization") == "Bearer new":
      return .json(#"{"orders": [{"id": 1, "copies": 2}]}"#)
    case "GET /orders":
      return CannedResponse(status: 401, headers: ["WWW-Authenticate": "Bearer"])
    case "POST /token" where body.contains("refresh_token=for-a-new-one"):
      return .json(#"{"access_token": "new", "token_type": "Bearer", "expires_in": 3600}"#)

    case _ where request.target.hasPrefix("/titles/"):
      return CannedResponse(status: 404)
    default:
      return .text("<h1>Not here</h1>", as: "text/html", status: 403)
    }
  }

  private func isNew(_ key: String) -> Bool {
    payments.withLock { $0.insert(key).inserted }
  }
}
