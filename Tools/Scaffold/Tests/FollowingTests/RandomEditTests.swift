import Foundation
import Testing

@testable import Following
@testable import Scaffolding

/// Random edits of the code, and random changes of the document.
@Suite struct RandomEditTests {
  private static func scaffold(_ document: String) throws -> [Update.File] {
    try Scaffold(openAPI: "api.yaml") { _ in Data(document.utf8) }.files.map {
      .init(path: $0.name, text: $0.text)
    }
  }

  /// A quarter of them unless `REPARTEE_ALL_RUNS` is set.
  private static let runs: UInt64 = ProcessInfo.processInfo.environment["REPARTEE_ALL_RUNS"] == nil ? 60 : 250

  @Test(arguments: 0..<runs) func noEditIsLost(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let base = try Self.scaffold(shop)
    var document = shop
    for change in DocumentChange.random(&random) { document = change(document) }
    let new = try Self.scaffold(document)
    var editor = Editor(files: base, random: random)
    for number in 0..<Int.random(in: 1...4, using: &random) { editor.edit(number) }

    let update = Update(base: base, new: new, yours: editor.files, labels: ("old", "new"))
    let result = apply(update, to: editor.files)
    let text = result.map(\.text).joined()
    for mark in editor.marks {
      #expect(text.contains(mark), "\(mark) is lost, seed \(seed)")
    }
    let conflicts = update.report.conflicts
    #expect(conflicts.count <= editor.marks.count, "\(conflicts), seed \(seed)")
    if conflicts.isEmpty {
      for file in result { #expect(UnitReader.read(file.text).fault == nil, "\(file.text), seed \(seed)") }
    }
    guard conflicts.isEmpty else { return }
    let again = Update(base: new, new: new, yours: result, labels: ("old", "new"))
    #expect(again.changed.isEmpty && again.removed.isEmpty, "seed \(seed)")
  }

  @Test(arguments: 0..<runs / 3) func withoutEditsItIsTheNewVersion(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let base = try Self.scaffold(shop)
    var document = shop
    for change in DocumentChange.random(&random) { document = change(document) }
    let new = try Self.scaffold(document)
    let update = Update(base: base, new: new, yours: base, labels: ("old", "new"))
    #expect(update.report.conflicts.isEmpty)
    #expect(declarations(apply(update, to: base)) == declarations(new), "seed \(seed)")
  }

  private func apply(_ update: Update, to files: [Update.File]) -> [Update.File] {
    var files = files.filter { !update.removed.contains($0.path) }
    for file in update.changed {
      if let index = files.firstIndex(where: { $0.path == file.path }) {
        files[index] = file
      } else {
        files.append(file)
      }
    }
    return files
  }

  /// All declarations with their members, in no order.
  private func declarations(_ files: [Update.File]) -> [String] {
    func lines(_ unit: Following.Unit, _ path: String) -> [String] {
      guard let members = unit.members, unit.container != nil else {
        let texts: [String] = unit.tokens.map { $0.text }
        return [path + " " + texts.joined(separator: " ")]
      }
      var all = [path + " " + unit.key]
      for member in members.units { all += lines(member, path + "/" + unit.key) }
      return all
    }
    var all: [String] = []
    for file in files {
      for unit in UnitReader.read(file.text).units.units where !unit.key.hasPrefix("import") {
        all += lines(unit, "")
      }
    }
    return all.sorted()
  }
}

struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Edits code as a person would; each edit leaves a mark in the text.
struct Editor {
  var files: [Update.File]
  var random: SplitMix
  private(set) var marks: [String] = []

  init(files: [Update.File], random: SplitMix) {
    self.files = files
    self.random = random
  }

