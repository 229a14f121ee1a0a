public import Repartee
import ReparteeBase
import ReparteeRedaction

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
/// #expect(replay.problems.isEmpty && replay.unusedEntries.isEmpty)
/// ```
///
/// A request without an entry fails with a `TransportError` that says how the nearest entry differs. For secrets, see
/// ``Matching/distinguishesSecrets``.
public final class Replay: Sendable {
  /// How the entry for a request is found.
  public struct Matching: Sendable, Hashable {
    /// Whether the bodies must be equal, with secrets masked.
    public var comparesBodies = true
    /// The header fields that must be equal, with secrets masked; none by default.
    public var fields: [String] = []
    /// Whether the query items must be in the same order.
    public var comparesOrder = true
    /// Whether requests differ if only masked secrets in the URL or a compared body differ; true by default.
    ///
    /// Then each value stands for one recorded value, in the order of the recording, and a further value has no entry.
    /// With false, for example for signatures, such requests share their entries in order. A value with `***`, from a
    /// replayed response, equals any.
    public var distinguishesSecrets = true
    /// Whether each entry is used once; otherwise the last equal one is repeated.
    public var usesEntriesOnce = true

    /// Compares method, URL and body, and uses each entry once.
    public static let strict = Matching()

    /// Compares method and URL, with the query in any order, and repeats entries.
    public static let lenient = Matching(
      comparesBodies: false, comparesOrder: false, usesEntriesOnce: false)

    /// Returns this matching with further compared header fields.
    public func fields(_ names: String...) -> Matching {
      var matching = self
      matching.fields += names
      return matching
    }
  }

  private struct State {
    var uses: [Int]
    var bindings = SecretBindings()
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
  ///   - onProblem: Called with each of ``problems``; nil writes them to standard error.
  public init(
    _ har: HAR, matching: Matching = .strict, onProblem: (@Sendable (_ problem: String) -> Void)? = nil
  ) {
    entries = har.entries
    self.matching = matching
    self.onProblem = onProblem ?? writeProblem
    state = Mutex(State(uses: Array(repeating: 0, count: har.entries.count)))
    for name in matching.fields where HTTPField.Name(name) == nil {
      note(
        "\(DisplayText.text(name, limit: 100)) is not a header field name, so it is not compared"
      )
    }
  }

  /// The unused entries.
  public var unusedEntries: [HAR.Entry] {
    state.withLock { state in entries.indices.filter { state.uses[$0] == 0 }.map { entries[$0] } }
  }

  /// The requests without an entry, and invalid field names of the matching.
  public var problems: [String] { state.withLock { $0.problems } }

  /// The age of the oldest entry, at most 1,000 years; nil without entries.
  public func age(at now: Date = Date()) -> Duration? {
    let age = entries.map { now.timeIntervalSince($0.start) }.filter(\.isFinite).max()
    return age.map { .seconds(min(max($0, 0), 1_000 * 365 * 86_400)) }
  }

  /// The first unused entry, or the last one if entries are repeated.
  fileprivate func use(
    _ index: ReplayIndex, for sent: ReplayIndex.Compared
  ) -> (entry: HAR.Entry?, isBound: Bool) {
    state.withLock { state -> (entry: HAR.Entry?, isBound: Bool) in
      guard let group = index.firstEntry(for: sent) else { return (nil, false) }
      var found: Int?
      var isBound = false
      for entry in index.entries(for: sent) where !matching.usesEntriesOnce || state.uses[entry] == 0 {
        guard state.bindings.allow(index.secrets(of: entry), sent.secrets, in: group) else {
          isBound = true
          continue
        }
        found = entry
        if state.uses[entry] == 0 { break }
      }
      guard let found else { return (nil, isBound) }
      state.uses[found] += 1
      state.bindings.bind(index.secrets(of: found), sent.secrets, in: group)
      return (entries[found], isBound)
    }
  }

  fileprivate func note(_ problem: String) {
    state.withLock { $0.problems.append(problem) }
    onProblem(problem)
  }
}

extension Client {
  /// Returns this client with a recording in place of the server.
  public func replaying(_ replay: Replay) -> Client {
    replacingTransport(by: ReplayTransport(replay, redaction))
  }
}

private final class ReplayTransport: Transport {
  private let replay: Replay
  private let redaction: Redaction
  /// The indices by the redaction of a request, which includes the secrets of its credential.
  private let indices = Mutex<[Redaction: ReplayIndex]>([:])

  init(_ replay: Replay, _ redaction: Redaction) {
    self.replay = replay
    self.redaction = redaction
  }

  private func index(masking redaction: Redaction) -> ReplayIndex {
    indices.withLock { indices in
      if let index = indices[redaction] { return index }
      // A limit, because credentials can add new secrets with every request.
      if indices.count == 100 { indices = [:] }
      let index = ReplayIndex(replay.entries, replay.matching, redaction)
      indices[redaction] = index
      return index
    }
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let body = try await request.body?.collect(upTo: .max) ?? Data()
    if Task.isCancelled { throw TransportError(.cancelled) }
    let index = index(masking: request.redacting?() ?? redaction)
    let sent = index.compared(
      HAR.Request(
        method: request.head.method.rawValue, url: request.head.urlText, headers: request.head.headerFields,
        body: body))
    let (found, isBound) = replay.use(index, for: sent)
    guard let entry = found else {
      let problem = index.problem(of: sent, isBound: isBound)
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
  fileprivate init(recorded name: String) {
    if let kind = TransportError.Kind(recorded: name) {
      self.init(kind)
    } else {
      self.init(.other, message: "recorded as \(DisplayText.text(name, limit: 200))")
    }
  }
}
