import Foundation
import Testing

/// Examples in the documentation do not scroll sideways on a page of 1,200 pixels, which has room for 67 columns of
/// them beside the list of contents: `Scripts/docs site` looks at the pages, and these tests at their sources.
struct DocumentationWidthTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let limit = 67

  /// Every file under `Sources` with one of these endings, and the README.
  private static func files(_ endings: Set<String>) -> [URL] {
    let found = FileManager.default.enumerator(
      at: root.appending(path: "Sources"), includingPropertiesForKeys: nil)
    let files = (found?.allObjects ?? []).compactMap { $0 as? URL }
    return (files + [root.appending(path: "README.md")]).filter { endings.contains($0.pathExtension) }
  }

  @Test func noLineOfAnExampleIsWiderThan67Columns() throws {
    var examples = 0
    for file in Self.files(["md", "tutorial", "swift"]) where !file.path.contains("/Resources/") {
      let isCode = file.pathExtension == "swift"
      var isExample = false
      var isIndented = false  // by four spaces, after a blank line: an example too
      var wasBlank = true
      let lines = try String(contentsOf: file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated() {
        var line = line
        if isCode {
          line = line.drop(while: \.isWhitespace)
          guard line.hasPrefix("///") else {
            (isExample, isIndented, wasBlank) = (false, false, true)
            continue
          }
          line = line.dropFirst(line.hasPrefix("/// ") ? 4 : 3)
        }
        isIndented =
          file.pathExtension != "tutorial" && line.hasPrefix("    ") && (isIndented || wasBlank)
        wasBlank = line.isEmpty
        if line.drop(while: \.isWhitespace).hasPrefix("```") {
          isExample.toggle()
          if isExample { examples += 1 }
        } else if isExample || isIndented {
          #expect(
            line.count <= Self.limit,
            "\(file.lastPathComponent):\(number + 1): \(line.count) columns: \(line)")
        }
      }
    }
    #expect(examples > 200, "there are more examples than were found")
  }

  @Test func noLineOfTheTutorialIsWiderThan67Columns() throws {
    let files = Self.files(["swift", "txt"]).filter { $0.path.contains("/Resources/") }
    #expect(files.count > 20)
    for file in files {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        #expect(line.count <= Self.limit, "\(file.lastPathComponent): \(line.count) columns: \(line)")
      }
    }
  }
}
