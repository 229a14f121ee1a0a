#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ContractCoverage {
  /// The declared responses, and how often each occurred.
  public struct Report: Sendable, Codable, Hashable {
    /// A response, and how often it occurred.
    public struct Count: Sendable, Codable, Hashable {
      /// The status codes of a line of the map, and its content type if it has one: `200`, `400...499`, `200 text/csv`.
      ///
      /// For an undeclared response, its own.
      public var response: String
      /// How often the response occurred.
      public var count: Int
    }

    /// The responses of an endpoint.
    public struct Endpoint: Sendable, Codable, Hashable {
      /// The name of the type, or the method and path template of a `Resource`.
      public var name: String
      /// The declared responses, in order.
      public var cases: [Count]
      /// The undeclared responses.
      public var undeclared: [Count]
    }

    /// The responses of a map that endpoints include.
    public struct Shared: Sendable, Codable, Hashable {
      /// The name of the failure's type.
      public var name: String
      /// The declared responses, in order.
      public var cases: [Count]
    }

    /// The endpoints, first those passed to the initializer.
    public var endpoints: [Endpoint]
    /// The maps that endpoints include; empty if counted for each endpoint.
    public var shared: [Shared]

    /// The share of the declared responses that occurred, in 0...1; 1 if nothing is declared.
    public var coverage: Double {
      let cases = endpoints.flatMap(\.cases) + shared.flatMap(\.cases)
      return cases.isEmpty ? 1 : Double(cases.count { $0.count > 0 }) / Double(cases.count)
    }

    /// Checks that at least this share of the declared responses occurred, and no undeclared one unless allowed.
    /// - Throws: ``Missing``.
    public func require(_ least: Double, allowsUndeclared: Bool = false) throws(Missing) {
      let hasUndeclared = endpoints.contains { !$0.undeclared.isEmpty }
      if coverage < least || hasUndeclared && !allowsUndeclared { throw Missing(report: self, least: least) }
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

  /// The error for missing or undeclared responses.
  public struct Missing: Error, CustomStringConvertible {
    /// The report that failed.
    public let report: Report
    let least: Double

    public var description: String {
      let cases = report.endpoints.map { ($0.name, $0.cases) } + report.shared.map { ($0.title, $0.cases) }
      let never = cases.flatMap { name, cases in
        cases.filter { $0.count == 0 }.map { "\(name): \($0.response) never came" }
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
  /// A table with a line for each response.
  public var description: String {
    var lines = ["\(percent(coverage)) of the declared responses came"]
    for endpoint in endpoints {
      lines.append(endpoint.name)
      lines += endpoint.cases.map(\.line)
      for line in endpoint.undeclared { lines.append("  \(line.response): \(line.count), not declared") }
    }
    for map in shared { lines += [map.title] + map.cases.map(\.line) }
    return lines.joined(separator: "\n")
  }
}

extension ContractCoverage.Report.Count {
  fileprivate var line: String { "  \(response): \(count == 0 ? "never" : "\(count)")" }
}

extension ContractCoverage.Report.Shared {
  fileprivate var title: String { "\(name), shared" }
}

extension ContractCoverage.Report {
  /// Decodes a report, also an older one without `shared`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    endpoints = try container.decode([Endpoint].self, forKey: .endpoints)
    shared = try container.decodeIfPresent([Shared].self, forKey: .shared) ?? []
  }
}

private func percent(_ share: Double) -> String {
  share.isFinite ? "\(Int((min(max(share, 0), 1) * 1_000).rounded(.down)) / 10) %" : "\(share)"
}
