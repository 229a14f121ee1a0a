public import Repartee
import ReparteeJSON
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Takes the place of a server with what a ``Recording``, a browser or a proxy has written down.
///
/// ```swift
/// let replay = Replay(try HAR(contentsOf: file))
/// let client = client.replaying(replay)
/// // … the calls that were recorded …
/// #expect(replay.problems.isEmpty && replay.orphans.isEmpty)
/// ```
///
/// A request for which there is no entry fails with a `TransportError` that says what the nearest one has differently, and
/// is one of ``problems``. Nothing is sent.
public final class Replay: Sendable {
  /// Which entry is the response to a request.
  public struct Matching: Sendable, Hashable {
    /// Whether the bodies have to be equal, secrets masked.
    public var body = true
    /// The header fields that have to be equal, secrets masked; none unless you say otherwise.
    public var fields: [String] = []
    /// Whether the query's items have to come in the same order.
    public var order = true
    /// Whether an entry is used once only, so that two equal requests need two; else the last of them stays.
    public var once = true

    /// Method, URL and body have to be equal, and each entry is used once.
    public static let strict = Matching()

    /// Method and URL have to be equal, in whatever order the query is; entries are used again and again.
    public static let lenient = Matching(body: false, order: false, once: false)

    /// The same, if these header fields are equal too.
    public func fields(_ names: String...) -> Matching {
      var matching = self
      matching.fields += names
      return matching
    }
  }

  /// A request in the parts that are compared.
  private struct Parts: Sendable {
    let request: HAR.Request
    let path: Substring
    let query: Substring?
    let sortedQuery: [Substring]
    /// The body, if it is JSON, which is the same in whatever order its keys are.
    let json: JSONValue?

    init(_ request: HAR.Request) {
      self.request = request
      let parts = request.url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      path = parts.first ?? ""
      query = parts.dropFirst().first
      sortedQuery = query?.split(separator: "&").sorted() ?? []
      json = request.body.isEmpty ? nil : try? JSONCoder().decode(JSONValue.self, from: request.body)
    }
  }

  private struct State {
    var uses: [Int]
    var problems: [String] = []
  }

  private let entries: [HAR.Entry]
  private let parts: [Parts]
  private let matching: Matching
  private let onProblem: @Sendable (String) -> Void
  private let state: Mutex<State>

  /// A replay of an archive.
  ///
  /// - Parameters:
  ///   - har: What was recorded.
  ///   - matching: Which entry is the response to a request.
  ///   - onProblem: Is told of each of ``problems``; nil writes them to the standard error.
  public init(
    _ har: HAR, _ matching: Matching = .strict, onProblem: (@Sendable (_ problem: String) -> Void)? = nil
  ) {
    entries = har.entries
    parts = har.entries.map { Parts($0.request) }
    self.matching = matching
    self.onProblem = onProblem ?? writeProblem
    state = Mutex(State(uses: Array(repeating: 0, count: har.entries.count)))
  }

  /// The entries that no request has asked for.
  public var orphans: [HAR.Entry] {
    state.withLock { state in entries.indices.filter { state.uses[$0] == 0 }.map { entries[$0] } }
  }

  /// The requests for which there was no entry.
  public var problems: [String] { state.withLock { $0.problems } }

  /// How old the recording is: of its oldest entry; nil without one.
  public func age(at now: Date = Date()) -> Duration? {
    entries.map(\.start).min().map { .seconds(max(now.timeIntervalSince($0), 0)) }
  }

  // MARK: Parts

  fileprivate func entry(for request: HAR.Request) -> HAR.Entry? {
    let request = Parts(request)
    return state.withLock { state in
      var found: Int?
      for index in entries.indices where !matching.once || state.uses[index] == 0 {
        guard difference(index, request) == nil else { continue }
        found = index
        if state.uses[index] == 0 { break }
      }
      guard let found else { return nil }
      state.uses[found] += 1
      return entries[found]
    }
  }

