import Testing

@testable import Following

@Suite struct UpdateTests {
  private let property = ("  var total: Int\n", "  var total: Int?\n  var note: String?\n")
  private let line = (
    "    .code(404, .error(.notFound)),\n",
    "    .code(404, .error(.notFound)),\n    .code(410, .error(.gone)),\n"
  )
  private let failure = ("    case notFound\n", "    case notFound\n    /// It was there.\n    case gone\n")
  private let color = ("case red, green", "case red, green, blue")

  @Test func withoutEditsItIsTheNewVersion() {
    let new = changed(base, property, line, failure, color)
    let (text, report) = merged(base, new, base)
    #expect(text == new)
    #expect(report.conflicts.isEmpty)
  }

  @Test func withoutAChangeNothingIsWritten() {
    let yours = changed(base, ("struct User", "struct Person"), ("<User,", "<Person,"), ("= [", "=   ["))
    let (text, report) = merged(base, base, yours)
    #expect(text == yours)
    #expect(report.conflicts.isEmpty)
  }

  // MARK: Names

  @Test func namesOfThePersonStay() {
    let yours = changed(
      base, ("struct User:", "struct Person:"), ("<User,", "<Person,"), ("case notFound", "case missing"),
      (".error(.notFound)", ".error(.missing)"), ("var fields:", "var parts:"),
      ("\"fields\": fields", "\"fields\": parts"))
    let new = changed(
      base, property, line, failure,
      ("query: [\"fields\": fields]", "query: [\"fields\": fields, \"page\": page]"),
      ("  var fields: String?\n", "  var fields: String?\n  var page: Int?\n"),
      ("enum Color", "struct Users: Decodable {\n  var all: [User]\n}\n\nenum Color"))
    let (text, report) = merged(base, new, yours)
    #expect(report.conflicts.isEmpty)
    #expect(
      text
        == changed(
          yours, property,
          (
            "    .code(404, .error(.missing)),\n",
            "    .code(404, .error(.missing)),\n    .code(410, .error(.gone)),\n"
          ),
          ("    case missing\n", "    case missing\n    /// It was there.\n    case gone\n"),
          ("query: [\"fields\": parts]", "query: [\"fields\": parts, \"page\": page]"),
          ("  var parts: String?\n", "  var parts: String?\n  var page: Int?\n"),
          ("enum Color", "struct Users: Decodable {\n  var all: [Person]\n}\n\nenum Color")))
  }

  @Test func aRenamedPropertyIsFollowedByItsKey() {
    let keys =
      "  var total: Int\n\n  enum CodingKeys: String, CodingKey {\n    case id\n    case fullName = \"name\"\n    case total\n  }\n"
    let yours = changed(base, ("var name: String", "var fullName: String"), ("  var total: Int\n", keys))
    let new = changed(base, ("  var name: String\n", "  var name: String?\n"), property)
    let (text, report) = merged(base, new, yours)
    #expect(report.conflicts.isEmpty)
    #expect(text.contains("  var fullName: String?\n  var total: Int?\n  var note: String?\n"))
    #expect(text.contains("    case total\n    case note\n"), "a new property is read, too")
  }

  @Test func aTypeThatMovedIsFollowed() {
    let nested = "\n  enum Failure: Error {\n    /// There is none.\n    case notFound\n  }\n"
    let yours =
      changed(base, (nested, ""), (", Failure>", ", UserFailure>"))
      + "\nenum UserFailure: Error {\n  /// There is none.\n  case notFound\n}\n"
    let (text, report) = merged(base, changed(base, line, failure), yours)
    #expect(report.conflicts.isEmpty)
    #expect(text.hasSuffix("  case notFound\n  /// It was there.\n  case gone\n}\n"))
    #expect(text.contains(".code(410, .error(.gone)),"))
  }

  // MARK: Places

  @Test func membersAreFoundInExtensionsAndUnderConditions() {
    let yours =
      changed(
        base, ("  var total: Int\n}", "  #if DEBUG\n  var total: Int\n  #endif\n}"),
        ("enum Color: String, Codable, Sendable {\n  case red, green\n}\n", ""))
      + "extension Color {\n  static let first = Color.red\n}\n\nenum Color: String, Codable, Sendable {\n  case red\n  case green  // mine\n}\n"
    let (text, report) = merged(base, changed(base, property, color), yours)
    #expect(report.conflicts.isEmpty)
    #expect(text.contains("  #if DEBUG\n  var total: Int?\n  var note: String?\n  #endif\n"))
    #expect(text.contains("  case red\n  case green  // mine\n  case blue\n"))
  }

  @Test func whatIsNotNamedStaysByteForByte() {
    let yours = changed(
      base, ("  var id: Int\n  var fields", "  var id  :  Int;\n\n\n  var fields"),
      ("\n    .code(200, .decode),", "   .code(200,\n      .decode ) ,"))
    let (text, _) = merged(base, changed(base, color), yours)
    #expect(text == changed(yours, color))
  }

  @Test func aCommentBehindALineStays() {
    let yours = changed(
      base, (".code(404, .error(.notFound)),", ".code(404, .error(.notFound)),  // as they say"))
    let (text, report) = merged(base, changed(base, line), yours)
    #expect(report.conflicts.isEmpty)
    #expect(
      text.contains("    .code(404, .error(.notFound)),  // as they say\n    .code(410, .error(.gone)),\n"))
  }

  @Test func wordsNeverConflictWithCode() {
    let yours = changed(base, ("/// A user.", "/// A person of ours."))
    let new = changed(
      base, ("/// A user.", "/// A user, or a robot."), ("/// There is none.", "/// None."), property)
    let (text, report) = merged(base, new, yours)
    #expect(report.conflicts.isEmpty && report.keptComments == 1)
    #expect(text == changed(yours, ("/// There is none.", "/// None."), property))
  }

  // MARK: Lists

  @Test func whatThePersonAddedStaysBesideWhatIsNew() {
    let yours = changed(
      base, ("  var total: Int\n", "  var total: Int\n  var isMine = false\n"),
      (
        "    .code(404, .error(.notFound)),\n",
        "    .code(404, .error(.notFound)),\n    .code(418, .error(.notFound)),\n"
      ),
      ("Decodable, Sendable {", "Decodable, Sendable, Hashable {"),
      ("case red, green", "case red, green, mine"),
      ("query: [\"fields\": fields])", "query: [\"fields\": fields]).idempotent()"))
    let new = changed(
      base, property, line, color,
      ("query: [\"fields\": fields])", "query: [\"fields\": fields, \"v\": 2]).authenticated(.off)"))
    let (text, report) = merged(base, new, yours)
    #expect(report.conflicts.isEmpty)
    #expect(text.contains("  var total: Int?\n  var note: String?\n  var isMine = false\n"))
    #expect(
      text.contains(
        ".code(404, .error(.notFound)),\n    .code(410, .error(.gone)),\n    .code(418, .error(.notFound)),\n"
      ))
    #expect(text.contains("struct User: Decodable, Sendable, Hashable {"))
    #expect(text.contains("case red, green, blue, mine"))
    #expect(
      text.contains("query: [\"fields\": fields, \"v\": 2])") && text.contains(".idempotent()")
        && text.contains(".authenticated(.off)"))
  }

  @Test func whatGoesTakesItsCommaAndItsLine() {
    let new = changed(
      base, ("    .code(404, .error(.notFound)),\n", ""), (", query: [\"fields\": fields]", ""),
      ("  var fields: String?\n", ""),
      ("case red, green", "case green"), (", Failure>", ", Never>"),
      ("\n  enum Failure: Error {\n    /// There is none.\n    case notFound\n  }\n", ""))
    // One edit in each type, so that it is merged member by member.
    let yours = changed(
      base, ("  var id: Int\n  var fields", "  let mine = 1\n  var id: Int\n  var fields"),
      ("  case red, green\n", "  static let mine = 1\n  case red, green\n"))
    let (text, report) = merged(base, new, yours)
    #expect(report.conflicts.isEmpty)
    #expect(
      text
        == changed(
          new, ("  var id: Int\n\n", "  let mine = 1\n  var id: Int\n\n"),
          ("  case green\n", "  static let mine = 1\n  case green\n")))
  }

  @Test func aCommentAboveTheFirstUnitHidesNoLine() {
    let yours = changed(
      base, ("    .code(200, .decode),\n", "    // Mine.\n    .code(200, .decode),\n"),
      ("  var id: Int\n  var name", "  // Mine.\n  var id: Int\n  var name"))
    let new = changed(
      base, ("    .code(200, .decode),\n", "    .code(200, .decode),\n    .code(201, .decode),\n"),
      ("struct User: Decodable, Sendable {\n", "struct User: Decodable, Sendable {\n  var first: Int\n"))
    let (text, report) = merged(base, new, yours)
    #expect(report.conflicts.isEmpty)
    #expect(text.contains("    // Mine.\n    .code(200, .decode),\n    .code(201, .decode),\n"))
    #expect(text.contains("  var first: Int\n  // Mine.\n  var id: Int\n"))
  }

  @Test func aKeyIsAddedToAListOverSeveralLines() {
    let keys =
      "  var total: Int\n\n  enum CodingKeys: String, CodingKey {\n    case id, name,\n      total\n  }\n"
    let (text, report) = merged(base, changed(base, property), changed(base, ("  var total: Int\n", keys)))
    #expect(report.conflicts.isEmpty)
    #expect(text.contains("    case id, name,\n      total, note\n"))
  }

  @Test(arguments: ["default", "in", "init", "self", "where"])
  func theKeyOfAPropertyWithTheNameOfAKeywordIsEscaped(_ name: String) {
    let keys = "  var total: Int\n\n  enum CodingKeys: String, CodingKey {\n    case id, name, total\n  }\n"
    let new = changed(base, ("  var total: Int\n", "  var total: Int\n  var `\(name)`: Int\n"))
    let (text, report) = merged(base, new, changed(base, ("  var total: Int\n", keys)))
    #expect(report.conflicts.isEmpty)
    #expect(text.contains("    case id, name, total, `\(name)`\n"))
  }

  @Test(arguments: ["種類", "_2fa", "async", "type"])
  func theKeyOfAnyOtherPropertyIsNotEscaped(_ name: String) {
    let keys = "  var total: Int\n\n  enum CodingKeys: String, CodingKey {\n    case id, name, total\n  }\n"
    let new = changed(base, ("  var total: Int\n", "  var total: Int\n  var \(name): Int\n"))
    let (text, report) = merged(base, new, changed(base, ("  var total: Int\n", keys)))
    #expect(report.conflicts.isEmpty)
    #expect(text.contains("    case id, name, total, \(name)\n"))
  }

  @Test func theOrderOfPropertiesStays() {
    let new = changed(
      base,
      (
        "  var id: Int\n  var name: String\n  var total: Int\n",
        "  var total: Int?\n  var name: String\n  var id: Int\n"
      ))
    let (text, report) = merged(base, new, base)
    #expect(report.conflicts.isEmpty)
    #expect(text == changed(base, ("  var total: Int\n", "  var total: Int?\n")))
  }

  @Test func anInitializerIsMergedByItsParameters() {
    let parameters = "  init(id: Int, name: String) {\n    self.id = id\n    self.name = name\n  }\n"
    let old = "struct User {\n  var id: Int\n  var name: String\n\n\(parameters)}\n"
    let new =
      "struct User {\n  var id: Int\n  var name: String\n  var note: String?\n\n  init(id: Int, name: String, note: String? = nil) {\n    self.id = id\n    self.name = name\n    self.note = note\n  }\n}\n"
    let yours = changed(
      old, ("self.name = name", "self.name = name.lowercased()"),
      ("  var id: Int\n", "  var id: Int\n  var mine = 1\n"))
    let (text, report) = merged(old, new, yours)
    #expect(report.conflicts.isEmpty)
    #expect(
      text.contains(
        "  init(id: Int, name: String, note: String? = nil) {\n    self.id = id\n    self.name = name.lowercased()\n    self.note = note\n  }\n"
      ))
  }

  // MARK: Deleting

  @Test func whatThePersonDeletedStaysDeletedAndIsSaid() {
    let user =
      "struct User: Decodable, Sendable {\n  var id: Int\n  var name: String\n  var total: Int\n}\n\n"
    let yours = changed(base, (user, ""), ("  var fields: String?\n", ""))
    let (text, report) = merged(base, changed(base, property, color, failure), yours)
    #expect(text == changed(yours, color, failure))
    #expect(report.deleted.sorted() == ["GetUser.fields", "User"] && report.changedDeleted == ["User"])
  }

  @Test func whatSomethingNewNeedsComesBack() {
    let user =
      "struct User: Decodable, Sendable {\n  var id: Int\n  var name: String\n  var total: Int\n}\n\n"
    let new = changed(base, ("enum Color", "struct Group: Decodable {\n  var users: [User]\n}\n\nenum Color"))
    let (text, report) = merged(base, new, changed(base, (user, "")))
    #expect(report.restored == ["User"] && report.deleted.isEmpty)
    #expect(text.contains("struct User") && text.contains("struct Group"))
  }

  @Test func aTypeThatGoesIsRemovedUnlessItWasEdited() {
    let colors = "\nenum Color: String, Codable, Sendable {\n  case red, green\n}\n"
    let new = changed(base, (colors, ""))
    #expect(merged(base, new, base).text == new)
    let yours = changed(base, ("case red, green", "case red, green, mine"))
    let (text, report) = merged(base, new, yours)
    #expect(report.conflicts.map(\.unit) == ["Color"])
    #expect(
      text.contains("<<<<<<< yours\nenum Color") && text.contains("case red, green, mine\n}\n||||||| old\n"))
  }

  @Test func linesMayEndAsOnWindows() {
    func windows(_ text: String) -> String { text.replacing("\n", with: "\r\n") }
    let (text, report) = merged(base, changed(base, color), windows(base))
    #expect(report.conflicts.isEmpty)
    #expect(text == windows(changed(base, color)))
  }
}
