import Foundation
import Repartee
import Testing

/// A server that says with 200 what went wrong, responds in JSON and in CSV, and compresses both.
@Suite(.needsInfluxDB)
struct InfluxDBTests {
  let database: Database
  let client = InfluxDB.client

  init() async throws { database = try await Database() }

  @Test func noDeclarationHasAFault() {
    #expect(Ping.responses.issues.isEmpty)
    #expect(Execute.responses.issues.isEmpty)
    #expect(WritePoints.responses.issues.isEmpty)
    #expect(SelectRows<Load>.responses.issues.isEmpty)
    #expect(SelectLines<Load>.responses.issues.isEmpty)
    #expect(ExportLoad.responses.issues.isEmpty)
  }

  @Test func aHeadAloneIsAnOutput() async throws {
    let reply = try await client.response(to: Ping())
    #expect(reply.status == .noContent)
    #expect(reply.value.hasPrefix("1."))
  }

  @Test func whatWasWrittenIsReadTyped() async throws {
    let points = try await database.fill(4)
    let series = try await client.send(
      SelectRows<Load>(question: database.ask()))
    #expect(series.map(\.name) == ["load"])
    #expect(series.map(\.columns) == [Load.columns])
    #expect(series.flatMap(\.values) == points)
  }

  @Test func compressedPointsAreTaken() async throws {
    let points = (0..<1000).map {
      Load(time: Date(timeIntervalSince1970: Double($0)), host: "even", value: Double($0))
    }
    let write = WritePoints(database: database.name, lines: points.map(\.line))
    let reply = try await client.response(to: write) { $0.body = $0.body.gzipped() }
    #expect(reply.request.headers[.contentEncoding] == "gzip")
    #expect(try #require(reply.request.bodyLength) < 10_000)
    #expect(try await database.points() == points)
  }

  @Test func pointsAreCompressedWhileTheyAreSent() async throws {
    let points = (0..<1000).map {
      Load(time: Date(timeIntervalSince1970: Double($0)), host: "odd", value: Double($0))
    }
    let lines = AsyncStream { lines in
      for point in points { lines.yield(Data("\(point.line)\n".utf8)) }
      lines.finish()
    }
    let reply = try await client.response(to: WritePoints(database: database.name, lines: [])) {
      $0.body = .stream(once: lines, length: nil, contentType: "text/plain").gzipped()
    }
    #expect(reply.request.bodyLength == nil)
    #expect(try await database.points() == points)
  }

  @Test func aSeriesHasItsTags() async throws {
    struct Mean: Decodable, Hashable {
      var value: Double

      init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        _ = try row.decode(Date.self)
        value = try row.decode(Double.self)
      }
    }

