#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ContractCoverage {
  /// The responses of endpoints, and how often each occurred.
  ///
  /// ```swift
  /// coverage.report.lines.filter { $0.count == 0 }
  /// ```
  public struct Report: Sendable, Codable, Hashable {
    /// A response, and how often it occurred.
    public struct Line: Sendable, Codable, Hashable {
      /// The name of the endpoint's type, or the method and path template of a `Resource`.
      ///
      /// For a response of an included map, the name of the failure's type.
      public var name: String
      /// The status codes of a case of the map, and its content type if it has one: `200`, `400...499`, `200 text/csv`.
      ///
      /// For an undeclared response, its own.
      public var response: String
      /// How often the response occurred.
      public var count: Int
      /// Whether a map declares the response; if not, it occurred.
      public var isDeclared: Bool
      /// Whether the response is declared by a map that endpoints include, and counted for all of them.
      public var isShared = false
    }

    /// The declared and the undeclared responses of each endpoint, first of those passed to the initializer, then those
    /// of included maps. Declared ones are in the order of their map.
    public var lines: [Line]

    /// The share of the declared responses that occurred, in 0...1; 1 if nothing is declared.
    public var coverage: Double {
      let declared = lines.filter(\.isDeclared)
      return declared.isEmpty ? 1 : Double(declared.count { $0.count > 0 }) / Double(declared.count)
    }

    /// Checks that at least this share of the declared responses occurred, and no undeclared one unless allowed.
    ///
    /// - Throws: A ``ConformanceViolation``, whose detail has a line for each response that is missing or undeclared.
    public func require(_ least: Double, allowsUndeclared: Bool = false) throws(ConformanceViolation) {
      if coverage >= least && (allowsUndeclared || lines.allSatisfy(\.isDeclared)) { return }
      let odd = lines.filter { !$0.isDeclared || $0.count == 0 }.map { line in
        line.isDeclared
          ? "\(line.title): \(line.response) never occurred"
          : "\(line.title): \(line.response) is not declared, but occurred (\(line.count))"
      }
      throw ConformanceViolation(
        claim: "\(percent(least)) of the declared responses occurred"
          + (allowsUndeclared ? "" : ", and no undeclared one"),
        reference: "ContractCoverage", lines: ["\(percent(coverage)) occurred"] + odd)
    }

    /// The report as JSON; equal for equal reports.
    public var json: Data {
      get throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
      }
    }
  }
}

extension ContractCoverage.Report: CustomStringConvertible {
  /// A table with a line for each response.
  public var description: String {
    var texts = ["\(percent(coverage)) of the declared responses occurred"]
    var last: String?
    for line in lines {
      if line.title != last { texts.append(line.title) }
      last = line.title
      let count = line.count == 0 ? "never" : "\(line.count)"
      texts.append("  \(line.response): \(count)\(line.isDeclared ? "" : ", not declared")")
    }
    return texts.joined(separator: "\n")
  }
}

extension ContractCoverage.Report.Line {
  fileprivate var title: String { isShared ? "\(name), shared" : name }
}

private func percent(_ share: Double) -> String {
  share.isFinite ? "\(Int((min(max(share, 0), 1) * 1_000).rounded(.down)) / 10) %" : "\(share)"
}
