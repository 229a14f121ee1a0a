@testable import Following

/// Merges versions of one file.
func merged(_ base: String, _ new: String, _ yours: String) -> (text: String, report: Report) {
  let update = Update(
    base: [.init(path: "A.swift", text: base)], new: [.init(path: "A.swift", text: new)],
    yours: [.init(path: "A.swift", text: yours)], labels: ("old", "new"))
  let text = update.removed.isEmpty ? update.changed.first?.text ?? yours : ""
  return (text, update.report)
}

/// What `scaffold` wrote, in short.
let base = """
  import Repartee

  /// A user.
  struct GetUser: Endpoint {
    var id: Int
    var fields: String?

    var request: Request { .get("/users/\\(id)", query: ["fields": fields]) }

    static let responses: ResponseMap<User, Failure> = [
      .code(200, .decode),
      .code(404, .error(.notFound)),
    ]

    enum Failure: Error {
      /// There is none.
      case notFound
    }
  }

  struct User: Decodable, Sendable {
    var id: Int
    var name: String
    var total: Int
  }

  enum Color: String, Codable, Sendable {
    case red, green
  }

  """

func changed(_ text: String, _ pairs: (String, String)...) -> String {
  pairs.reduce(text) { text, pair in
    precondition(text.contains(pair.0), pair.0)
    return text.replacing(pair.0, with: pair.1)
  }
}
