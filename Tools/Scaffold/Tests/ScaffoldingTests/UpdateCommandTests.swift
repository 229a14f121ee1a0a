#if Update
import Foundation
import Testing

/// A client that follows its document, from the first run to a solved conflict.
struct UpdateCommandTests {
  private let command: CommandLineTool

  init() throws { command = try CommandLineTool() }

  private func document(
    _ schemas: String, failures: String = "\"404\": {description: There is none.}", others: String = ""
  ) -> String {
    """
    openapi: 3.0.3
    info: {title: Shop, version: "1"}
    servers: [{url: https://shop.example.com}]
    paths:
      /orders/{id}:
        get:
          operationId: getOrder
          parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
          responses:
            "200": {description: "", content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}
            \(failures)
    \(others)
    components:
      schemas:
        Order:
          type: object
          required: [id, total]
          properties:
            id: {type: integer}
    \(schemas)
    """
  }

  private let carts = """
      /carts:
        get:
          operationId: listCarts
          responses: {"200": {description: "", content: {application/json: {schema: {type: array, items: {type: string}}}}}}
    """

  private func edit(_ name: String, _ old: String, _ new: String) throws {
    let text = try command.text(name)
    #expect(text.contains(old), "\(name) has no \(old)")
    _ = try command.file(name, text.replacing(old, with: new))
  }

  @Test func aYearInTheLifeOfAClient() throws {
    defer { command.clean() }
    let first = try command.file("1.yaml", document("        total: {type: integer}", others: carts))
    #expect(try command.run("openapi", first, "--into", command.path("Shop")).status == 0)
    #expect(try command.text("Shop/.scaffold/Shop/written/Orders.swift") == command.text("Shop/Orders.swift"))

    // Edited: a model with another name, another outcome, a rule for retries, an endpoint that nobody needs.
    try edit("Shop/Orders.swift", "struct Order:", "struct Purchase:")
    try edit("Shop/Orders.swift", "<Order, ", "<Purchase?, ")
    try edit(
      "Shop/Orders.swift", ".code(404, .error(.notFound)),",
      ".code(404, .value(nil)),\n    .retryRule { result in\n      if case .success(nil) = result { .transient } else { nil }\n    },"
    )
    try FileManager.default.removeItem(atPath: command.path("Shop/Carts.swift"))

    // The first new version is merged as a whole.
    let second = try command.file(
      "2.yaml",
      document(
        "        total: {type: integer}\n        note: {type: string}",
        failures: "\"404\": {description: There is none.}\n        \"410\": {description: It was there.}",
        others: carts))
    let preview = try command.run("update", second, "--into", command.path("Shop"), "--dry-run")
    #expect(preview.status == 0 && preview.output.contains("1 file would change, no conflict."))
    #expect(try !command.text("Shop/Orders.swift").contains("note"))
    let update = try command.run("update", second, "--into", command.path("Shop"))
    #expect(update.status == 0, "\(update.errors)")
    #expect(update.output.contains("You deleted these; they stay deleted: ListCarts"))
    #expect(update.output.contains("1 file changed, no conflict."))
    let text = try command.text("Shop/Orders.swift")
    #expect(
      text.contains(
        "struct Purchase: Decodable, Sendable {\n  var id: Int\n  var total: Int\n  var note: String?\n}"))
    #expect(text.contains("    .code(404, .value(nil)),\n    .code(410, .error(.gone)),\n    .retryRule {"))
    #expect(!FileManager.default.fileExists(atPath: command.path("Shop/Carts.swift")))

    // The same version again changes nothing.
    let again = try command.run("update", second, "--into", command.path("Shop"))
    #expect(again.status == 0 && again.output.contains("no files changed"))
    #expect(try command.text("Shop/Orders.swift") == text)

