import Foundation
import Repartee
import ReparteeSQLite

/// CacheSuite TESTS.json EXCUSED.tsv [--tsv]: makes each test that a private cache can be asked, and holds the result
/// against the floor.
@main
struct Main {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else {
      print("usage: CacheSuite TESTS.json EXCUSED.tsv [--tsv]")
      exit(2)
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
    let suites = try JSONDecoder().decode([CacheTestSuite].self, from: data)
    let excused = Set(
      try String(contentsOfFile: arguments[2], encoding: .utf8).split(separator: "\n")
        .compactMap { $0.split(separator: "\t").first.map(String.init) })
    let folder = FileManager.default.temporaryDirectory.appending(path: "cache-suite-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = SQLiteCacheStore(path: folder.appending(path: "responses").path)
    // Each test has URLs of its own, so that one file does for all of them.
    let stores: [(name: String, cache: @Sendable (Bool) -> ResponseCache)] = [
      ("memory", { ResponseCache(usesHeuristics: $0) }),
      ("sqlite", { ResponseCache(store: file, usesHeuristics: $0) }),
    ]
    var isWrong = false
    for (name, cache) in stores {
      isWrong = await !pass(suites, excused, over: name, arguments.contains("--tsv"), cache) || isWrong
    }
    if isWrong { throw Failed() }
  }

  /// What a private cache has to reach.
  private static let floor: [CacheTest.Kind: Int] = [.required: 145, .optimal: 80]

  private static func pass(
    _ suites: [CacheTestSuite], _ excused: Set<String>, over store: String, _ showsAll: Bool,
    _ cache: @Sendable (Bool) -> ResponseCache
  ) async -> Bool {
    var verdicts: [String: Verdict] = [:]
    var passed: [CacheTest.Kind: Int] = [:]
    var all: [CacheTest.Kind: Int] = [:]
    var isRight = true
    for suite in suites {
      for test in suite.tests where !(test.isSharedOnly ?? false) {
        let verdict = await Run(test, cache(test.asksForHeuristics(in: suite.id))).verdict()
        verdicts[test.id] = verdict
        let kind = test.kind ?? .required
        all[kind, default: 0] += 1
        if verdict == .passed { passed[kind, default: 0] += 1 }
        if kind == .required, verdict != .passed, !excused.contains(test.id) {
          isRight = false
          print("\(store): \(test.id) is required, and not excused")
        }
        if showsAll {
          let text =
            switch verdict {
            case .passed: "passed\t"
            case .failed(let text): "failed\t\(text)"
            case .inapplicable(let text): "inapplicable\t\(text)"
            }
          print(
            "\(store)\t\(suite.id)\t\(test.id)\t\(kind)\t\(text.replacingOccurrences(of: "\n", with: " "))")
        }
      }
    }
    for kind in [CacheTest.Kind.required, .optimal, .check] {
      let count = passed[kind] ?? 0
      print("\(store): \(count) of \(all[kind] ?? 0) \(kind) pass")
      if let least = floor[kind], count < least {
        isRight = false
        print("\(store): \(least) \(kind) should pass")
      }
    }
    return isRight
  }
}

extension CacheTest {
  /// Whether it is about a freshness that the origin says nothing of (RFC 9111, section 4.2.2).
  func asksForHeuristics(in suite: String) -> Bool { suite == "heuristic" }
}

/// The floor was not reached; what was printed says where.
private struct Failed: Error {}
