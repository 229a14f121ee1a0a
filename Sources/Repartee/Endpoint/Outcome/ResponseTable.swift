import HTTPTypes

struct OutcomeTraits: Sendable {
  var bodyUse = BodyUse.raw
  var canGiveOutput = true
  /// Whether a cut-off or too large body fails the call.
  var needsBody = true
  var isStreamed = false
  var hasStreamedAlternative = false
  var accepts: [MediaRange] = []
  var requiredType: MediaRange?
  var mediaRange: MediaRange?
  var retryability: Retryability?
  var json: JSONChange?
  /// Whether inner outcomes with their own JSON options may read the response.
  var hasInnerOptions = false
  /// Whether a rule of an included map needs the failure.
  var notesFailure = false

  var needsNote: Bool { hasInnerOptions || notesFailure }

  func takes(_ contentType: MediaType?) -> Bool {
    guard let mediaRange, let contentType else { return true }
    return mediaRange.contains(contentType)
  }

  fileprivate func body(of head: HTTPResponse) -> BodyPlan {
    if mismatch(with: head) != nil { return .prefix(within: .unlimited) }
    return isStreamed ? .stream : needsBody ? .whole : .optional
  }

  func mismatch(with head: HTTPResponse) -> BodyDecodingError? {
    guard let requiredType, mediaRange == nil else { return nil }
    return requiredType.mismatch(head)
  }
}

/// Not generic: lookups run no generic code.
struct ResponseTable: Sendable {
  /// A class, because the traits are large.
  final class Case: Sendable {
    enum Kind { case exact, range, fallback }

    let kind: Kind
    let first: Int
    let last: Int
    let traits: OutcomeTraits

    private init(kind: Kind, first: Int, last: Int, traits: OutcomeTraits) {
      self.kind = kind
      self.first = first
      self.last = last
      self.traits = traits
    }

    /// Whether its outcome reads the whole of a resource.
    var readsWhole: Bool { first >= 200 && last <= 299 && traits.bodyUse != .none }

    static func exact(_ code: Int, _ traits: OutcomeTraits) -> Case {
      Case(kind: .exact, first: code, last: code, traits: traits)
    }

    static func range(_ first: Int, _ last: Int, _ traits: OutcomeTraits) -> Case {
      Case(kind: .range, first: first, last: last, traits: traits)
    }

    static func fallback(_ traits: OutcomeTraits) -> Case {
      Case(kind: .fallback, first: .min, last: .max, traits: traits)
    }

    func with(_ traits: OutcomeTraits) -> Case { Case(kind: kind, first: first, last: last, traits: traits) }
  }

  private(set) var cases: [Case] = []
  private var exact: [Int: [Int]] = [:]
  private var ranges: [Int] = []
  /// The case of ``ResponseMap/wrapping(_:)`` for every other response.
  private(set) var fallback: Int?

  mutating func append(_ added: Case) {
    switch added.kind {
    case .exact: exact[added.first, default: []].append(cases.count)
    case .range: ranges.append(cases.count)
    case .fallback: fallback = cases.count
    }
    cases.append(added)
  }

  func declares(_ code: Int) -> Bool { exact[code] != nil }

  /// A range of success codes does not declare a part for which the request did not ask.
  func declared(for code: Int, contentType: MediaType?, isUnaskedPart: Bool) -> Int? {
    if let index = exact[code]?.first(where: { cases[$0].traits.takes(contentType) }) { return index }
    return ranges.first {
      cases[$0].first <= code && code <= cases[$0].last && cases[$0].traits.takes(contentType)
        && !(isUnaskedPart && cases[$0].readsWhole)
    }
  }

  func plan(
    for head: HTTPResponse, _ code: Int, _ contentType: MediaType?, isUnaskedPart: Bool
  ) -> ResponsePlan {
    let index =
      declared(for: code, contentType: contentType, isUnaskedPart: isUnaskedPart) ?? fallback
    return ResponsePlan(
      body: index.map { cases[$0].traits.body(of: head) } ?? .whole, caseIndex: index,
      contentType: contentType,
      isUnaskedPart: isUnaskedPart, retryability: index.flatMap { cases[$0].traits.retryability },
      isExpected: index.map { cases[$0].traits.canGiveOutput } ?? false)
  }

  func mediaRanges(for code: Int) -> [MediaRange] {
    let ranges = ranges.filter { cases[$0].first <= code && code <= cases[$0].last }
    return (exact[code, default: []] + ranges).compactMap { cases[$0].traits.mediaRange }
  }
}
