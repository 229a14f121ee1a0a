// The examples of "Streaming responses" and "Sending bodies".
import Foundation
import Repartee
import ReparteeDownloads

nonisolated struct Token: Decodable, Sendable {
  var text: String
}

nonisolated struct Problem: Decodable, Sendable {
  var title: String
}

enum ChatError: Error {
  case refused(Problem)
}

struct Chat: Endpoint {
  typealias Output = ResponseStream<Token, Never>

  var question: String

  var request: Request {
    .post("/chat", body: .json(["prompt": question]))
  }

  static let responses: ResponseMap<Output, ChatError> = [
    .code(
      200,
      .stream(.serverSentEvents(of: Token.self, until: "[DONE]"))),
    .clientError(.decodeError(Problem.self) { .refused($0) }),
  ]
}

func chat(_ client: Client) async throws {
  let tokens = try await client.send(
    Chat(question: "Why is the sky blue?"))
  for try await token in tokens {
    print(token.text, terminator: "")
  }
}

func readTokens() async throws {
  let tokens = ResponseStream(
    head: HTTPResponse(status: .ok),
    body: ByteStream(Data("data: {\"text\": \"Hi\"}\n\n".utf8)),
    format: .serverSentEvents(of: Token.self))
  for try await token in tokens { print(token.text) }
}

nonisolated struct Row: Decodable, Sendable {
  var id: Int
}

let rows: ResponseMap<ResponseStream<Row, Never>, Never> = [
  .code(
    200,
    .stream(
      .jsonLines(of: Row.self).skippingInvalid { failure in
        print("left out: \(failure)")
      }))
]

nonisolated struct Rows: StreamParser {
  private var row = Data()

  // A chunk is cut anywhere; nil is the end.
  mutating func parse(
    _ chunk: Data?, into rows: inout [[String]]
  ) throws {
    for byte in chunk ?? Data("\n".utf8) {
      if byte == UInt8(ascii: "\n") {
        let text = String(decoding: row, as: UTF8.self)
        if !text.isEmpty {
          rows.append(text.components(separatedBy: ","))
        }
        row = Data()
      } else if row.count < 10_000 {
        row.append(byte)
      } else {
        throw BodyDecodingError(
          .tooLarge, message: "a row is too long")
      }
    }
  }
}

let cities: ResponseMap<ResponseStream<[String], Never>, Never> = [
  .code(
    200,
    .stream(
      StreamFormat(mediaTypes: ["text/csv"]) { _ in Rows() }))
]

typealias Changes = ResponseStream<ServerSentEvent, Never>
let changes: ResponseMap<Changes, Never> = [
  .code(
    200,
    .stream(
      .serverSentEvents(
        reconnecting: .after(.seconds(1), limit: 5))))
]

nonisolated struct Pod: Decodable, Sendable {
  var name: String
}

struct WatchError: Error, Decodable {
  var reason: String
}

struct WatchPods: Endpoint {
  typealias Output = ResponseStream<Pod, WatchError>

  var request: Request { .get("/pods", query: ["watch": true]) }

  // {"type": "ADDED", "object": {"name": "a"}}
  // {"type": "ERROR", "object": {"reason": "Expired"}}
  static let responses: ResponseMap<Output, WatchError> = [
    .code(
      200,
      .stream(
        .jsonLines(
          at: "object",
          failure: .at("object", where: "type", is: "ERROR")))),
    .clientError(.decodeError),
  ]
}

func watch(_ client: Client) async {
  do throws(CallError<WatchError>) {
    for try await pod in try await client.send(WatchPods()) {
      print(pod.name)
    }
  } catch {
    if let failure = error.declared {
      print("the server ended the watch: \(failure.reason)")
    }
  }
}

typealias Tokens = ResponseStream<Token, ProblemDetails>
let tokens: ResponseMap<Tokens, Never> = [
  .code(
    200,
    .stream(
      .serverSentEvents(
        failure: .event("error", at: "error"), until: "[DONE]")))
]

struct RowError: Error, Decodable {
  var reason: String
}

nonisolated struct Summary: Decodable, Sendable {
  var total: Int
}

struct ListRows: Endpoint {
  typealias Output = ResponseStream<Row, RowError>

  var request: Request { .get("/rows") }

  // {"items": [{"id": 1}, {"id": 2}], "total": 2}
  // {"items": [{"id": 1}], "error": {"reason": "timeout"}}
  static let responses: ResponseMap<Output, Never> = [
    .code(
      200, .stream(.jsonArray(at: "items", failure: .at("error"))))
  ]
}

func list(_ client: Client) async throws {
  let rows = try await client.send(ListRows())
  for try await row in rows { print(row.id) }
  let summary: Summary = try rows.enclosing()
  print(summary.total)
}

nonisolated struct Invoice: Encodable, Sendable {
  struct Item: Encodable, Sendable {
    var price: String
    var quantity: Int
  }

  var customer: String
  var items: [Item]
}

struct CreateInvoice: Endpoint {
  var invoice: Invoice

  // customer=c7&items[0][price]=p1&items[0][quantity]=2
  var request: Request {
    .post("/invoices", body: .form(.init(encoding: invoice)))
  }

  static let responses: ResponseMap<Void, Never> = [
    .success(.noContent)
  ]
}