  mutating func edit(_ number: Int) {
    let mark = "edit\(number)x"
    let edits: [(inout [String], Int) -> Bool] = [
      // A comment behind a line, and one above it.
      { lines, index in
        guard lines[index].hasSuffix(",") || lines[index].contains("var ") && !lines[index].hasSuffix("{")
        else { return false }
        lines[index] += "  // \(mark)"
        return true
      },
      { lines, index in
        guard lines[index].contains(" var "), !lines[index].hasSuffix("{") else { return false }
        lines.insert("  // \(mark)", at: index)
        return true
      },
      // A member more.
      { lines, index in
        guard lines[index].hasPrefix("struct "), lines[index].hasSuffix("{") else { return false }
        lines.insert("  static let \(mark) = 1", at: index + 1)
        return true
      },
      // A line of a map, and a case.
      { lines, index in
        guard lines[index].contains("static let responses"), lines[index].hasSuffix("[") else { return false }
        lines.insert("    .code(418, .error(.\(mark))),", at: index + 1)
        return true
      },
      // Another outcome.
      { lines, index in
        guard lines[index].hasPrefix("    .code(404"), lines[index].hasSuffix(",") else { return false }
        lines[index] = "    .code(404, .error(.\(mark))),"
        return true
      },
      // Another type of a property, and a default.
      { lines, index in
        guard lines[index].hasPrefix("  var "), lines[index].hasSuffix(": String") else { return false }
        lines[index] = lines[index].dropLast(6) + mark.capitalized
        return true
      },
      // A modifier of the request.
      { lines, index in
        guard lines[index].contains("var request: Request { ."), lines[index].hasSuffix(") }") else {
          return false
        }
        lines[index] = lines[index].dropLast(2) + ".\(mark)(1) }"
        return true
      },
      // A conformance.
      { lines, index in
        guard lines[index].hasPrefix("struct "), lines[index].contains("Sendable {") else { return false }
        lines[index] = lines[index].replacing("Sendable {", with: "Sendable, \(mark.capitalized) {")
        return true
      },
      // A declaration of one's own.
      { lines, index in
        guard lines[index] == "}" else { return false }
        lines.insert(contentsOf: ["", "func \(mark)() {}"], at: index + 1)
        return true
      },
    ]
    for _ in 0..<400 {
      let file = Int.random(in: files.indices, using: &random)
      var lines = files[file].text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let index = Int.random(in: lines.indices, using: &random)
      guard let edit = edits.randomElement(using: &random), edit(&lines, index) else { continue }
      files[file].text = lines.joined(separator: "\n")
      marks.append(files[file].text.contains(mark) ? mark : mark.capitalized)
      return
    }
  }
}

/// Changes of the document.
enum DocumentChange {
  /// One to four of them.
  static func random(_ random: inout SplitMix) -> [(String) -> String] {
    Array(all.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)))
  }

  private static func change(_ old: String, _ new: String) -> (String) -> String {
    { $0.replacingOccurrences(of: old, with: new) }
  }

  private static var all: [(String) -> String] {
    [
      change(
        "        total: {type: integer}\n",
        "        total: {type: integer, nullable: true}\n        remark: {type: string}\n"),
      change("required: [id, total]", "required: [id]"),
      change(
        "        name: {type: string}\n", "        name: {type: string}\n        email: {type: string}\n"),
      change("        name: {type: string}\n", ""),
      change("enum: [open, paid]", "enum: [open, paid, refunded]"),
      change(
        "\"404\": {description: Missing.}",
        "\"404\": {description: Missing.}\n        \"410\": {description: Gone.}"),
      change("\"404\": {description: Missing.}\n", "\"409\": {description: Other.}\n"),
      change("description: An order.", "description: An order, or more."),
      change(
        "{name: limit, in: query, schema: {type: integer}}",
        "{name: limit, in: query, schema: {type: integer}}, {name: sort, in: query, schema: {type: string}}"),
      change(
        "{name: limit, in: query, schema: {type: integer}}",
        "{name: limit, in: query, required: true, schema: {type: integer}}"),
      change(
        "  /carts:\n    get:\n      operationId: listCarts\n      responses: {\"200\": {description: \"\", content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Cart'}}}}}}\n",
        ""),
      change(
        "components:\n",
        "  /refunds:\n    post:\n      operationId: createRefund\n      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [order], properties: {order: {type: integer}}}}}}\n      responses: {\"201\": {description: \"\", content: {application/json: {schema: {$ref: '#/components/schemas/Refund'}}}}}\ncomponents:\n"
      ),
    ]
  }
}

private let shop = """
  openapi: 3.0.3
  info: {title: Shop, version: "1"}
  servers: [{url: https://shop.example.com}]
  paths:
    /orders:
      get:
        operationId: listOrders
        parameters: [{name: limit, in: query, schema: {type: integer}}]
        responses:
          "200": {description: "", content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Order'}}}}}
      post:
        operationId: createOrder
        requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/NewOrder'}}}}
        responses:
          "201": {description: "", content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
          "422": {description: Wrong., content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}}
    /orders/{id}:
      get:
        operationId: getOrder
        parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
        responses:
          "200": {description: "", content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
          "404": {description: Missing.}
      delete:
        operationId: deleteOrder
        parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
        responses:
          "204": {description: ""}
          "404": {description: Missing.}
    /carts:
      get:
        operationId: listCarts
        responses: {"200": {description: "", content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Cart'}}}}}}
  components:
    schemas:
      Order:
        type: object
        description: An order.
        required: [id, total]
        properties:
          id: {type: integer}
          total: {type: integer}
          state: {type: string, enum: [open, paid]}
          customer: {$ref: '#/components/schemas/Customer'}
      NewOrder:
        type: object
        required: [total]
        properties:
          total: {type: integer}
          note: {type: string}
          state: {type: string, enum: [open, paid]}
      Customer:
        type: object
        properties:
          id: {type: integer}
          name: {type: string}
      Cart:
        type: object
        properties:
          id: {type: integer}
          lines: {type: array, items: {type: object, properties: {sku: {type: string}, count: {type: integer}}}}
      Refund:
        type: object
        properties:
          id: {type: integer}
      Problem:
        type: object
        required: [message]
        properties:
          message: {type: string}

  """
