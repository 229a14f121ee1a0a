import Foundation
import Repartee
import ReparteeCaching
import ReparteeSQLite

/// CacheSuite TESTS.json EXCUSED.tsv [--tsv]: runs each test that applies to a private cache, and compares the numbers
/// of passes with the required minimum. Exits with 1 if one is lower, and prints which.
@main
struct Main {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else {
      print("usage: CacheSuite TESTS.json EXCUSED.tsv [--tsv]")
      exit(2)
    }
    if try await !holds(arguments) { exit(1) }
  }

  private static func holds(_ arguments: [String]) async throws -> Bool {
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
    var isRight = true
    for (name, cache) in stores {
      for asksForHeuristics in [false, true] {
        let pass = Pass(
          suites, store: name, isTabular: arguments.contains("--tsv"), asksForHeuristics: asksForHeuristics)
        isRight = try await pass.holds(excused, cache) && isRight
      }
    }
    return isRight
  }
}

/// All tests with one store: with a cache as it is created by default, or with heuristics for the tests that are about
/// a freshness that the origin says nothing of (RFC 9111, section 4.2.2).
struct Pass {
  private struct Result {
    let suite: String
    let test: CacheTest
    let own: Verdict
    let byItself: Verdict
    /// By the rules of the suite, which does not count a test that presupposes one that fails.
    var suites = Verdict.passed
  }

  /// How many have to pass: by the suite's rules, and each judged by itself.
  private struct Floor {
    let suites: Int
    let own: Int
  }

  private let suites: [CacheTestSuite]
  private let store: String
  private let isTabular: Bool
  private let asksForHeuristics: Bool

  init(_ suites: [CacheTestSuite], store: String, isTabular: Bool, asksForHeuristics: Bool) {
    self.suites = suites
    self.store = store
    self.isTabular = isTabular
    self.asksForHeuristics = asksForHeuristics
  }

  private var name: String { asksForHeuristics ? "\(store), with heuristics" : "\(store), by default" }

  private var floors: [CacheTest.Kind: Floor] {
    [
      .required: Floor(suites: 143, own: 148),
      .optimal: asksForHeuristics ? Floor(suites: 80, own: 83) : Floor(suites: 71, own: 74),
    ]
  }

  /// Makes the tests, prints the results, and returns whether they are as good as they have to be.
  func holds(_ excused: Set<String>, _ cache: @Sendable (Bool) -> ResponseCache) async throws -> Bool {
    var results: [Result] = []
    for suite in suites {
      for test in suite.tests where !(test.isSharedOnly ?? false) {
        let run = try Run(test, cache(asksForHeuristics && suite.id == "heuristic"))
        let (own, byItself) = await run.verdicts()
        results.append(Result(suite: suite.id, test: test, own: own, byItself: byItself))
      }
    }
    let byItself = Dictionary(uniqueKeysWithValues: results.map { ($0.test.id, $0) })
    for index in results.indices {
      results[index].suites = Self.verdict(on: results[index], among: byItself)
    }
    var isRight = true
    for result in results {
      let kind = result.test.kind ?? .required
      if kind == .required, result.suites != .passed, !excused.contains(result.test.id) {
        isRight = false
        print(
          "\(name): \(result.test.id) is required and not in excused.tsv, and does not pass: \(result.suites.shown)"
        )
      }
      if isTabular {
        print(
          [
            store, asksForHeuristics ? "heuristics" : "default", result.suite, result.test.id, "\(kind)",
            result.own.shown, result.suites.shown,
          ].joined(separator: "\t"))
      }
    }
    for kind in [CacheTest.Kind.required, .optimal, .check] {
      let all = results.filter { ($0.test.kind ?? .required) == kind }
      let (suites, own) = (all.count { $0.suites == .passed }, all.count { $0.own == .passed })
      print("\(name): \(suites) of \(all.count) \(kind) pass by the suite's rules, \(own) each by itself")
      if let floor = floors[kind], suites < floor.suites || own < floor.own {
        isRight = false
        print("\(name): at least \(floor.suites) and \(floor.own) \(kind) have to pass")
      }
    }
    return isRight
  }

  private static func verdict(on result: Result, among others: [String: Result]) -> Verdict {
    for id in result.test.dependencies ?? [] {
      guard let other = others[id], verdict(on: other, among: others) == .passed else {
        return .inapplicable("it presupposes \(id)")
      }
    }
    return result.byItself
  }
}

extension Verdict {
  fileprivate var shown: String {
    let text =
      switch self {
      case .passed: "passed"
      case .failed(let text): "failed: \(text)"
      case .inapplicable(let text): "does not apply: \(text)"
      }
    return text.replacingOccurrences(of: "\n", with: " ").replacingOccurrences(of: "\t", with: " ")
  }
}
