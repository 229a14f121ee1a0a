import Foundation
import Testing

/// The Swift code in the README and in the guides stands in `Snippets/`, which are compiled, or in an example that is
/// compiled and tested.
struct DocumentationTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let pages: [String] = {
    let modules =
      (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources").path)) ?? []
    return ["README.md", "Examples/Fleet/README.md"]
      + modules.sorted().flatMap { module in
        let guides = "Sources/\(module)/Documentation.docc"
        let names =
          (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: guides).path)) ?? []
        return names.filter { $0.hasSuffix(".md") }.sorted().map { "\(guides)/\($0)" }
      }
  }()

  /// The sources that are compiled: each snippet, and what stands in a package of its own for its dependencies.
  private static let compiled: [URL] = [
    "Snippets", "Examples/Recipes/Sources/Formats", "Tests/ReparteeCachingTests/Guides",
    "Tests/ReparteeDriftTests/Guides", "Tests/ReparteeTestingTests/Guides",
    "Examples/Reader/Sources/ReaderKit/Models",
  ].flatMap { folder in
    let folder = root.appending(path: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0) }
  }

  @Test(arguments: pages)
  func everySwiftExampleIsCompiled(page: String) throws {
    let compiled = try Self.compiled.map { normalized(try String(contentsOf: $0, encoding: .utf8)) }
    let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
    for example in swiftBlocks(in: text) {
      #expect(
        compiled.contains { "\n\($0)\n".contains("\n\(normalized(example))\n") },
        "this example of \(page) is in no source that is compiled:\n\(example)")
    }
  }

  /// An example without the word `swift` at its fence, or in indented lines, is not compared with what is compiled.
  @Test(arguments: pages)
  func everySwiftExampleSaysSo(page: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
    var fence: Substring?
    var wasBlank = true
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.drop(while: \.isWhitespace).hasPrefix("```") {
        #expect(line.hasPrefix("```"), "a fence of \(page) is indented: \(line)")
        fence = fence == nil ? line.dropFirst(3) : nil
        #expect(["", "swift", "sh", "json", "text", "html"].contains(fence ?? ""), "\(page): \(line)")
      } else if fence == "" || (fence == nil && wasBlank && line.hasPrefix("    ")) {
        #expect(!looksLikeSwift(line), "this line of \(page) is in no example of Swift: \(line)")
      }
      wasBlank = line.isEmpty
    }
  }

  @Test func thePagesAreThere() {
    #expect(Self.pages.contains("README.md"))
    #expect(Self.pages.count >= 3)
    #expect(Self.compiled.contains { $0.path.contains("Formats") } && Self.compiled.count >= 3)
  }

  /// The lines without their indentation and without blank ones, so that an example can be a part of a function.
  private func normalized(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Manifests of packages are left to the reader.
  private func looksLikeSwift(_ line: Substring) -> Bool {
    let manifest = ["import PackageDescription", "let package = Package("]
    let words = [
      "actor", "async", "await", "case", "do", "enum", "extension", "final", "for", "func", "import", "let",
      "nonisolated", "private", "protocol", "public", "static", "struct", "switch", "try", "var",
    ]
    let line = line.trimmingCharacters(in: .whitespaces)
    guard !manifest.contains(line), !line.hasPrefix("@_exported import ") else { return false }
    return line.hasPrefix("@") || words.contains { line.hasPrefix("\($0) ") }
  }

  private func swiftBlocks(in text: String) -> [String] {
    text.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
  }
}
