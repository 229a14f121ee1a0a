import Foundation
import Repartee

/// A database of a test's own.
struct Database: Sendable {
  let name = "test-\(UUID().uuidString)"

  init() async throws {
    try await InfluxDB.client.send(Execute(statement: "CREATE DATABASE \"\(name)\""))
  }

  func ask(_ statements: String = "SELECT host, value FROM load", epoch: Question.Epoch? = nil) -> Question {
    Question(database: name, statements: statements, epoch: epoch)
  }

  /// Writes points of two hosts, one a second, and gives them in order of time.
  func fill(_ count: Int) async throws -> [Load] {
    let points = (0..<count).map { second in
      Load(
        time: Date(timeIntervalSince1970: Double(second)), host: second % 2 == 0 ? "even" : "odd",
        value: Double(second))
    }
    try await InfluxDB.client.send(WritePoints(database: name, lines: points.map(\.line)))
    return points
  }

  /// Whether the server is still busy with a request about it.
  func isBusy() async throws(CallError<InfluxDBFailure>) -> Bool {
    struct Running: Decodable {
      var database: String

      init(from decoder: any Decoder) throws {
        database = try [JSONValue](from: decoder)[2].string ?? ""
      }
    }

    // Asked of no database: it would find itself.
    let queries = SelectRows<Running>(question: Question(database: "", statements: "SHOW QUERIES"))
    return try await InfluxDB.client.send(queries).flatMap(\.values).contains { $0.database == name }
  }

  /// All points, in order of time.
  func points() async throws(CallError<InfluxDBFailure>) -> [Load] {
    try await InfluxDB.client.send(SelectRows<Load>(question: ask())).flatMap(\.values)
  }
}
