#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ContractCoverage {
  /// Which of the declared responses have come. Its ``description`` is a table.
  public struct Report: Sendable, Codable, Hashable {
    /// A response, and how often it came.
    public struct Count: Sendable, Codable, Hashable {
      /// The statuses of the line in the map, and its content type if it is only for one: `200`, `400...499`, `200
      /// text/csv`. Of what is not declared the status and the content type that came.
      public var response: String
      /// How often it came.
      public var count: Int
    }

    /// An endpoint.
    public struct Endpoint: Sendable, Codable, Hashable {
      /// The type's name; of a `Resource` its method and path template.
      public var name: String
      /// What it declares, in that order.
      public var cases: [Count]
      /// What came and is not declared.
      public var undeclared: [Count]
    }

    /// The endpoints, those that were named first in front.
    public var endpoints: [Endpoint]

    /// The part of the declared responses that has come, between 0 and 1; 1 where nothing is declared.
    public var coverage: Double {
      let cases = endpoints.flatMap(\.cases)
      return cases.isEmpty ? 1 : Double(cases.count { $0.count > 0 }) / Double(cases.count)
    }

    /// Checks that this much has come, and nothing undeclared.
    /// - Parameters:
    ///   - least: Between 0 and 1.
    ///   - allowsUndeclared: Whether undeclared responses may have come.
    /// - Throws: ``Missing``, which says what is missing.
    public func require(_ least: Double, allowsUndeclared: Bool = false) throws(Missing) {
      let hasUndeclared = endpoints.contains { !$0.undeclared.isEmpty }
      if coverage < least || hasUndeclared && !allowsUndeclared { throw Missing(report: self, least: least) }
    }

    /// The report as JSON, for a tool or a file; the same each time.
    public var json: Data {
      get throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
      }
    }
  }

  /// Not enough of what is declared has come, or something that is not.
  public struct Missing: Error, CustomStringConvertible {
    /// What has come.
    public let report: Report
    let least: Double

    public var description: String {
      let never = report.endpoints.flatMap { endpoint in
        endpoint.cases.filter { $0.count == 0 }.map { "\(endpoint.name): \($0.response) never came" }
      }
      let undeclared = report.endpoints.flatMap { endpoint in
        endpoint.undeclared.map {
          "\(endpoint.name): \($0.response) is not declared, and came \($0.count) times"
        }
      }
      let share = "\(percent(report.coverage)) of the declared responses came, \(percent(least)) are required"
      return ([share] + never + undeclared).joined(separator: "\n")
    }
  }
}

extension ContractCoverage.Report: CustomStringConvertible {
  /// A table: a line for each response, with how often it came.
  public var description: String {
    var lines = ["\(percent(coverage)) of the declared responses came"]
    for endpoint in endpoints {
      lines.append(endpoint.name)
      for line in endpoint.cases {
        lines.append("  \(line.response): \(line.count == 0 ? "never" : "\(line.count)")")
      }
      for line in endpoint.undeclared { lines.append("  \(line.response): \(line.count), not declared") }
    }
    return lines.joined(separator: "\n")
  }
}

private func percent(_ share: Double) -> String {
  share.isFinite ? "\(Int((min(max(share, 0), 1) * 1_000).rounded(.down)) / 10) %" : "\(share)"
}
