import Foundation
import Testing

/// The snippet is compiled into these tests by a link: `Guides/WhenDecodingFails.swift`.
@Suite struct WhenDecodingFailsTests {
  @Test func theGuideShowsExactlyWhatTheCodeProduces() throws {
    var package = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { package.deleteLastPathComponent() }
    let guide = try String(
      contentsOf: package.appendingPathComponent("Sources/Repartee/Documentation.docc/Errors.md"),
      encoding: .utf8)
    let reports = WhenDecodingFails.reports()
    #expect(reports.count == 3)
    for report in reports {
      #expect(guide.contains("```text\n\(report)\n```"), "the guide lacks:\n\(report)")
    }
    for text in [WhenDecodingFails.renamedKey, WhenDecodingFails.quotedNumber, WhenDecodingFails.errorPage] {
      #expect(guide.contains("\n\(text)\n```"), "the guide lacks:\n\(text)")
    }
    let shown = guide.components(separatedBy: "```text\n").count - 1
    #expect(shown == reports.count, "the guide shows reports that no code produces")
  }
}
