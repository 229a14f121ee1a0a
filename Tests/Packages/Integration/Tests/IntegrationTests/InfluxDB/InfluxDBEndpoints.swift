import Foundation
import Repartee

/// Which server it is, in which version.
struct Ping: Endpoint {
  var request: Request { .get("/ping") }

  static let responses: ResponseMap<String, Never> = [
    .code(
      204,
      .value { response in
        guard let version = response.header("X-Influxdb-Version") else {
          throw BodyDecodingError(message: "there is no X-Influxdb-Version")
        }
        return version
      })
  ]
}

/// A statement that gives no rows: `CREATE DATABASE`.
struct Execute: Endpoint {
  var statement: String

  var request: Request { .post("/query", body: .form(["q": statement])) }

  static let responses: ResponseMap<Void, InfluxDBFailure> = [
    .code(200, .noContent(.executed)),
    .including(InfluxDBFailure.responses),
  ]
}

extension Outcome<Void, InfluxDBFailure> {
  /// A 200 says that the statements were understood; whether they were carried out stands in its body.
  static var executed: Outcome {
    Outcome { response, decoder in
      try response.decode(StatementResults<JSONValue>.self, with: decoder).series.map { _ in }
    }
  }
}

/// Points, a line each.
struct WritePoints: Endpoint {
  var database: String
  var lines: [String]

  var request: Request {
    .post(
      "/write", query: ["db": database, "precision": "s"], body: .text(lines.joined(separator: "\n")))
  }

  static let responses: ResponseMap<Void, InfluxDBFailure> = [
    .code(204, .noContent(.validatedEmpty)),
    .code(400, .decodeError(.at("error"), as: InfluxDBFailure.writing)),
    .including(InfluxDBFailure.responses),
  ]
}

/// What the statements of a query are, and how their response is to be written.
struct Question: Sendable {
  /// The unit that times are counted in since 1970; without one they are text.
  enum Epoch: String, QueryValue { case milliseconds = "ms", seconds = "s" }

  var database: String
  var statements: String
  var epoch: Epoch?

  var form: Request.Query { ["db": database, "q": statements, "epoch": epoch] }
}

/// The rows that statements give, as one response.
struct SelectRows<Row: Decodable & Sendable>: Endpoint {
  var question: Question

  var request: Request { .post("/query", body: .form(question.form)) }

  static var responses: ResponseMap<[Series<Row>], InfluxDBFailure> {
    [
      .code(200, .decode(StatementResults<Row>.self, result: \.series)),
      .including(InfluxDBFailure.responses),
    ]
  }
}

/// The same while they are read: a line has as many rows as were asked for.
struct SelectLines<Row: Decodable & Sendable>: Endpoint {
  var question: Question
  var rowsPerLine: Int

  var request: Request {
    var form = question.form
    form.append("chunked", true)
    form.append("chunk_size", rowsPerLine)
    return .post("/query", body: .form(form))
  }

  static var responses: ResponseMap<ResponseStream<StatementResults<Row>, Never>, InfluxDBFailure> {
    [
      .code(200, .stream(.jsonLines())),
      .including(InfluxDBFailure.responses),
    ]
  }
}

/// The load of a database in the format of one's choice: the Content-Type tells how a response is read.
struct ExportLoad: Endpoint {
  enum Format: String, Sendable { case csv = "application/csv", json = "application/json" }

  var question: Question
  var format: Format

  var request: Request {
    .post("/query", headers: ["Accept": format.rawValue], body: .form(question.form))
  }

  static let responses: ResponseMap<[Load], InfluxDBFailure> = [
    .code(200, .decode(StatementResults<Load>.self, result: \.rows).when("application/json")),
    .code(200, Outcome { response, _ in .success(try rows(ofCSV: response.decode())) }.when("text/csv")),
    .code(400, .decodeError(String.self) { .refused($0) }.when("text/csv")),
    .including(InfluxDBFailure.responses),
  ]

  /// `name,tags,time,host,value`, a time in nanoseconds.
  private static func rows(ofCSV text: String) throws -> [Load] {
    try text.split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      guard cells.count == 5, let time = Double(cells[2]), let value = Double(cells[4]) else {
        throw BodyDecodingError(message: "a row has other columns than name, tags, time, host and value")
      }
      return Load(time: Date(timeIntervalSince1970: time / 1e9), host: String(cells[3]), value: value)
    }
  }
}
