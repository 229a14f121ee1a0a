import Foundation
import Repartee
import ReparteeBase
import ReparteeDownloads
import TestSupport

/// A server of one file that answers ranges as RFC 9110 says (sections 13.1.5, 14 and 15.5.17), and can be told to
/// break off, or to do it wrong.
final class FileServer: Sendable {
  struct State: Sendable {
    var bytes: Data
    var tag: String? = "\"1\""
    var modified: String?
    var date = "Sat, 02 Jan 2027 10:00:00 GMT"
    /// How many bytes come before each response breaks; the last for all further ones, nil for all bytes.
    var cuts: [Int?] = [nil]
    var knowsRanges = true
    var saysLength = true
    /// The most bytes of a part.
    var mostOfPart = Int.max
    /// How many requests find the file.
    var mostRequests = Int.max
    var coding: String?
    /// What a response is made into.
    var change: (@Sendable (inout TransportResponse, TransportRequest) -> Void)?
    var requests: [HTTPRequest] = []
  }

  let state: Mutex<State>

  init(_ text: String = "0123456789", _ change: (inout State) -> Void = { _ in }) {
    var state = State(bytes: Data(text.utf8))
    change(&state)
    self.state = Mutex(state)
  }

  func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  var ranges: [String?] { requests.map { $0.headerFields[.range] } }
  var conditions: [String?] { requests.map { $0.headerFields[.ifRange] } }

  /// Without retries, and thus without resuming in the same call.
  var client: Client {
    var client = Client(baseURL: api, transport: InMemoryTransport { try self.respond(to: $0) })
    client.retry = .off
    return client
  }

  private func respond(to request: TransportRequest) throws -> TransportResponse {
    try state.withLock { state in
      state.requests.append(request.head)
      guard state.requests.count <= state.mostRequests else { return .status(404) }
      let cut = state.cuts.count > 1 ? state.cuts.removeFirst() : state.cuts[0]
      var response = try state.response(to: request.head, cut: cut)
      state.change?(&response, request)
      return response
    }
  }
}

extension FileServer.State {
  fileprivate func response(to request: HTTPRequest, cut: Int?) throws -> TransportResponse {
    var fields: HTTPFields = [.date: date]
    if let tag { fields[.eTag] = tag }
    if let modified { fields[.lastModified] = modified }
    if let coding {
      fields[.contentEncoding] = coding
      // A transport that chose the codings decodes them.
      let isDecoded = request.headerFields[.acceptEncoding] == nil
      return body(isDecoded ? bytes : Data("coded".utf8), 200, fields, length: nil, cut)
    }
    let condition = request.headerFields[.ifRange]
    let isSame = condition == nil || condition == tag || condition == modified
    guard knowsRanges, isSame, let range = request.headerFields[.range],
      let first = Int(range.dropFirst(6).dropLast())
    else { return body(bytes, 200, fields, length: saysLength ? bytes.count : nil, cut) }
    guard first < bytes.count else {
      fields[.contentRange] = "bytes */\(bytes.count)"
      return body(Data(), 416, fields, length: 0, nil)
    }
    let part = bytes.dropFirst(first).prefix(mostOfPart)
    fields[.contentRange] = "bytes \(first)-\(first + part.count - 1)/\(bytes.count)"
    return body(Data(part), 206, fields, length: part.count, cut)
  }

  private func body(
    _ bytes: Data, _ code: Int, _ fields: HTTPFields, length: Int?, _ cut: Int?
  ) -> TransportResponse {
    let breaks = cut.map { $0 < bytes.count } ?? false
    let sent = Data(bytes.prefix(cut ?? bytes.count))
    return TransportResponse(
      head: HTTPResponse(status: .init(code: code), headerFields: fields),
      body: ByteStream(
        length: length.map { Int64($0) },
        once: chunks(
          stride(from: 0, to: sent.count, by: 3).map { Data(sent.dropFirst($0).prefix(3)) },
          then: breaks ? TransportError(.connectionLost) : nil)))
  }
}

struct GetFilm: Endpoint {
  var request: Request { .get("/film") }
  static let responses: ResponseMap<ResponseStream<Data, Never>, UserError> = [
    .code(200, .stream(.bytes)), .code(404, .error(.notFound)),
  ]
}

func downloaded<E: ResourceConvertible>(
  _ endpoint: E, by client: Client, to file: URL
) async -> Result<Int64, E.Thrown> where E.Output == ResponseStream<Data, Never> {
  do throws(E.Thrown) { return .success(try await client.download(endpoint, to: file)) } catch {
    return .failure(error)
  }
}

/// What is in the files of a download, by their names.
func contents(_ folder: URL) -> [String: String] {
  Dictionary(
    uniqueKeysWithValues: names(in: folder).map { name in
      (
        name,
        (try? Data(contentsOf: folder.appending(path: name))).map { String(decoding: $0, as: UTF8.self) }
          ?? "?"
      )
    })
}

extension Result<Int64, CallError<UserError>> {
  var length: Int64? { try? get() }
}
