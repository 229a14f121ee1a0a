import Foundation
import ReparteeJSON
import Testing

/// nst/JSONTestSuite, read from the shared data: 95 `y_`, 188 `n_`, 35 `i_`.
@Suite(
  .enabled(if: SharedData.exists("JSONTestSuite/test_parsing"), "REPARTEE_DATA has no JSONTestSuite: not run")
)
struct ScannerJSONTestSuiteTests {
  private func files(_ prefix: String) throws -> [(name: String, data: Data)] {
    let folder = SharedData.folder.appendingPathComponent("JSONTestSuite/test_parsing")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try names.filter { $0.hasPrefix(prefix) }.sorted().map { name in
      (name, try Data(contentsOf: folder.appendingPathComponent(name)))
    }
  }

  private func accepts(_ data: Data) -> Bool { (try? JSONCoder().decode(JSONValue.self, from: data)) != nil }

  @Test func everyValidTextIsAccepted() throws {
    let files = try files("y_")
    #expect(files.count >= 95)
    #expect(files.filter { !accepts($0.data) }.map(\.name) == [])
  }

  @Test func everyInvalidTextIsRefused() throws {
    let files = try files("n_")
    #expect(files.count >= 188)
    #expect(files.filter { accepts($0.data) }.map(\.name) == [])
  }

  /// The list in the documentation of `JSONCoder` ("Strictness").
  @Test func ofTheOpenCasesTheseAreAccepted() throws {
    let accepted = try files("i_").filter { accepts($0.data) }.map { $0.name.dropFirst(2).dropLast(5) }
    print("i_ accepted: \(accepted)")
    #expect(accepted == Self.documented.map { $0[...] })
  }

  private static let documented: [String] = [
    "number_double_huge_neg_exp", "number_huge_exp", "number_neg_int_huge_exp", "number_pos_double_huge_exp",
    "number_real_neg_overflow",
    "number_real_pos_overflow", "number_real_underflow", "number_too_big_neg_int", "number_too_big_pos_int",
    "number_very_big_negative_int", "structure_500_nested_arrays", "structure_UTF-8_BOM_empty_object",
  ]
}
