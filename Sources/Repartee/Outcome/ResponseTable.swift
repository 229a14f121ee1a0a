/// The properties of an outcome that do not depend on its generic types.
struct OutcomeTraits: Sendable {
  var bodyUse = BodyUse.raw
  var canGiveOutput = true
  /// Whether the outcome needs the body: then a body that is cut off, or larger than the limit, fails the call.
  var needsBody = true
  /// Whether the outcome takes over the body as a stream.
  var isStreamed = false
  /// Whether the outcome has alternatives, one of which streams: then it always fails.
  var hasStreamedAlternative = false
  /// The content types for `Accept`, if ``mediaRange`` and ``bodyUse`` don't determine them.
  var accepts: [MediaRange] = []
  /// The content type that a response must have, if it has any and ``mediaRange`` is nil.
  var requiredType: MediaRange?
  var mediaRange: MediaRange?
  var retryability: Retryability?
  /// The outcome's own JSON options.
  var json: JSONChange?
  /// Whether other outcomes, with options of their own, may read the response for this one.
  var hasInnerOptions = false

  func takes(_ contentType: MediaType?) -> Bool {
    guard let mediaRange, let contentType else { return true }
    return mediaRange.contains(contentType)
  }

  /// Returns what to do with a response whose head was received.
  func plan(for exchange: Exchange) -> ResponsePlan {
    let body: BodyPlan =
      if mismatch(with: exchange) != nil { .prefix(within: .unlimited) } else {
        isStreamed ? .stream : needsBody ? .whole : .optional
      }
    return ResponsePlan(body: body, retryability: retryability, isExpected: canGiveOutput)
  }

  /// Returns a failure if the outcome requires another content type than the response has.
  func mismatch(with exchange: Exchange) -> BodyDecodingError? {
    guard mediaRange == nil, let requiredType, let head = exchange.head else { return nil }
    return requiredType.mismatch(head)
  }
}

/// The lines of a map, to look up outcomes: exact codes first, then ranges in order. The table is not generic, so that
/// a lookup runs no generic code; outcomes are identified by their indexes.
struct ResponseTable: Sendable {
  struct Line: Sendable {
    enum Kind { case exact, range, fallback }

    let kind: Kind
    let first: Int
    let last: Int
    var traits: OutcomeTraits

    /// Creates the line of one status code.
    static func exact(_ code: Int, _ traits: OutcomeTraits) -> Line {
      Line(kind: .exact, first: code, last: code, traits: traits)
    }

    /// Creates the line of a range of status codes.
    static func range(_ first: Int, _ last: Int, _ traits: OutcomeTraits) -> Line {
      Line(kind: .range, first: first, last: last, traits: traits)
    }

    /// Creates the line for every other response.
    static func fallback(_ traits: OutcomeTraits) -> Line {
      Line(kind: .fallback, first: .min, last: .max, traits: traits)
    }
  }

  private(set) var lines: [Line] = []
  private var exact: [Int: [Int]] = [:]
  private var ranges: [Int] = []
  /// The line for every other response, of a map that resolves all responses.
  private(set) var fallback: Int?

  mutating func append(_ line: Line) {
    switch line.kind {
    case .exact: exact[line.first, default: []].append(lines.count)
    case .range: ranges.append(lines.count)
    case .fallback: fallback = lines.count
    }
    lines.append(line)
  }

  /// Returns whether a status has a line by its exact code, for any content type.
  func declares(_ code: Int) -> Bool { exact[code] != nil }

  /// Returns the line that is declared for a status and a content type.
  func declared(for code: Int, contentType: MediaType?) -> Int? {
    if let index = exact[code]?.first(where: { lines[$0].traits.takes(contentType) }) { return index }
    return ranges.first {
      lines[$0].first <= code && code <= lines[$0].last && lines[$0].traits.takes(contentType)
    }
  }

  /// Returns the line for a response whose head was received.
  func line(for response: Exchange) -> Int? {
    response.status.flatMap { declared(for: $0.code, contentType: response.contentType) ?? fallback }
  }

  /// Returns the content types that are declared for a status; empty if it is not declared.
  func mediaRanges(for code: Int) -> [MediaRange] {
    let ranges = ranges.filter { lines[$0].first <= code && code <= lines[$0].last }
    return (exact[code, default: []] + ranges).compactMap { lines[$0].traits.mediaRange }
  }
}