    _ = try await database.fill(4)
    let series = try await client.send(
      SelectRows<Mean>(question: database.ask("SELECT mean(value) FROM load GROUP BY host")))
    #expect(series.map(\.tags) == [["host": "even"], ["host": "odd"]])
    #expect(series.map { $0.values.map(\.value) } == [[1], [2]])
  }

  @Test(arguments: [Question.Epoch.seconds, .milliseconds])
  func timesAreReadAsTheyWereAskedFor(_ epoch: Question.Epoch) async throws {
    let points = try await database.fill(4)
    let question = database.ask(epoch: epoch)
    let select = SelectRows<Load>(question: question).resource
      .json { $0.dates = epoch == .seconds ? .secondsSince1970 : .millisecondsSince1970 }
    #expect(try await client.send(select).flatMap(\.values) == points)
  }

  @Test func aFormArrivesAsItWas() async throws {
    let point = Load(time: Date(timeIntervalSince1970: 1), host: "50%+Größe&;/?#🎉", value: 1)
    try await client.send(WritePoints(database: database.name, lines: [point.line]))
    let question = database.ask("SELECT host, value FROM load WHERE host = '\(point.host)'")
    #expect(try await client.send(SelectRows<Load>(question: question)).flatMap(\.values) == [point])
  }

  @Test func anErrorInA200IsTheDeclaredFailure() async throws {
    let question = Question(database: "nowhere", statements: "SELECT host, value FROM load")
    let error = try #require(await client.result(of: SelectRows<Load>(question: question)).failure)
    #expect(error.declared == .statement(0, error: "database not found: nowhere"))
    #expect(error.status == .ok)
  }

  @Test func oneStatementThatFailsIsNamedAmongOthers() async throws {
    _ = try await database.fill(4)
    let question = database.ask(
      "SELECT host, value FROM load; SELECT value FROM none; SELECT half(value) FROM load")
    let error = try #require(await client.result(of: SelectRows<Load>(question: question)).failure)
    #expect(error.declared == .statement(2, error: "undefined function half()"))
  }

  @Test func aStatementWithoutRowsFailsTheSameWay() async throws {
    let policy = Execute(statement: "CREATE RETENTION POLICY p ON nowhere DURATION 1h REPLICATION 1")
    let error = try #require(await client.result(of: policy).failure)
    #expect(error.declared == .statement(0, error: "database not found: nowhere"))
    #expect(error.status == .ok)
  }

  @Test func whatCantBeParsedIsRefused() async throws {
    let error = try #require(await client.result(of: Execute(statement: "SELEC")).failure)
    let message = try #require(error.header("X-Influxdb-Error"))
    #expect(message.hasPrefix("error parsing query: found SELEC"))
    #expect(error.declared == .refused(message))
    #expect(error.header("X-Influxdb-Version")?.hasPrefix("1.") == true)
    #expect(error.status == .badRequest)
  }

  @Test func aWriteToNoDatabaseIsRefused() async throws {
    let write = WritePoints(database: "nowhere", lines: ["load,host=a value=1 1"])
    let error = try #require(await client.result(of: write).failure)
    #expect(error.declared == .noDatabase(#"database not found: "nowhere""#))
    #expect(error.status == .notFound)
  }

  @Test func aPartialWriteSaysWhatWasDroppedAndTheRestIsThere() async throws {
    let points = try await database.fill(4)
    let late = Load(time: Date(timeIntervalSince1970: 9), host: "even", value: 9)
    let lines = [#"load,host=even value="nine" 7"#, late.line, "load,host=odd value=true 8"]
    let error = try #require(
      await client.result(of: WritePoints(database: database.name, lines: lines)).failure)
    guard case .partialWrite(let reason, dropped: 2)? = error.declared else {
      Issue.record("\(error)")
      return
    }
    #expect(reason.hasPrefix("field type conflict"))
    #expect(try await database.points() == points + [late])
  }

  @Test func linesThatCantBeReadAreNamedAndTheRestIsThere() async throws {
    let points = try await database.fill(4)
    let late = Load(time: Date(timeIntervalSince1970: 9), host: "even", value: 9)
    let lines = ["load,host=even value=", late.line]
    let error = try #require(
      await client.result(of: WritePoints(database: database.name, lines: lines)).failure)
    #expect(
      error.declared
        == .partialWrite("unable to parse 'load,host=even value=': missing field value", dropped: 0))
    #expect(try await database.points() == points + [late])
  }

  @Test func aCompressedResponseIsTheSame() async throws {
    let points = try await database.fill(1_000)
    let select = SelectRows<Load>(question: database.ask())
    let compressed = try await client.response(to: select)
    #expect(compressed.headers[.contentEncoding] == "gzip")
    #expect(compressed.value.flatMap(\.values) == points)
    let plain = try await client.response(to: select) { $0.headers[.acceptEncoding] = "identity" }
    #expect(plain.headers[.contentEncoding] == nil)
    #expect(plain.value.flatMap(\.values) == points)
  }

  @Test(arguments: [ExportLoad.Format.csv, .json])
  func theContentTypeTellsHowAResponseIsRead(as format: ExportLoad.Format) async throws {
    let points = try await database.fill(4)
    let export = ExportLoad(question: database.ask(), format: format)
    let reply = try await client.response(to: export)
    #expect(reply.headers[.contentType] == (format == .csv ? "text/csv" : "application/json"))
    #expect(reply.value == points)
  }

  @Test(arguments: [ExportLoad.Format.csv, .json])
  func aRefusalHasAContentTypeToo(as format: ExportLoad.Format) async throws {
    let error = try #require(
      await client.result(of: ExportLoad(question: database.ask("SELEC"), format: format)).failure)
    guard case .refused(let message)? = error.declared else {
      Issue.record("\(error)")
      return
    }
    #expect(message.contains("error parsing query: found SELEC"))
  }
}
