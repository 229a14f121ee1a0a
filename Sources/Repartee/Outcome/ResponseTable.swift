/// What an outcome does with a response, whatever its types.
struct OutcomeTraits: Sendable {
  var bodyUse = BodyUse.raw
  var canGiveOutput = true
  /// Whether it can't do without the body: one that breaks off, or is larger than the limit, fails the call.
  var needsBody = true
  /// Whether it takes over the body as a stream.
  var isStreamed = false
  /// Whether it is one of several, one of which streams: it always fails.
  var hasStreamedAlternative = false
  /// What to ask for in `Accept`, where that is more than ``mediaRange`` and ``bodyUse`` tell.
  var accepts: [MediaRange] = []
  /// The content type that a response has to have if it has any, where ``mediaRange`` doesn't say.
  var requiredType: MediaRange?
  var mediaRange: MediaRange?
  var transience: Transience?

  func takes(_ contentType: MediaType?) -> Bool {
    guard let mediaRange, let contentType else { return true }
    return mediaRange.contains(contentType)
  }

  /// What is to become of a response whose head is there.
  func plan(for exchange: Exchange) -> ResponsePlan {
    let reading: Exchange.BodyReading =
      if mismatch(with: exchange) != nil { .beginning } else {
        isStreamed ? .stream : needsBody ? .whole : .spare
      }
    return ResponsePlan(reading: reading, transience: transience, isExpected: canGiveOutput)
  }

  /// What is wrong with the content type of the response, where the outcome can read only one.
  func mismatch(with exchange: Exchange) -> DecodingFailure? {
    guard mediaRange == nil, let requiredType, let head = exchange.head else { return nil }
    return requiredType.mismatch(head)
  }
}

/// The lines of a map, in the order in which outcomes are looked for: first those of an exact code. It knows no types,
/// so that a look-up takes no generic code; an outcome is known by its index.
struct ResponseTable: Sendable {
  struct Line: Sendable {
    enum Kind { case exact, range, fallback }

    let kind: Kind
    let first: Int
    let last: Int
    var traits: OutcomeTraits

    /// An outcome of one status code.
    static func exact(_ code: Int, _ traits: OutcomeTraits) -> Line {
      Line(kind: .exact, first: code, last: code, traits: traits)
    }

    /// An outcome of several.
    static func range(_ first: Int, _ last: Int, _ traits: OutcomeTraits) -> Line {
      Line(kind: .range, first: first, last: last, traits: traits)
    }

    /// What every other response goes to.
    static func fallback(_ traits: OutcomeTraits) -> Line {
      Line(kind: .fallback, first: .min, last: .max, traits: traits)
    }
  }

  private(set) var lines: [Line] = []
  private var exact: [Int: [Int]] = [:]
  private var ranges: [Int] = []
  /// What every other response goes to, of a map that resolves all of them.
  private(set) var fallback: Int?

  mutating func append(_ line: Line) {
    switch line.kind {
    case .exact: exact[line.first, default: []].append(lines.count)
    case .range: ranges.append(lines.count)
    case .fallback: fallback = lines.count
    }
    lines.append(line)
  }

  /// Whether a status has a line by its exact code, whatever its content types.
  func declares(_ code: Int) -> Bool { exact[code] != nil }

  /// The line that is declared for a status and a content type.
  func declared(for code: Int, contentType: MediaType?) -> Int? {
    if let index = exact[code]?.first(where: { lines[$0].traits.takes(contentType) }) { return index }
    return ranges.first {
      lines[$0].first <= code && code <= lines[$0].last && lines[$0].traits.takes(contentType)
    }
  }

  /// The line for a response, of which the head is there.
  func line(for response: Exchange) -> Int? {
    response.status.flatMap { declared(for: $0.code, contentType: response.contentType) ?? fallback }
  }

  /// The content types that are declared for a status; empty where it is not declared.
  func mediaRanges(for code: Int) -> [MediaRange] {
    let ranges = ranges.filter { lines[$0].first <= code && code <= lines[$0].last }
    return (exact[code, default: []] + ranges).compactMap { lines[$0].traits.mediaRange }
  }
}