    // Of the second new version, one line was edited, too.
    try edit("Shop/Orders.swift", "var total: Int", "var total: Money")
    let third = try command.file(
      "3.yaml", document("        total: {type: number}\n        note: {type: string}"))
    let conflict = try command.run("update", third, "--into", command.path("Shop"))
    #expect(conflict.status == 1)
    #expect(conflict.output.contains("conflict: both changed Purchase.total"))
    let merged = try command.text("Shop/Orders.swift")
    #expect(
      merged.contains("  var total: Money\n||||||| written from ")
        && merged.contains("=======\n  var total: Double\n>>>>>>> "))
    #expect(!merged.contains("gone"))

    // While the marks stand there, nothing is done.
    let refused = try command.run("update", third, "--into", command.path("Shop"))
    #expect(refused.status == 2 && refused.errors.contains("marks of a conflict"))
    #expect(try command.text("Shop/Orders.swift") == merged)
    let start = try #require(merged.range(of: "<<<<<<< yours\n")),
      end = try #require(merged.range(of: ">>>>>>> "))
    let line = merged[end.lowerBound...].firstIndex(of: "\n") ?? merged.endIndex
    _ = try command.file(
      "Shop/Orders.swift", merged[..<start.lowerBound] + "  var total: Money" + merged[line...])
    let solved = try command.run("update", third, "--into", command.path("Shop"))
    #expect(solved.status == 0 && solved.output.contains("no files changed"))
  }

  @Test func theSameInputGivesTheSameRecord() throws {
    defer { command.clean() }
    let schemas = (1...12).map { "    Part\($0): {type: object, properties: {name: {type: string}}}" }
    let lists = (1...12).map {
      """
        /parts\($0):
          get: {responses: {"200": {description: "", content: {application/json: {schema: {$ref: "#/components/schemas/Part\($0)"}}}}}}
      """
    }
    let text = document(
      (["        total: {type: integer}"] + schemas).joined(separator: "\n"),
      others: lists.joined(separator: "\n"))
    let first = try command.file("1.yaml", text)
    for folder in ["One", "Two"] {
      let run = try command.run("openapi", first, "--into", command.path(folder), "--strict")
      #expect(run.status == 0, "\(run.errors)")
    }
    let record = try command.text("One/.scaffold/Shop/record.json")
    #expect(try command.text("Two/.scaffold/Shop/record.json") == record)
  }

  @Test func nothingIsDoneWithoutARecord() throws {
    defer { command.clean() }
    let first = try command.file("1.yaml", document("        total: {type: integer}"))
    #expect(try command.run("openapi", first, "--into", command.path("Shop"), "--no-record").status == 0)
    let run = try command.run("update", first, "--into", command.path("Shop"))
    #expect(run.status == 2 && run.errors.contains("`scaffold adopt`"))
  }

  @Test func codeWithoutARecordIsAdopted() throws {
    defer { command.clean() }
    let first = try command.file("1.yaml", document("        total: {type: integer}"))
    #expect(try command.run("openapi", first, "--into", command.path("Shop"), "--no-record").status == 0)
    try edit("Shop/Orders.swift", "var total: Int", "var total: Money")
    let adopted = try command.run("adopt", first, "--into", command.path("Shop"))
    #expect(adopted.status == 0 && adopted.output.contains("1 of the declarations"))
    let second = try command.file(
      "2.yaml", document("        total: {type: integer}\n        note: {type: string}"))
    #expect(try command.run("update", second, "--into", command.path("Shop")).status == 0)
    #expect(try command.text("Shop/Orders.swift").contains("  var total: Money\n  var note: String?\n"))
  }

  @Test func aNewVersionOfTheToolIsAppliedLikeAnyChange() throws {
    defer { command.clean() }
    let first = try command.file("1.yaml", document("        total: {type: integer}"))
    #expect(try command.run("openapi", first, "--into", command.path("Shop")).status == 0)
    // An older tool wrote something else, which a person then edited.
    for name in ["Shop/Orders.swift", "Shop/.scaffold/Shop/written/Orders.swift"] {
      try edit(name, "var id: Int\n  var total", "var id: String\n  var total")
    }
    try edit("Shop/Orders.swift", "struct Order:", "struct Purchase:")
    try edit("Shop/Orders.swift", "<Order, ", "<Purchase, ")
    #expect(try command.run("update", first, "--into", command.path("Shop")).status == 0)
    #expect(
      try command.text("Shop/Orders.swift").contains(
        "struct Purchase: Decodable, Sendable {\n  var id: Int\n  var total"))
  }

  @Test func uncommittedChangesAreNotOverwritten() throws {
    defer { command.clean() }
    let first = try command.file("1.yaml", document("        total: {type: integer}"))
    #expect(try command.run("openapi", first, "--into", command.path("Shop")).status == 0)
    try command.git("init", "-q")
    try command.git("add", "-A")
    try command.git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "a")
    try edit("Shop/Orders.swift", "struct Order:", "struct Purchase:")
    try edit("Shop/Orders.swift", "<Order, ", "<Purchase, ")
    let second = try command.file(
      "2.yaml", document("        total: {type: integer}\n        note: {type: string}"))
    let run = try command.run("update", second, "--into", command.path("Shop"))
    #expect(run.status == 2 && run.errors.contains("Orders.swift") && run.errors.contains("not committed"))
    #expect(try !command.text("Shop/Orders.swift").contains("note"))
    #expect(try command.run("update", second, "--into", command.path("Shop"), "--force").status == 0)
    #expect(try command.text("Shop/Orders.swift").contains("note"))
  }

  @Test func anotherModuleKeepsItsTypes() throws {
    defer { command.clean() }
    let targets = "[.target(name: \"Shop\"), .target(name: \"Admin\"), .target(name: \"App\")]"
    _ = try command.file(
      "Package.swift",
      "import PackageDescription\nlet package = Package(name: \"All\", targets: \(targets))\n")
    let first = try command.file("1.yaml", document("        total: {type: integer}"))
    for module in ["Admin", "Shop"] {
      let run = try command.run("openapi", first, "--into", command.path("Sources/\(module)"))
      #expect(run.status == 0, "\(run.errors)")
    }
    try FileManager.default.createDirectory(
      atPath: command.path("Sources/App"), withIntermediateDirectories: true)
    let app = "struct Order {\n  var id: Int\n  var total: Int\n}\n"
    _ = try command.file("Sources/App/Order.swift", app)
    let admin = try command.text("Sources/Admin/Orders.swift")
    // A new name is found, too, beside other types that have the old one.
    try edit("Sources/Shop/Orders.swift", "struct Order:", "struct Purchase:")
    try edit("Sources/Shop/Orders.swift", "<Order, ", "<Purchase, ")
    let second = try command.file(
      "2.yaml", document("        total: {type: integer}\n        note: {type: string}"))
    let run = try command.run("update", second, "--into", command.path("Sources/Shop"))
    #expect(run.status == 0, "\(run.errors)")
    #expect(try command.text("Sources/Shop/Orders.swift").contains("var note: String?"))
    #expect(try command.text("Sources/Admin/Orders.swift") == admin)
    #expect(try command.text("Sources/App/Order.swift") == app)
  }

  @Test func aTypeIsFollowedIntoAnotherModule() throws {
    defer { command.clean() }
    _ = try command.file("Package.swift", "import PackageDescription\nlet package = Package(name: \"All\")\n")
    let first = try command.file("1.yaml", document("        total: {type: integer}"))
    #expect(try command.run("openapi", first, "--into", command.path("Sources/Shop")).status == 0)
    let order = "struct Order: Decodable, Sendable {\n  var id: Int\n  var total: Int\n}\n"
    try edit("Sources/Shop/Orders.swift", "\n" + order, "")
    try FileManager.default.createDirectory(
      atPath: command.path("Sources/Models"), withIntermediateDirectories: true)
    let moved =
      "import Repartee\n\n"
      + order.replacing("struct", with: "public struct").replacing("var", with: "public var")
    let rest = "\npublic struct Cart {}\n"
    _ = try command.file("Sources/Models/Models.swift", moved + rest)
    let second = try command.file(
      "2.yaml", document("        total: {type: integer}\n        note: {type: string}"))
    let run = try command.run("update", second, "--into", command.path("Sources/Shop"))
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      try command.text("Sources/Models/Models.swift")
        == moved.replacing("total: Int\n", with: "total: Int\n  var note: String?\n") + rest)
  }

  @Test func aModuleMayHaveItsFilesInSources() throws {
    defer { command.clean() }
    _ = try command.file("Package.swift", "import PackageDescription\nlet package = Package(name: \"All\")\n")
    let first = try command.file("1.yaml", document("        total: {type: integer}"))
    #expect(try command.run("openapi", first, "--into", command.path("Sources/Shop")).status == 0)
    // A new name is looked for only in the module that the code is in.
    let order = "struct Order: Decodable, Sendable {\n  var id: Int\n  var total: Int\n}\n"
    try edit("Sources/Shop/Orders.swift", "\n" + order, "")
    try edit("Sources/Shop/Orders.swift", "<Order, ", "<Purchase, ")
    let moved = order.replacing("struct Order", with: "struct Purchase")
    _ = try command.file("Sources/Models.swift", "import Repartee\n\n" + moved)
    let second = try command.file(
      "2.yaml", document("        total: {type: integer}\n        note: {type: string}"))
    let run = try command.run("update", second, "--into", command.path("Sources/Shop"))
    #expect(run.status == 0, "\(run.errors)")
    #expect(try command.text("Sources/Models.swift").contains("  var total: Int\n  var note: String?\n"))
  }

  @Test func whatIsNoSwiftIsSaid() throws {
    defer { command.clean() }
    let first = try command.file("1.yaml", document("        total: {type: integer}"))
    #expect(try command.run("openapi", first, "--into", command.path("Shop")).status == 0)
    try edit(
      "Shop/Orders.swift", "struct Order: Decodable, Sendable {", "struct Order: Decodable, Sendable {{")
    let run = try command.run("update", first, "--into", command.path("Shop"))
    #expect(run.status == 2 && run.errors.contains("Orders.swift:") && run.errors.contains("no Swift"))
  }

  @Test func anOptionalDocumentIsReadWhereItWas() throws {
    defer { command.clean() }
    let first = try command.file("1.yaml", document("        total: {type: integer}"))
    #expect(try command.run("openapi", first, "--into", command.path("Shop")).status == 0)
    _ = try command.file("1.yaml", document("        total: {type: integer}\n        note: {type: string}"))
    #expect(try command.run("update", "--into", command.path("Shop")).status == 0)
    #expect(try command.text("Shop/Orders.swift").contains("note"))
  }
}
#endif
