public import Repartee
import ReparteeJSON
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Replaces a server by the recorded responses of a ``Recording``, a browser or a proxy.
///
/// ```swift
/// let replay = Replay(try HAR(contentsOf: file))
/// let client = client.replaying(replay)
/// // … the calls that were recorded …
/// #expect(replay.problems.isEmpty && replay.orphans.isEmpty)
/// ```
///
/// A request without an entry fails with a `TransportError` that says how the nearest entry differs, and is one of
/// ``problems``. Nothing is sent.
public final class Replay: Sendable {
  /// How the entry for a request is found.
  public struct Matching: Sendable, Hashable {
    /// Whether the bodies have to be equal, with secrets masked.
    public var comparesBodies = true
    /// The header fields that have to be equal, with secrets masked; none by default.
    public var fields: [String] = []
    /// Whether the query items have to be in the same order.
    public var comparesOrder = true
    /// Whether an entry is used only once, so that two equal requests need two entries. Otherwise the last of them is
    /// repeated.
    public var usesEntriesOnce = true

    /// Requires equal method, URL and body, and uses each entry once.
    public static let strict = Matching()

    /// Requires equal method and URL, with the query in any order, and repeats entries.
    public static let lenient = Matching(
      comparesBodies: false, comparesOrder: false, usesEntriesOnce: false)

    /// Returns this matching with further header fields that have to be equal.
    public func fields(_ names: String...) -> Matching {
      var matching = self
      matching.fields += names
      return matching
    }
  }

  private struct State {
    var uses: [Int]
    var problems: [String] = []
  }

  fileprivate let entries: [HAR.Entry]
  fileprivate let matching: Matching
  private let onProblem: @Sendable (String) -> Void
  private let state: Mutex<State>

  /// Creates a replay of an archive.
  ///
  /// - Parameters:
  ///   - har: The archive.
  ///   - matching: How the entry for a request is found.
  ///   - onProblem: Called with each of ``problems``; nil writes them to the standard error.
  public init(
    _ har: HAR, matching: Matching = .strict, onProblem: (@Sendable (_ problem: String) -> Void)? = nil
  ) {
    entries = har.entries
    self.matching = matching
    self.onProblem = onProblem ?? writeProblem
    state = Mutex(State(uses: Array(repeating: 0, count: har.entries.count)))
    for name in matching.fields where HTTPField.Name(name) == nil {
      note("\(Shown.text(name, limit: 100)) is no name of a header field, so that no entry is compared by it")
    }
  }

  /// The entries that no request has used.
  public var orphans: [HAR.Entry] {
    state.withLock { state in entries.indices.filter { state.uses[$0] == 0 }.map { entries[$0] } }
  }

  /// The problems: each request without an entry, and each field of the matching whose name is invalid.
  public var problems: [String] { state.withLock { $0.problems } }

  /// Returns the age of the oldest entry, at most 1,000 years; nil without entries.
  public func age(at now: Date = Date()) -> Duration? {
    let age = entries.map { now.timeIntervalSince($0.start) }.filter(\.isFinite).max()
    return age.map { .seconds(min(max($0, 0), 1_000 * 365 * 86_400)) }
  }

  /// Uses the first unused entry; the last one if all are used and entries are repeated.
  fileprivate func use(_ indices: some Sequence<Int>) -> HAR.Entry? {
    state.withLock { state in
      var found: Int?
      for index in indices where !matching.usesEntriesOnce || state.uses[index] == 0 {
        found = index
        if state.uses[index] == 0 { break }
      }
      guard let found else { return nil }
      state.uses[found] += 1
      return entries[found]
    }
  }

  fileprivate func note(_ problem: String) {
    state.withLock { $0.problems.append(problem) }
    onProblem(problem)
  }
}

extension Client {
  /// Returns this client with a recording in place of the server; everything else is unchanged.
  public func replaying(_ replay: Replay) -> Client {
    replacingTransport(
      by: ReplayTransport(replay: replay, index: ReplayIndex(replay.entries, replay.matching, redaction)))
  }
}

private struct ReplayTransport: Transport {
  let replay: Replay
  let index: ReplayIndex

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let body = try await request.body?.collect(upTo: .max) ?? Data()
    if Task.isCancelled { throw TransportError(.cancelled) }
    let sent = index.compared(
      HAR.Request(
        method: request.head.method.rawValue, url: request.head.urlText, headers: request.head.headerFields,
        body: body))
    guard let entry = replay.use(index.entries(for: sent)) else {
      let problem = index.complaint(of: sent)
      replay.note(problem)
      throw TransportError(.other, message: problem)
    }
    let error = entry.error.map { TransportError(recorded: $0) }
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
  /// Creates a body of bytes that ends with an error.
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

extension TransportError {
  /// Creates the recorded error, from the name of a kind or the text of another program.
  fileprivate init(recorded name: String) {
    let known: [TransportError.Kind] = [
      .cancelled, .offline, .hostNotFound, .cannotConnect, .connectionLost, .tls, .protocolViolation,
      .timedOut(.connectionPool), .timedOut(.connect), .timedOut(.head), .timedOut(.idle),
      .timedOut(.attempt), .timedOut(.total),
    ]
    if let kind = known.first(where: { $0.description == name }) {
      self.init(kind)
    } else {
      self.init(.other, message: "recorded as \(Shown.text(name, limit: 200))")
    }
  }
}
