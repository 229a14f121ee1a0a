import Testing

@testable import Following

/// Which files an update writes and removes.
@Suite struct UpdateFilesTests {
  private func update(_ base: [(String, String)], _ new: [(String, String)], _ yours: [(String, String)])
    -> Update
  {
    func files(_ pairs: [(String, String)]) -> [Update.File] { pairs.map { .init(path: $0.0, text: $0.1) } }
    return Update(base: files(base), new: files(new), yours: files(yours), labels: ("old", "new"))
  }

  @Test func aDeclarationIsFoundInAnyFile() {
    let one = "struct A {\n  var a: Int\n}\n", two = "struct B {\n  var b: Int\n}\n"
    let update = update(
      [("A.swift", one), ("B.swift", two)],
      [("A.swift", one), ("B.swift", two.replacing("Int", with: "Int?"))],
      [("Mine.swift", "// Mine.\n\n" + one + "\n" + two)])
    #expect(update.changed.map(\.path) == ["Mine.swift"])
    #expect(update.changed[0].text == "// Mine.\n\n" + one + "\n" + two.replacing("Int", with: "Int?"))
  }

  @Test func aTypeOfThatNameInAnotherModuleIsSomethingElse() {
    let old = "struct A {\n  var a: Int\n  var b: Int\n}\n"
    let new = old.replacing("b: Int\n", with: "b: Int\n  var c: Int\n")
    let other = Update.File(
      path: "Other.swift", text: "struct A {\n  var a: Int\n  let x: Int\n  let y: Int\n}\n")
    // With the own type, with a new name, and deleted.
    for yours in [old, old.replacing("struct A", with: "struct B"), "struct C {}\n"] {
      let update = Update(
        base: [.init(path: "A.swift", text: old)], new: [.init(path: "A.swift", text: new)],
        yours: [.init(path: "A.swift", text: yours)],
        others: [other, .init(path: "Copy.swift", text: yours == "struct C {}\n" ? "" : old)],
        labels: ("old", "new"))
      #expect(update.changed.map(\.path) == (yours == "struct C {}\n" ? [] : ["A.swift"]))
      #expect(update.removed.isEmpty && update.report.conflicts.isEmpty)
    }
  }

  @Test func aNewFileIsWrittenAndAnEmptyOneRemoved() {
    let one = "import Repartee\n\nstruct A {\n  var a: Int\n}\n",
      two = "import Repartee\n\nstruct B {\n  var b: Date\n}\n"
    let update = update([("A.swift", one)], [("B.swift", two)], [("A.swift", one)])
    #expect(update.removed == ["A.swift"])
    #expect(update.changed == [.init(path: "B.swift", text: two)])
  }

  @Test func whatIsInsertedBringsItsImports() {
    let old = "import Repartee\n\nstruct A {\n  var a: Int\n}\n"
    let new = "import Foundation\nimport Repartee\n\nstruct A {\n  var a: Int\n  var b: Date\n}\n"
    let update = update([("A.swift", old)], [("A.swift", new)], [("Mine.swift", old + "\nlet x = 1\n")])
    #expect(update.changed == [.init(path: "Mine.swift", text: new + "\nlet x = 1\n")])
  }
}
