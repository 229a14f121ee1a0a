import Foundation
import ReparteeJSON
import Testing

@testable import Scaffolding

/// The OpenAPI documents of REPARTEE_DATA, or of ../shared/data beside the repository. Where there are none, the tests
/// are left out.
struct RealDocumentTests {
  private static let folder: URL? = {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../../../..")
      .standardizedFileURL
    let given = ProcessInfo.processInfo.environment["REPARTEE_DATA"].map { URL(fileURLWithPath: $0) }
    let folder = (given ?? root.appendingPathComponent("shared/data")).appendingPathComponent("openapi")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  private static let names: [String] = {
    let all = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? []
    return all.filter { $0.hasSuffix(".json") || $0.hasSuffix(".yaml") }.sorted()
  }()

  private static func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: try #require(folder).appendingPathComponent(name))
  }

  @Test(.enabled(if: !names.isEmpty, "There are no documents."), arguments: names)
  func theOrderOfPropertiesAndPathsBreaksNothing(name: String) throws {
    let bytes = try Self.bytes(name)
    var root = try SourceFile(name: name, bytes: bytes).root
    let old = try assembly(of: root)
    let same = Comparison(old: old, new: old)
    #expect(same.changes.isEmpty, "\(same.text(words: true))")
    // The largest one takes some seconds.
    guard bytes.count < 2_000_000 else { return }
    root.edit("paths") { $0?.reverse() }
    root = Self.reversingProperties(of: root)
    let reversed = Comparison(old: old, new: try assembly(of: root))
    #expect(reversed.count(.breaks) == 0, "\(reversed.text())")
    let isGone = { (change: Change) in change.kind == .added || change.kind == .removed }
    #expect(!reversed.changes.contains(where: isGone), "\(reversed.text())")
  }

  private static func reversingProperties(of value: JSONValue) -> JSONValue {
    if let array = value.array { return .array(array.map(reversingProperties)) }
    guard let object = value.object else { return value }
    var result = JSONObject()
    for (key, member) in object {
      var member = reversingProperties(of: member)
      if key == "properties" { member.reverse() }
      result[key] = member
    }
    return .object(result)
  }
}
