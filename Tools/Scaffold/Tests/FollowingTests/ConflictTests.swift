import Testing

@testable import Following

/// What both have changed stands between marks.
@Suite struct ConflictTests {
  private let property = ("  var total: Int\n", "  var total: Int?\n  var note: String?\n")
  private let line = (
    "    .code(404, .error(.notFound)),\n",
    "    .code(404, .error(.notFound)),\n    .code(410, .error(.gone)),\n"
  )
  private let failure = ("    case notFound\n", "    case notFound\n    /// It was there.\n    case gone\n")
  private let color = ("case red, green", "case red, green, blue")

  @Test func bothVersionsStandBetweenMarks() {
    let yours = changed(
      base, ("var total: Int", "var total: Double"),
      (".code(404, .error(.notFound))", ".code(404, .error(.notFound).when(\"text/plain\"))"))
    let new = changed(
      base, ("var total: Int", "var total: Int?"), ("    .code(404, .error(.notFound)),\n", ""))
    let (text, report) = merged(base, new, yours)
    #expect(report.conflicts.map(\.unit) == ["GetUser .code(404)", "User.total"])
    #expect(report.conflicts.map(\.line) == [12, 29])
    #expect(
      text.contains(
        """
        <<<<<<< yours
          var total: Double
        ||||||| old
          var total: Int
        =======
          var total: Int?
        >>>>>>> new
        """))
    #expect(text.contains("||||||| old\n    .code(404, .error(.notFound)),\n=======\n>>>>>>> new\n"))
    #expect(Update.hasConflict(text) && !Update.hasConflict(base))
  }

  @Test func whatTheNewVersionRemovedTakesItsWordsWithIt() {
    let base = changed(base, ("  var total: Int\n", "  /// In cents.\n  var total: Int\n"))
    let yours = changed(base, ("var total: Int", "var total: Cents"))
    let (text, _) = merged(base, changed(base, ("  /// In cents.\n  var total: Int\n", "")), yours)
    #expect(
      text.contains(
        """
          var name: String
        <<<<<<< yours
          /// In cents.
          var total: Cents
        ||||||| old
          /// In cents.
          var total: Int
        =======
        >>>>>>> new
        }
        """))
  }

  @Test func theSameEditIsNoConflict() {
    let yours = changed(base, property, line, failure)
    let (text, report) = merged(base, changed(base, property, line, failure, color), yours)
    #expect(report.conflicts.isEmpty)
    #expect(text == changed(yours, color))
  }

  @Test func twoAdditionsUnderOneNameAreAConflict() {
    let yours = changed(base, ("  var total: Int\n", "  var total: Int\n  var note: Int?\n"))
    let (text, report) = merged(base, changed(base, property), yours)
    #expect(report.conflicts.map(\.unit) == ["User.note"])
    #expect(
      text.contains(
        "  var total: Int?\n<<<<<<< yours\n  var note: Int?\n||||||| old\n=======\n  var note: String?\n>>>>>>> new\n"
      ))
  }

  @Test func aLineThatNamesWhatThePersonDeletedIsAConflict() {
    let nested = "\n  enum Failure: Error {\n    /// There is none.\n    case notFound\n  }\n"
    let yours = changed(
      base, (nested, ""), (", Failure>", ", Never>"), (".error(.notFound)", ".value(User.none)"))
    let (text, report) = merged(base, changed(base, line, failure), yours)
    #expect(
      report.conflicts.map(\.unit) == ["GetUser .code(410)"] && report.changedDeleted == ["GetUser.Failure"])
    #expect(
      text.contains(
        """
            .code(404, .value(User.none)),
        <<<<<<< yours
        ||||||| old
        =======
            .code(410, .error(.gone)),
        >>>>>>> new
          ]
        """))
  }

  @Test func twoConflictsOnOneLineAreOnePlace() {
    let yours = changed(
      base,
      ("\"/users/\\(id)\", query: [\"fields\": fields]", "\"/people/\\(id)\", query: [\"fields\": \"all\"]"))
    let new = changed(
      base,
      ("\"/users/\\(id)\", query: [\"fields\": fields]", "\"/user/\\(id)\", query: [\"fields\": \"some\"]"))
    let (text, report) = merged(base, new, yours)
    #expect(report.conflicts.count == 2)
    #expect(text.split(separator: "\n").count { $0.hasPrefix("<<<<<<<") } == 1)
    #expect(
      text.contains(
        "=======\n  var request: Request { .get(\"/user/\\(id)\", query: [\"fields\": \"some\"]) }\n>>>>>>> new"
      ))
  }
}
