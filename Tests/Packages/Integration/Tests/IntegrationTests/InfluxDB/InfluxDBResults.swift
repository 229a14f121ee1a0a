import Foundation
import Repartee

/// The body of all responses to statements: for each what it gave, or why it gave nothing.
struct StatementResults<Row: Decodable & Sendable>: Decodable, Sendable {
  struct Statement: Decodable, Sendable {
    var statementId: Int
    var series: [Series<Row>]?
    var error: String?
    /// Whether the next line of a chunked response goes on with this statement.
    var partial: Bool?
  }

  var results: [Statement]

  /// The series of all statements, or the first failure.
  var series: Result<[Series<Row>], InfluxDBFailure> {
    for statement in results {
      if let error = statement.error { return .failure(.statement(statement.statementId, error: error)) }
    }
    return .success(results.flatMap { $0.series ?? [] })
  }

  var rows: Result<[Row], InfluxDBFailure> { series.map { $0.flatMap(\.values) } }
}

struct Series<Row: Decodable & Sendable>: Decodable, Sendable {
  var name: String?
  var tags: [String: String]?
  var columns: [String]
  var values: [Row]
}

/// A point of the measurement `load`, and the row that `SELECT host, value` gives.
struct Load: Hashable, Sendable {
  var time: Date
  var host: String
  var value: Double
}

extension Load: Decodable {
  static let columns = ["time", "host", "value"]

  /// A row is an array in the order of the columns.
  init(from decoder: any Decoder) throws {
    var row = try decoder.unkeyedContainer()
    time = try row.decode(Date.self)
    host = try row.decode(String.self)
    value = try row.decode(Double.self)
  }
}

extension Load {
  /// As InfluxDB takes it, in seconds.
  var line: String { "load,host=\(host) value=\(value) \(Int(time.timeIntervalSince1970))" }
}
