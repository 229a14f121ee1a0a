import Foundation
import Repartee
import Testing

/// Responses of many lines, which are read while the server makes them.
@Suite(.needsInfluxDB)
struct InfluxDBStreamTests {
  let database: Database
  let client = InfluxDB.client

  init() async throws { database = try await Database() }

  @Test(arguments: [nil, "identity"])
  func everyRowArrivesInItsLine(acceptEncoding: String?) async throws {
    let points = try await database.fill(20_000)
    let select = SelectLines<Load>(question: database.ask(), rowsPerLine: 100)
    let stream = try await client.send(select) { $0.headers[.acceptEncoding] = acceptEncoding }
    #expect(stream.head.headerFields[.contentEncoding] == (acceptEncoding == nil ? "gzip" : nil))
    #expect(stream.header("X-Influxdb-Version")?.hasPrefix("1.") == true)
    var rows: [Load] = []
    var partial: [Bool] = []
    for try await line in stream {
      rows += try line.rows.get()
      partial += line.results.map { $0.partial ?? false }
    }
    #expect(rows == points)
    #expect(partial == Array(repeating: true, count: 199) + [false])
  }

  @Test func aStatementThatFailsInAStreamIsALineOfIt() async throws {
    _ = try await database.fill(4)
    let question = database.ask("SELECT host, value FROM load; SELECT half(value) FROM load")
    let stream = try await client.send(SelectLines<Load>(question: question, rowsPerLine: 2))
    var lines: [Result<[Double], InfluxDBFailure>] = []
    for try await line in stream { lines.append(line.rows.map { $0.map(\.value) }) }
    #expect(
      lines == [
        .success([0, 1]), .success([2, 3]), .failure(.statement(1, error: "undefined function half()")),
      ])
  }

  @Test func aStreamThatIsRefusedIsThrownBeforeItsFirstLine() async throws {
    let stream = SelectLines<Load>(question: database.ask("SELEC"), rowsPerLine: 2)
    let error = try #require(await client.result(of: stream).failure)
    #expect(error.declared == .refused(try #require(error.header("X-Influxdb-Error"))))
    #expect(error.status == .badRequest)
  }

  @Test func aStreamThatIsLeftEarlyLeavesClientAndServerUsable() async throws {
    _ = try await database.fill(20_000)
    for _ in 0..<20 {
      let stream = try await client.send(
        SelectLines<Load>(question: database.ask(), rowsPerLine: 10))
      for try await line in stream {
        #expect(try line.rows.get().map(\.value) == (0..<10).map(Double.init))
        break
      }
    }
    let counted = database.ask("SELECT count(value) FROM load")
    let series = try await client.send(SelectRows<[JSONValue]>(question: counted))
    #expect(series.first?.values.first?.last?.int == 20_000)
  }
  /// Its rows are many times more than the buffers on the way hold, so that the server waits for its reader.
  @Test(.timeLimit(.minutes(1))) func leavingAStreamEndsTheQueryOnTheServer() async throws {
    _ = try await database.fill(20_000)
    let columns = (0..<200).map { "value AS value\($0)" }.joined(separator: ", ")
    let select = SelectLines<JSONValue>(
      question: database.ask("SELECT \(columns) FROM load"), rowsPerLine: 10)
    let stream = try await client.send(select) { $0.headers[.acceptEncoding] = "identity" }
    for try await _ in stream {
      #expect(try await database.isBusy())
      break
    }
    while try await database.isBusy() {}
  }
}