nonisolated struct Filter: Encodable, Sendable {
  var perPage = 3
  var createdAfter = Date(timeIntervalSince1970: 60)
}

func queries(_ filter: Filter) {
  let json = JSONCoder(keys: .snakeCase, dates: .secondsSince1970)
  // per_page=3&created_after=60
  let query = Request.Query(encoding: filter, with: json)
  print(query)
}

func items() {
  // ids[]=7&ids[]=9&draft
  var query = Request.Query(
    encoding: ["ids": [7, 9]], arrays: .brackets)
  query.items.append(Request.Query.Item("draft", nil))
  print(query)
}

nonisolated struct Tenant: QueryValue, HeaderValue {
  var region: String
  var name: String

  var headerValue: String { "\(region)/\(name)" }
  var queryValues: [String] { [headerValue] }
}

func values(_ tenant: Tenant) {
  let request: Request = .get(
    "/reports", query: ["tenant": tenant],
    headers: ["X-Tenant": tenant])
  print(request)
}

nonisolated struct Address: Encodable, Sendable {
  var city = "Rome"
}

func membersOfDifferentTypes(_ id: Int, _ name: String, _ address: Address, _ data: Data) {
  let body: Request.Body = .json(
    ["id": id, "name": name, "address": address])
  var form = MultipartForm()
  form.append(
    "photo", data, filename: "sea.jpg", contentType: "image/jpeg")
  print(body, form)
}

func bodies(_ chunks: AsyncStream<Data>, _ photo: URL) {
  let bodies: [Request.Body] = [
    .json(["name": "Ada"]),
    .form(["name": "Ada", "tags": ["swift", "http"]]),
    .file(photo, contentType: "image/jpeg"),
    .stream(once: chunks, length: nil),
  ]
  print(bodies)

  var form = MultipartForm()
  form.append("title", "Holidays")
  form.append(
    "photo", .file(photo, contentType: "image/jpeg"),
    filename: "sea.jpg")
  let request: Request = .post("/photos", body: .multipart(form))
  print(request)

  var parts = MultipartForm()
  parts.append(
    .json(["name": "sea.jpg"]), headers: ["Content-ID": "<meta>"])
  parts.append(.file(photo, contentType: "image/jpeg"))
  let upload: Request = .post(
    "/upload", body: .multipart(parts, type: "multipart/related"))
  print(upload)
}

/// A sequence that gives the same texts each time it is read.
nonisolated struct Parts: AsyncSequence, Sendable {
  var texts: [String]

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<String>

    mutating func next() async -> Data? {
      rest.popFirst().map { Data($0.utf8) }
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(rest: texts[...])
  }
}

func replayable() {
  let parts = Parts(texts: ["first line\n", "second line\n"])
  let body: Request.Body = .stream(
    replayable: parts, length: nil, contentType: "text/plain")
  print(body)
}

#if Gzip
func compressed(_ table: URL) {
  let report: Request = .post(
    "/reports",
    body: .file(table, contentType: "text/csv").gzipped())
  print(report)
}
#endif

struct GetReport: Endpoint {
  var request: Request { .get("/report.pdf") }
  typealias Output = ResponseStream<Data, Never>

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .stream(.bytes))
  ]
}

func download(_ client: Client, to file: URL) async throws {
  let report = try await client.send(GetReport())
  try await report.write(to: file) { progress in
    print(
      progress.bytes, "of", progress.total.map { "\($0)" } ?? "?")
  }
}

func downloadAsTheServerNamesIt(_ client: Client, to folder: URL) async throws {
  let report = try await client.send(GetReport())
  let name = report.fileName ?? "report"
  try await report.write(to: folder.appending(path: name))
}

func resume(_ client: Client, to file: URL) async throws {
  try await client.download(GetReport(), to: file) { progress in
    print(
      progress.bytes, "of", progress.total.map { "\($0)" } ?? "?")
  }
}

func append(_ client: Client, to file: URL, of length: Int) async throws {
  let rest = Resource<ResponseStream<Data, Never>, Never>(
    .get("/log.txt", headers: ["Range": "bytes=\(length)-"]),
    [.code(206, .stream(.bytes))])
  let part = try await client.send(rest)
  if let total = part.contentRange?.total {
    print("the log has \(total) bytes")
  }
  try await part.write(to: file)
}

@MainActor
final class ReportDownload {
  private(set) var bytes: Int64 = 0

  func save(_ report: ResponseStream<Data, Never>, to file: URL) async throws {
    try await report.write(to: file) { progress in
      Task { @MainActor in self.bytes = progress.bytes }
    }
  }
}

func upload(_ client: Client, _ file: URL) async throws {
  let body = Request.Body.file(file).reportingProgress { progress in
    print(progress.bytes)
  }
  try await client.send(
    Resource<Void, Never>(
      .put("/report.pdf", body: body), [.success(.noContent)]))
}

// Snippets also run: this one uses a transport that is a function.
let client = Client(
  baseURL: "https://api.example.com",
  transport: InMemoryTransport { _ in
    .status(200, body: Data("data: {\"text\": \"Rayleigh.\"}\n\ndata: [DONE]\n\n".utf8))
  })
try await chat(client)
