import Foundation
import Testing

@testable import Scaffolding

/// What breaks a client, by a schema that is sent and read. `-` is a change that does neither, nil none at all.
struct DiffRuleTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var old: String
    var new: String
    var sent: String?
    var read: String?

    init(_ old: String, _ new: String, sent: String?, read: String?) {
      (self.old, self.new, self.sent, self.read) = (old, new, sent, read)
    }

    var testDescription: String { "\(old) to \(new)" }
  }

  private static func property(_ schema: String, isRequired: Bool = true) -> String {
    "{type: object, required: [id\(isRequired ? ", a" : "")], properties: {id: {type: string}, a: \(schema)}}"
  }

  private static let rows: [Row] = [
    // Whether it is there.
    Row("{type: string}", "{type: string, nullable: true}", sent: "~ a may be null", read: "! a may be null"),
    Row(
      "{type: string, nullable: true}", "{type: string}", sent: "! a may no longer be null",
      read: "~ a is always there"),
    // Its type.
    Row("{type: string}", "{type: integer}", sent: "! a is of another type", read: "! a is of another type"),
    Row("{type: integer}", "{type: number}", sent: "! a is of another type", read: "! a is of another type"),
    Row(
      "{type: string}", "{type: string, format: date-time}", sent: "! a is of another type",
      read: "! a is of another type"),
    Row(
      "{type: integer}", "{type: string, format: int64}", sent: "! a is of another type",
      read: "! a is of another type"),
    Row(
      "{type: string}", "{type: array, items: {type: string}}", sent: "! a is of another type",
      read: "! a is of another type"),
    Row("{}", "{type: string}", sent: "! a is of another type", read: "~ a is of another type"),
    Row("{type: string}", "{}", sent: "~ a is of another type", read: "! a is of another type"),
    Row(
      "{type: string, minLength: 1}", "{type: string, minLength: 2, pattern: x, example: xx}", sent: nil,
      read: nil),
    Row("{type: integer, format: int32}", "{type: integer, format: int64}", sent: nil, read: nil),
    Row("{type: string, format: email}", "{type: string, format: hostname}", sent: nil, read: nil),
    // Lists and maps.
    Row(
      "{type: array, items: {type: string}}", "{type: array, items: {type: boolean}}",
      sent: "! a is of another type", read: "! a is of another type"),
    Row(
      "{type: array, items: {type: string}}", "{type: array, items: {type: string, nullable: true}}",
      sent: "~ elements of a may be null", read: "! elements of a may be null"),
    Row(
      "{type: array, items: {type: string, nullable: true}}", "{type: array, items: {type: string}}",
      sent: "! elements of a may no longer be null", read: "~ elements of a may no longer be null"),
    Row(
      "{type: object}", "{type: object, required: [x], properties: {x: {type: string}}}",
      sent: "! a is of another type", read: "~ a is of another type"),
    Row(
      "{type: object}", "{type: object, properties: {x: {type: string}}}", sent: "~ a is of another type",
      read: "~ a is of another type"),
    Row(
      "{type: object, required: [x], properties: {x: {type: string}}}", "{type: object}",
      sent: "~ a is of another type", read: "! a is of another type"),
    Row(
      "{type: object, properties: {x: {type: string}}}", "{type: object}", sent: "~ a is of another type",
      read: "~ a is of another type"),
    Row(
      "{type: object, additionalProperties: {type: string}}",
      "{type: object, properties: {x: {type: string}}}", sent: "! a is of another type",
      read: "! a is of another type"),
    // Listed values.
    Row("{enum: [x, y]}", "{enum: [x, y, z]}", sent: "- the value z is new", read: "- the value z is new"),
    Row("{enum: [x, y, z]}", "{enum: [x, y]}", sent: "! the value z is gone", read: "~ the value z is gone"),
    Row("{enum: [1, 2, 3]}", "{enum: [1, 2]}", sent: "! the value 3 is gone", read: "~ the value 3 is gone"),
    Row(
      "{type: string}", "{enum: [x, y]}", sent: "! a has only values that are listed",
      read: "~ a has only values that are listed"),
    Row("{enum: [x, y]}", "{type: string}", sent: "~ a may have any value", read: "~ a may have any value"),
    Row("{enum: [1, 2]}", "{type: integer}", sent: "~ a may have any value", read: "~ a may have any value"),
    Row("{enum: [1, 2]}", "{type: string}", sent: "! a is of another type", read: "! a is of another type"),
    Row("{enum: [x, y]}", "{enum: [1, 2]}", sent: "! a is of another type", read: "! a is of another type"),
    Row(
      "{const: x}", "{const: y}", sent: "! a is always y, no longer x", read: "~ a is always y, no longer x"),
    Row("{const: x}", "{enum: [x, y]}", sent: "~ a may be y, too", read: "~ a may be y, too"),
    Row("{enum: [x, y]}", "{const: x}", sent: "! a may no longer be y", read: "~ a may no longer be y"),
    Row("{const: x}", "{type: string}", sent: "~ a may have any value", read: "~ a may have any value"),
    Row(
      "{anyOf: [{enum: [x, y]}, {type: string}]}", "{enum: [x, y]}",
      sent: "! a has only values that are listed", read: "- a has only values that are listed"),
    Row(
      "{enum: [x, y]}", "{anyOf: [{enum: [x, y]}, {type: string}]}",
      sent: "~ a may have any value",
      read: "- a may have any value"),
    // Several types.
    Row(
      "{oneOf: [{type: string}, {type: integer}]}",
      "{oneOf: [{type: string}, {type: integer}, {type: boolean}]}", sent: "- the variant bool is new",
      read: "- the variant bool is new"),
    Row(
      "{oneOf: [{type: string}, {type: integer}, {type: boolean}]}",
      "{oneOf: [{type: string}, {type: integer}]}", sent: "! the variant bool is gone",
      read: "~ the variant bool is gone"),
    Row(
      "{oneOf: [{type: integer}, {const: auto}]}", "{oneOf: [{type: integer}, {const: auto}, {const: none}]}",
      sent: "- the variant none is new", read: "- the variant none is new"),
    Row(
      "{type: string}", "{oneOf: [{type: string}, {type: integer}]}", sent: "! a is of another type",
      read: "! a is of another type"),
    // Words.
    Row(
      "{type: string}", "{type: string, description: Words.}", sent: ". a is described in other words",
      read: ". a is described in other words"),
    Row(
      "{type: string}", "{type: string, deprecated: true}", sent: "- a is deprecated",
      read: "- a is deprecated"),
    Row(
      "{type: string, deprecated: true}", "{type: string}", sent: "- a is no longer deprecated",
      read: "- a is no longer deprecated"),
  ]

  private func expect(_ old: String, _ new: String, sent: String?, read: String?) throws {
    for isSent in [true, false] {
      let line = isSent ? sent : read
      let place = isSent ? "body" : "200"
      let expected = line.map { "\($0.prefix(2))\(place): \($0.dropFirst(2))" }
      let document = { (schema: String) in isSent ? sending(schema) : returning(schema) }
      let lines = try compared(document(old), document(new)).lines
      #expect(lines == [expected].compactMap { $0 }, isSent ? "sent" : "read")
    }
  }

  @Test(arguments: rows)
  func aPropertyThatIsAnother(row: Row) throws {
    try expect(Self.property(row.old), Self.property(row.new), sent: row.sent, read: row.read)
  }

  @Test func aPropertyThatIsThereOrNot() throws {
    let none = "{type: object, required: [id], properties: {id: {type: string}}}"
    let optional = Self.property("{type: string}", isRequired: false)
    let required = Self.property("{type: string}")
    let nullable = Self.property("{type: string, nullable: true}", isRequired: false)
    try expect(none, required, sent: "! a is new, and has to be there", read: "- a is new")
    try expect(none, optional, sent: "- a is new", read: "- a is new")
    try expect(optional, required, sent: "! a has to be there", read: "~ a is always there")
    try expect(required, optional, sent: "~ a may be left out", read: "! a may be missing")
    try expect(required, none, sent: "! a is gone", read: "! a is gone")
    try expect(optional, none, sent: "! a is gone", read: "~ a is gone")
    try expect(optional, nullable, sent: "~ a may be null", read: "- a may be null, too")
    try expect(nullable, optional, sent: "! a may no longer be null", read: "- a may no longer be null")
  }

  @Test func whatIsOnlyReadOrOnlySent() throws {
    let plain = Self.property("{type: string}")
    let isRead = Self.property("{type: string, readOnly: true}")
    let isSent = Self.property("{type: string, writeOnly: true}")
    try expect(plain, isRead, sent: "! a is no longer taken, only sent", read: nil)
    try expect(plain, isSent, sent: nil, read: "! a is no longer sent, only taken")
    try expect(isRead, plain, sent: "! a is taken as well, and has to be there", read: nil)
    try expect(isSent, plain, sent: nil, read: "- a is sent as well")
    let optional = Self.property("{type: string, readOnly: true}", isRequired: false)
    try expect(isRead, optional, sent: nil, read: "! a may be missing")
  }

  @Test func theOrderOfProperties() throws {
    let line = "~ the properties of B are in another order"
    try expect(
      "{type: object, properties: {x: {type: string}, y: {type: string}}}",
      "{type: object, properties: {y: {type: string}, z: {type: string}, x: {type: string}}}", sent: nil,
      read: nil,
      also: ["- z is new", line])
  }

  private func expect(
    _ old: String, _ new: String, sent: String?, read: String?, also lines: [String]
  ) throws {
    for (document, name, place) in [(sending, "SendX.Body", "body"), (returning, "GetX.Output", "200")] {
      let found = try compared(document(old, ""), document(new, "")).lines
      #expect(
        Set(found)
          == Set(lines.map { "\($0.prefix(2))\(place): \($0.dropFirst(2).replacing("B", with: name))" }))
    }
  }

  /// What is written reads listed values as an `OpenEnum`; code that was changed to read a plain enum refuses others.
  @Test func anEnumerationThatIsNotOpenRefusesANewValue() throws {
    func plain(_ values: String) throws -> Assembly {
      let assembly = try assembly(
        of: try SourceFile(
          name: "api.yaml",
          bytes: Data(
            returning(
              "{$ref: '#/components/schemas/Order'}",
              schemas: "Order: {type: object, properties: {state: {type: string, enum: \(values)}}}"
            ).utf8)
        ).root)
      let order = try #require(assembly.types.declarations.values.first)
      if case .structure(var members) = order.kind {
        members[0].type = "State"
        order.kind = .structure(members)
      }
      return assembly
    }
    let (old, new) = (try plain("[x, y]"), try plain("[x, y, z]"))
    #expect(Comparison(old: old, new: new).lines == ["! 200: the value z is new"])
    #expect(Comparison(old: new, new: old).lines == ["~ 200: the value z is gone"])
  }
}
