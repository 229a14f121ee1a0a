import Testing

@testable import Following

private let base = """
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

private func new(_ pairs: (String, String)...) -> String {
  pairs.reduce(base) { text, pair in
    precondition(text.contains(pair.0), pair.0)
    return text.replacing(pair.0, with: pair.1)
  }
}

@Suite struct UpdateTests {
  @Test func withoutEditsItIsTheNewVersion() {
    let changed = new(
      ("  var total: Int\n", "  var total: Int?\n  var note: String?\n"),
      ("    .code(404, .error(.notFound)),\n", "    .code(404, .error(.notFound)),\n    .code(410, .error(.gone)),\n"),
      ("case red, green", "case red, green, blue"))
    let (text, report) = merged(base, changed, base)
    #expect(text == changed)
    #expect(report.conflicts.isEmpty)
  }

  @Test func editsStay() {
    let yours = base.replacing("var name: String", with: "var fullName: String  // mine")
      .replacing("    var total: Int\n  }", with: "    var total: Int\n\n    enum CodingKeys: String, CodingKey {\n      case id\n      case fullName = \"name\"\n      case total\n    }\n  }")
      .replacing(".code(404, .error(.notFound)),", with: ".code(404, .error(.missing)),")
      .replacing("case notFound", with: "case missing")
      .replacing("query: [\"fields\": fields])", with: "query: [\"fields\": fields]).retry(.off)")
      .replacing("struct User:", with: "struct Person:").replacing("<User,", with: "<Person,")
    let changed = new(
      ("  var total: Int\n", "  var total: Int?\n  var note: String?\n"),
      ("query: [\"fields\": fields]", "query: [\"fields\": fields, \"page\": page]"),
      ("  var fields: String?\n", "  var fields: String?\n  var page: Int?\n"),
      ("    .code(404, .error(.notFound)),\n", "    .code(404, .error(.notFound)),\n    .code(410, .error(.gone)),\n"),
      ("    case notFound\n", "    case notFound\n    /// Gone.\n    case gone\n"),
      ("case red, green", "case red, green, blue"))
    let (text, report) = merged(base, changed, yours)
    print(text)
    print(report)
    #expect(report.conflicts.isEmpty)
  }

  @Test func aConflict() {
    let yours = base.replacing("var total: Int\n", with: "var total: Double\n")
      .replacing(".code(404, .error(.notFound)),", with: ".code(404, .error(.notFound).when { _ in true }),")
    let changed = new(
      ("  var total: Int\n", "  var total: Int?\n"), ("    .code(404, .error(.notFound)),\n", ""))
    let (text, report) = merged(base, changed, yours)
    print(text)
    print(report)
    #expect(report.conflicts.count == 2)
  }
}