  /// What an entry has differently, most important first; nil if it is the same request.
  private func difference(_ index: Int, _ request: Parts) -> Difference? {
    let entry = parts[index]
    if entry.request.method != request.request.method { return .method }
    if entry.path != request.path { return .path }
    let isSameQuery =
      matching.order ? entry.query == request.query : entry.sortedQuery == request.sortedQuery
    if !isSameQuery { return .query }
    for name in matching.fields.compactMap({ HTTPField.Name($0) })
    where entry.request.headers[name] != request.request.headers[name] {
      return .field(name.rawName)
    }
    let isSameBody =
      entry.request.body == request.request.body || entry.json != nil && entry.json == request.json
    return matching.body && !isSameBody ? .body : nil
  }

  private enum Difference: Comparable {
    case body
    case field(String)
    case query
    case path
    case method
  }

  fileprivate func complaint(of request: HAR.Request) -> String {
    let call = "\(request.method) \(request.url)"
    let sent = Parts(request)
    let nearest = entries.indices.compactMap { index in difference(index, sent).map { (index, $0) } }
      .min { $0.1 < $1.1 }
    let advice =
      switch nearest {
      case _ where entries.isEmpty: "there is none at all"
      case _ where entries.indices.contains { difference($0, sent) == nil }:
        "its entries were used; there are more requests than were recorded"
      case nil: "there is none"
      case (let index, .body)?: "entry \(index + 1) has another body"
      case (let index, .field(let name))?: "entry \(index + 1) has another field \(name)"
      case (let index, .query)?: "entry \(index + 1) has another query: \(entries[index].request.url)"
      case (let index, _)?:
        "the nearest is entry \(index + 1): \(entries[index].request.method) \(entries[index].request.url)"
      }
    return Shown.text("no entry was recorded for \(call): \(advice)", limit: Shown.message)
  }

  fileprivate func note(_ problem: String) {
    state.withLock { $0.problems.append(problem) }
    onProblem(problem)
  }
}

extension Client {
  /// This client with a recording in the place of the server: everything else is as it is.
  public func replaying(_ replay: Replay) -> Client {
    replacingTransport(by: ReplayTransport(replay: replay, redaction: redaction))
  }
}

private struct ReplayTransport: Transport {
  let replay: Replay
  let redaction: Redaction

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let body = try await request.body?.collect(upTo: .max) ?? Data()
    if Task.isCancelled { throw TransportError(.cancelled) }
    let sent = HAR.Request(
      method: request.head.method.rawValue, url: redaction.maskedURL(of: request.head),
      headers: redaction.masked(request.head.headerFields),
      body: redaction.masked(body, request.head.headerFields))
    guard let entry = replay.entry(for: sent) else {
      let problem = replay.complaint(of: sent)
      replay.note(problem)
      throw TransportError(.other, message: problem)
    }
    let error = entry.error.map { TransportError(TransportError.Kind(recorded: $0)) }
    guard let response = entry.response else { throw error ?? TransportError(.other) }
    let head = HTTPResponse(
      status: .init(code: min(max(response.status, 0), 999), reasonPhrase: response.reasonPhrase),
      headerFields: response.headers)
    let isHead = request.head.method == .head
    let bytes = isHead ? Data() : response.body
    guard let error else { return TransportResponse(head: head, body: ByteStream(bytes)) }
    return TransportResponse(head: head, body: ByteStream(bytes, then: error))
  }
}

extension ByteStream {
  /// Bytes, and then an error.
  fileprivate init(_ bytes: Data, then error: TransportError) {
    self.init(
      length: nil,
      once: {
        var rest = bytes
        return { () async throws(TransportError) -> Data? in
          defer { rest = Data() }
          if rest.isEmpty { throw error }
          return rest
        }
      })
  }
}

extension TransportError.Kind {
  /// The kind of a name that was recorded.
  fileprivate init(recorded name: String) {
    let known: [TransportError.Kind] = [
      .cancelled, .offline, .hostNotFound, .cannotConnect, .connectionLost, .tls, .protocolViolation,
      .timedOut(.connectionPool), .timedOut(.connect), .timedOut(.head), .timedOut(.idle),
      .timedOut(.attempt),
      .timedOut(.total),
    ]
    self = known.first { $0.description == name } ?? .other
  }
}
