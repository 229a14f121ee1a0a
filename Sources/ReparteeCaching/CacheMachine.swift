import HTTPTypes
import Repartee

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A private cache (RFC 9111), as functions of values.
struct CacheMachine: Sendable {
  struct Serving: Sendable, Hashable {
    var index: Int
    var reason: CacheReason
    var age: Int
    /// Nil for the whole body.
    var range: Range<Int>?
    var revalidates = false
    var isNotModified = false
  }

  enum Decision: Sendable, Hashable {
    case serve(Serving)
    /// Serve `fallback` if the origin fails.
    case validate(index: Int, HTTPFields, CacheReason, fallback: Serving?)
    case fetch(CacheReason, fallback: Serving? = nil)
    /// Nothing may be sent, and no stored response may be used.
    case unsatisfiable
  }

  /// RFC 9111, section 4.2.2.
  var usesHeuristics = false

  /// The latest of `stored` is last.
  func decision<Stored: RandomAccessCollection>(
    for request: HTTPRequest, isQuery: Bool = false, policy: CachePolicy, stored: Stored, at now: Date
  ) -> Decision where Stored.Element == StoredResponse, Stored.Index == Int {
    guard Self.isCacheable(request.method, isQuery) else { return .fetch(.method) }
    let fields = request.headerFields
    let control = CacheControl(fields)
    let mode = policy.mode
    let isOffline = mode == .onlyIfCached || control.has("only-if-cached")
    func send(_ reason: CacheReason) -> Decision { isOffline ? .unsatisfiable : .fetch(reason) }
    if mode == .noStore || control.has("no-store") { return send(.noStore) }
    if mode == .reload { return send(.asked) }
    // Defined for GET only (RFC 9110, section 14.2).
    if fields.contains(.range), request.method != .head {
      let selected = stored.indices.filter { stored[$0].isSelected(by: request) }
      return part(of: Array(stored), selected, for: fields, policy, control, at: now) ?? send(.range)
    }
    guard let index = Self.latest(of: stored, for: request) else {
      return send(stored.isEmpty ? .notStored : .otherVariants)
    }

    let candidate = stored[index]
    // Otherwise, a validator has another meaning (RFC 9110, section 13.1.2; RFC 10008 for QUERY).
    let isReading = request.method.properties.contains(.identifiedByURL) || request.method.rawValue == "QUERY"
    let own = candidate.control
    let age = candidate.age(at: now)
    let lifetime = candidate.lifetime(heuristically: usesHeuristics)
    let staleness = age - lifetime
    let isStrict = own.isStrict
    func serving(_ reason: CacheReason, revalidates: Bool = false) -> Serving {
      Serving(
        index: index, reason: reason, age: age, revalidates: revalidates,
        isNotModified: isReading && candidate.satisfies(fields))
    }
    func validation(_ reason: CacheReason) -> Decision {
      if isOffline { return .unsatisfiable }
      let fallback =
        reason == .stale && isUsableOnError(candidate, control, at: now) ? serving(.staleOnError) : nil
      // A request's own condition is unchanged; in HEAD, a condition would save nothing.
      if fields.hasCondition || request.method != .get { return .fetch(reason, fallback: fallback) }
      guard let conditions = candidate.conditions else { return .fetch(reason, fallback: fallback) }
      return .validate(index: index, conditions, reason, fallback: fallback)
    }

    if own.hasUnqualified("no-cache") { return validation(.noCache) }
    if mode == .noCache || control.has("no-cache") || control.isEmpty && fields.hasPragmaNoCache {
      return validation(.asked)
    }
    if mode == .forceCache || mode == .onlyIfCached {
      if staleness < 0 { return .serve(serving(.fresh)) }
      if !isStrict { return .serve(serving(.staleAllowed)) }
    }
    let allowed = max(policy.maxStaleSeconds ?? -1, control.maxStale ?? -1)
    // RFC 8246: a fresh immutable response is not requested again.
    let isTooOld =
      (control.seconds("max-age").map { age - $0 > max(allowed, 0) } ?? false)
      && !(own.has("immutable") && staleness < 0)
    let isTooNearItsEnd = control.seconds("min-fresh").map { -staleness < $0 } ?? false
    if isTooOld || isTooNearItsEnd { return validation(.asked) }
    if staleness < 0 { return .serve(serving(.fresh)) }
    if isStrict { return validation(.stale) }
    if staleness <= allowed { return .serve(serving(.staleAllowed)) }
    if mode != .revalidate, !isOffline, let window = own.seconds("stale-while-revalidate"),
      staleness <= window
    {
      return .serve(serving(.staleWhileRevalidating, revalidates: true))
    }
    return validation(.stale)
  }

