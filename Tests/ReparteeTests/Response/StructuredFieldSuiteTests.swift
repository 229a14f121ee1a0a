import Foundation
import Testing

@testable import Repartee

/// httpwg/structured-field-tests, read from the shared data: every file of it.
@Suite(
  .enabled(if: StructuredFieldSuite.isThere, "REPARTEE_DATA has no structured-fields: not run"))
struct StructuredFieldSuiteTests {
  @Test(arguments: StructuredFieldSuite.files)
  func everyFieldIsReadAsTheSuiteSays(file: String) throws {
    let cases = try StructuredFieldSuite.cases(of: file)
    #expect(!cases.isEmpty)
    for test in cases {
      let read = read(test.raw.joined(separator: ", "), as: test.type)
      if test.mustFail {
        #expect(read == nil, "\(file): \(test.name)")
      } else if read != nil || !test.canFail {
        #expect(read == test.expected, "\(file): \(test.name)")
      }
    }
  }

  @Test func theSuiteIsWhole() throws {
    let cases = try StructuredFieldSuite.files.flatMap { try StructuredFieldSuite.cases(of: $0) }
    #expect(StructuredFieldSuite.files.count >= 15 && cases.count >= 235)
  }

  /// What is read, in the words of the suite; nil if it does not parse.
  private func read(_ text: String, as type: String) -> NSObject? {
    switch type {
    case "item": StructuredField.item(text).map(json)
    case "list": StructuredField.list(text).map { NSArray(array: $0.map(json)) }
    case "dictionary":
      StructuredField.dictionary(text).map { NSArray(array: $0.elements.map { [$0.key, json($0.value)] }) }
    default: nil
    }
  }

  private func json(_ member: StructuredField.Member) -> NSObject {
    switch member {
    case .item(let item): json(item)
    case .innerList(let items, let parameters):
      NSArray(array: [NSArray(array: items.map(json)), json(parameters)])
    }
  }

  private func json(_ item: StructuredField.Item) -> NSObject {
    NSArray(array: [json(item.value), json(item.parameters)])
  }

  private func json(_ parameters: StructuredField.Parameters) -> NSObject {
    NSArray(array: parameters.elements.map { [$0.key, json($0.value)] })
  }

  private func json(_ value: StructuredField.BareItem) -> NSObject {
    func typed(_ type: String, _ value: NSObject) -> NSObject {
      NSDictionary(dictionary: ["__type": NSString(string: type), "value": value])
    }
    switch value {
    case .integer(let value): return NSNumber(value: value)
    case .decimal(let value): return NSNumber(value: value)
    case .boolean(let value): return NSNumber(value: value)
    case .string(let value): return NSString(string: value)
    case .token(let value): return typed("token", NSString(string: value))
    case .bytes(let value): return typed("binary", NSString(string: base32(value)))
    case .date(let value): return typed("date", NSNumber(value: value))
    case .displayString(let value): return typed("displaystring", NSString(string: value))
    }
  }

  private func base32(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    var bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
    while !bits.count.isMultiple(of: 5) { bits.append(0) }
    var text = stride(from: 0, to: bits.count, by: 5).map { start in
      alphabet[bits[start..<(start + 5)].reduce(0) { $0 * 2 + Int($1) }]
    }
    while !text.count.isMultiple(of: 8) { text.append("=") }
    return String(text)
  }
}

private enum StructuredFieldSuite {
  struct Case {
    var name: String
    var raw: [String]
    var type: String
    var mustFail: Bool
    var canFail: Bool
    var expected: NSObject?
  }

  static let folder: URL = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let given = ProcessInfo.processInfo.environment["REPARTEE_DATA"]
    let data = given.map { URL(filePath: $0, relativeTo: root) } ?? root.appending(path: "../shared/data")
    return data.appending(path: "structured-fields")
  }()

  static var isThere: Bool { !files.isEmpty }

  static let files: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter {
      $0.hasSuffix(".json")
    }
    .sorted()

  static func cases(of file: String) throws -> [Case] {
    let data = try Data(contentsOf: folder.appending(path: file))
    let objects = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    return try objects.map { object in
      Case(
        name: try #require(object["name"] as? String), raw: try #require(object["raw"] as? [String]),
        type: try #require(object["header_type"] as? String), mustFail: object["must_fail"] as? Bool ?? false,
        canFail: object["can_fail"] as? Bool ?? false, expected: object["expected"] as? NSObject)
    }
  }
}