  /// The index of the latest response; of those with equal dates, the last one stored.
  private static func latest<Stored: RandomAccessCollection>(
    of stored: Stored, for request: HTTPRequest
  ) -> Int? where Stored.Element == StoredResponse, Stored.Index == Int {
    var latest: Int?
    for index in stored.indices where stored[index].part == nil && stored[index].isSelected(by: request) {
      if let latest, stored[index].date < stored[latest].date { continue }
      latest = index
    }
    return latest
  }

  /// RFC 5861, section 4.
  private func isUsableOnError(_ stored: StoredResponse, _ control: CacheControl, at now: Date) -> Bool {
    let windows = [stored.control.seconds("stale-if-error"), control.seconds("stale-if-error")]
    guard !stored.control.isStrict, let window = windows.compactMap(\.self).max() else { return false }
    return stored.age(at: now) - stored.lifetime(heuristically: usesHeuristics) <= window
  }

  /// Nil if too old.
  func fallback(_ serving: Serving, _ stored: StoredResponse, for request: HTTPRequest, at now: Date)
    -> Serving?
  {
    guard isUsableOnError(stored, CacheControl(request.headerFields), at: now) else { return nil }
    var serving = serving
    serving.age = stored.age(at: now)
    return serving
  }

  static func isCacheable(_ method: HTTPRequest.Method, _ isQuery: Bool) -> Bool {
    isQuery || method.properties.contains(.identifiedByURL)
  }

  /// RFC 9110, section 14.2; RFC 9111, section 3.4. Nil if no response has the range.
  private func part(
    of stored: [StoredResponse], _ selected: [Int], for fields: HTTPFields, _ policy: CachePolicy,
    _ control: CacheControl, at now: Date
  ) -> Decision? {
    guard policy.mode != .noCache, control.isEmpty, !fields.hasPragmaNoCache, !fields.hasCondition,
      let wanted = fields.single(.range).flatMap(ByteRange.init)
    else { return nil }
    // The most recent first (RFC 9111, section 4).
    for index in selected.sorted(by: { (stored[$0].date, $0) > (stored[$1].date, $1) }) {
      let candidate = stored[index]
      guard !candidate.control.hasUnqualified("no-cache"), let bytes = candidate.bytes(of: wanted),
        candidate.satisfiesIfRange(fields)
      else { continue }
      let age = candidate.age(at: now)
      if age < candidate.lifetime(heuristically: usesHeuristics) {
        return .serve(Serving(index: index, reason: .fresh, age: age, range: bytes))
      }
      let takesAny = policy.mode == .forceCache || policy.mode == .onlyIfCached
      guard takesAny, !candidate.control.has("must-revalidate") else { continue }
      return .serve(Serving(index: index, reason: .staleAllowed, age: age, range: bytes))
    }
    return nil
  }

  // MARK: Responses

  enum Storing: Sendable, Hashable {
    case store(StoredResponse)
    /// Serve it with updated fields; remove it unless `isKept`.
    case freshened(StoredResponse, isKept: Bool)
    case fallBack
    case pass
  }

  func storing(
    _ response: HTTPResponse, to request: HTTPRequest, isQuery: Bool = false, policy: CachePolicy,
    validated: StoredResponse?, hasFallback: Bool, requestTime: Date, responseTime: Date,
    isIdentity: (HTTPField.Name) -> Bool = { _ in false }
  ) -> Storing {
    let status = response.status.code
    if var stored = validated, status == 304 {
      guard stored.isSelected(by: response.headerFields) else { return .pass }
      stored.update(with: response.headerFields, requestTime: requestTime, responseTime: responseTime)
      let isKept = stored.isKeepable && StoredResponse.varying(stored.head) != nil
      stored.removeUnusableFields()
      // It was selected by this request, too.
      stored.select(by: request, isIdentity: isIdentity)
      return .freshened(stored, isKept: isKept)
    }
    if hasFallback, Self.failures.contains(status) { return .fallBack }
    guard policy.mode != .noStore, request.method == .get || isQuery else { return .pass }
    var stored = StoredResponse(
      response, to: request, requestTime: requestTime, responseTime: responseTime, isIdentity: isIdentity)
    guard isStorable(stored, response, status, to: request) else { return .pass }
    // Fields that no-cache names need validation: they are not stored (RFC 9111, section 3.1).
    stored.removeUnusableFields()
    let lifetime = stored.lifetime(heuristically: usesHeuristics)
    guard lifetime > 0 || stored.conditions != nil && stored.part == nil else { return .pass }
    return .store(stored)
  }

  /// RFC 5861, section 4.
  static let failures: Set<Int> = [500, 502, 503, 504]

  /// RFC 9111, section 3.
  private func isStorable(
    _ stored: StoredResponse, _ response: HTTPResponse, _ status: Int, to request: HTTPRequest
  ) -> Bool {
    let control = stored.control
    // Excludes responses that depend on a condition or a credential, and parts without a known position.
    guard (200...599).contains(status), ![304, 401, 407, 412, 416, 417].contains(status) else { return false }
    let fields = request.headerFields
    if fields.hasCondition || fields.contains(.range), status != 200, status != 206 { return false }
    if status == 206 {
      guard request.headerFields.contains(.range), stored.part != nil else {
        return false
      }
    }
    if control.has("must-understand") {
      guard Self.understood.contains(status) else { return false }
    } else if control.has("no-store") {
      return false
    }
    if CacheControl(request.headerFields).has("no-store") { return false }
    guard StoredResponse.varying(response) != nil else { return false }
    let isExplicit =
      control.has("public") || control.has("private") || control.has("max-age")
      || response.headerFields.contains(.expires)
    return isExplicit
      || Self.understood.contains(status) && StoredResponse.heuristicallyCacheable.contains(status)
  }

  /// RFC 9110, section 15.
  static let understood: Set<Int> = Set(200...206).union(300...305).union([307, 308]).union(400...417)
    .union([421, 422, 426]).union(500...505)

  // MARK: HEAD, and unsafe methods

  /// RFC 9111, section 4.3.5; nil if it is outdated.
  func freshened(
    _ stored: StoredResponse, byHead response: HTTPResponse, requestTime: Date, responseTime: Date
  ) -> StoredResponse? {
    guard response.status.code == 200 else { return stored }
    guard stored.head.status.code == 200 || stored.part != nil, stored.isSelected(by: response.headerFields)
    else {
      return nil
    }
    if let length = response.headerFields.contentLength, let own = stored.wholeLength, length != own {
      return nil
    }
    var stored = stored
    stored.update(with: response.headerFields, requestTime: requestTime, responseTime: responseTime)
    guard stored.isKeepable, StoredResponse.varying(stored.head) == StoredResponse.varying(response) else {
      return nil
    }
    stored.removeUnusableFields()
    return stored
  }

  static func isUnsafe(_ method: HTTPRequest.Method) -> Bool {
    !method.properties.contains(.safe)
  }

  /// RFC 9111, section 4.4.
  static func invalidates(_ method: HTTPRequest.Method, _ response: HTTPResponse) -> Bool {
    isUnsafe(method) && (200...399).contains(response.status.code)
  }
}

extension StoredResponse {
  /// Whether these conditions get a 304 (RFC 9110, section 13.2.2).
  fileprivate func satisfies(_ fields: HTTPFields) -> Bool {
    // Other codes ignore conditions (section 13.2.1).
    guard head.status.code == 200 else { return false }
    if fields.contains(.ifNoneMatch) {
      let own = entityTag
      return fields.members(of: .ifNoneMatch).contains { member in
        if member == "*" { return true }
        guard let own, let tag = EntityTag(member) else { return false }
        return own.weaklyMatches(tag)
      }
    }
    guard let since = fields.single(.ifModifiedSince).flatMap({ HTTPDate.date($0) }) else { return false }
    let modified = self.fields.single(.lastModified).flatMap { HTTPDate.date($0) } ?? date
    return modified <= since
  }
}

extension HTTPFields {
  fileprivate var hasCondition: Bool {
    contains(.ifNoneMatch) || contains(.ifModifiedSince) || contains(.ifMatch) || contains(.ifUnmodifiedSince)
  }

  /// Whether `Pragma: no-cache` is present, which counts without Cache-Control (RFC 9111, section 5.4).
  fileprivate var hasPragmaNoCache: Bool {
    guard let pragma = HTTPField.Name("Pragma") else { return false }
    return members(of: pragma).contains { $0.lowercased() == "no-cache" }
  }
}
