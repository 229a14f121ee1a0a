import HTTPTypes
import Repartee
import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct StoredResponse: Sendable, Hashable {
  private(set) var head: HTTPResponse
  private(set) var control: CacheControl
  /// The normalized request fields that a look-up compares, except the user's; nil for a missing field.
  private(set) var selecting: [HTTPField.Name: String?]
  private(set) var requestTime: Date
  private(set) var responseTime: Date
  /// Nil for the whole body.
  private(set) var part: StoredPart?
  var size = 0

  /// - Parameter isIdentity: Whether a field identifies the user: then the key has it.
  init(
    _ head: HTTPResponse, to request: HTTPRequest, requestTime: Date, responseTime: Date,
    isIdentity: (HTTPField.Name) -> Bool = { _ in false }
  ) {
    self.head = head
    self.head.headerFields = head.headerFields.withoutConnection
    control = CacheControl(head.headerFields)
    part = StoredPart(head)
    selecting = [:]
    self.requestTime = requestTime.orLongAgo
    self.responseTime = responseTime.orLongAgo
    select(by: request, isIdentity: isIdentity)
  }

  init(
    _ head: HTTPResponse, selecting: [HTTPField.Name: String?], _ requestTime: Date, _ responseTime: Date,
    size: Int
  ) {
    self.head = head
    self.selecting = selecting
    self.requestTime = requestTime.orLongAgo
    self.responseTime = responseTime.orLongAgo
    self.size = size
    control = CacheControl(head.headerFields)
    part = StoredPart(head)
  }

  var fields: HTTPFields { head.headerFields }

  /// Nil if unknown.
  var wholeLength: Int64? {
    if let part { return part.total.map(Int64.init) }
    // A coded body may be stored decoded.
    return fields.contentLength ?? (fields.contains(.contentEncoding) ? nil : Int64(size))
  }

  mutating func select(by request: HTTPRequest, isIdentity: (HTTPField.Name) -> Bool) {
    selecting = [:]
    for name in Self.compared(head) {
      // The name as the request spells it: capitals can make a name secret.
      if request.headerFields.contains(where: { $0.name == name && isIdentity($0.name) }) { continue }
      selecting[name] = .some(request.headerFields.comparable(name))
    }
  }

  /// RFC 9111, section 5.2.2.4.
  mutating func removeUnusableFields() {
    guard control.has("no-cache") else { return }
    let names = Set(control.fields(of: "no-cache"))
    guard !names.isEmpty else { return }
    var kept = HTTPFields()
    for field in fields where !names.contains(field.name) || namesOfCaches.contains(field.name) {
      kept.append(field)
    }
    head.headerFields = kept
  }

  var isKeepable: Bool { control.has("must-understand") || !control.has("no-store") }

  /// Nil if bytes are missing.
  func bytes(of range: ByteRange) -> Range<Int>? {
    guard !fields.contains(.contentEncoding) else { return nil }
    guard let part else {
      guard head.status.code == 200, fields.contentLength.map({ $0 == Int64(size) }) ?? true else {
        return nil
      }
      return Self.indices(range, of: size)
    }
    guard let total = part.total, part.bytes.count == size, let wanted = Self.indices(range, of: total),
      part.bytes.contains(wanted.lowerBound), part.bytes.contains(wanted.upperBound - 1)
    else { return nil }
    return (wanted.lowerBound - part.bytes.lowerBound)..<(wanted.upperBound - part.bytes.lowerBound)
  }

  private static func indices(_ range: ByteRange, of length: Int) -> Range<Int>? {
    // Both bounds are at most the length.
    range.bytes(of: Int64(length)).map { Int($0.lowerBound)..<Int($0.upperBound) }
  }

  func head(of bytes: Range<Int>) -> HTTPResponse {
    var head = head
    let first = bytes.lowerBound + (part?.bytes.lowerBound ?? 0)
    let total = part.map(\.total) ?? size
    head.status = .partialContent
    head.headerFields[.contentRange] =
      "bytes \(first)-\(first + bytes.count - 1)/\(total.map(String.init) ?? "*")"
    if head.headerFields.contains(.contentLength) { head.headerFields[.contentLength] = "\(bytes.count)" }
    return head
  }

  /// Also without If-Range (RFC 9110, section 13.1.5).
  func satisfiesIfRange(_ request: HTTPFields) -> Bool {
    guard request.contains(.ifRange) else { return true }
    guard let condition = request.single(.ifRange) else { return false }
    if let tag = EntityTag(condition) {
      return entityTag?.stronglyMatches(tag) ?? false
    }
    // Only a date older than the response is a strong validator (section 8.8.2.2).
    guard let modified = HTTPDate.date(condition), date.timeIntervalSince(modified) >= 1 else { return false }
    return fields.single(.lastModified) == condition
  }

  /// Nil for `*` (RFC 9111, section 4.1).
  static func varying(_ head: HTTPResponse) -> [HTTPField.Name]? {
    guard head.headerFields.contains(.vary) else { return [] }
    let members = head.headerFields.members(of: .vary)
    if members.count > mostVarying { return nil }
    let names = members.compactMap { HTTPField.Name($0) }
    // Two names without a comma, for example, count as `*`.
    return members.contains("*") || names.count < members.count ? nil : names
  }

  /// The request fields that a look-up compares.
  static func compared(_ head: HTTPResponse) -> [HTTPField.Name] {
    let names = varying(head) ?? []
    // A transport decodes a body only if the request has no Accept-Encoding of its own.
    return head.headerFields.contains(.contentEncoding) ? names + [.acceptEncoding] : names
  }

  /// More count as `*`.
  private static let mostVarying = 64

  func isSelected(by request: HTTPRequest) -> Bool {
    guard Self.varying(head) != nil else { return false }
    return selecting.allSatisfy { name, value in
      switch (request.headerFields.comparable(name), value) {
      case (let own?, let value?): own.hasSameBytes(as: value)
      case (nil, nil): true
      case (_, _): false
      }
    }
  }

  func isReplaced(by newer: StoredResponse, for request: HTTPRequest) -> Bool {
    (newer.part == nil || part == newer.part) && isSelected(by: request)
  }

  // MARK: Age (RFC 9111, section 4.2.3)

  /// The date of the Date field, or without one the time of receipt.
  var date: Date { fields.single(.date).flatMap { HTTPDate.date($0) } ?? responseTime }

  func age(at now: Date) -> Int {
    let apparent = max(0, responseTime.timeIntervalSince(date))
    let delay = max(0, responseTime.timeIntervalSince(requestTime))
    let initial = max(apparent, Double(ageField) + delay)
    let resident = abs(now.timeIntervalSince(responseTime))
    return Self.seconds(initial + resident)
  }

  /// The first value; 0 if it is no number (RFC 9111, section 5.1).
  private var ageField: Int {
    fields.members(of: .age).first.flatMap { CacheControl.seconds($0) } ?? 0
  }

  // MARK: Freshness (RFC 9111, section 4.2.1)

  var explicitLifetime: Int? {
    if let seconds = control.seconds("max-age") { return seconds }
    guard fields.contains(.expires) else { return nil }
    // Invalid or different dates are in the past (section 5.3).
    guard let expires = fields.single(.expires).flatMap({ HTTPDate.exactDate($0) }) else { return 0 }
    return Self.seconds(expires.timeIntervalSince(date))
  }

  /// RFC 9111, section 4.2.2.
  var heuristicLifetime: Int? {
    guard Self.heuristicallyCacheable.contains(head.status.code) || control.has("public"),
      let modified = fields.single(.lastModified).flatMap({ HTTPDate.date($0) })
    else { return nil }
    return Self.seconds(date.timeIntervalSince(modified) / 10)
  }

  func lifetime(heuristically: Bool) -> Int {
    explicitLifetime ?? (heuristically ? heuristicLifetime : nil) ?? 0
  }

  /// RFC 9110, section 15.1.
  static let heuristicallyCacheable: Set<Int> = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

  private static func seconds(_ interval: TimeInterval) -> Int {
    interval.isNaN ? CacheControl.mostSeconds : Int(min(max(interval, 0), Double(CacheControl.mostSeconds)))
  }

  // MARK: Validation (RFC 9111, section 4.3)

  var entityTag: EntityTag? { fields.single(.eTag).flatMap(EntityTag.init) }

  /// Nil without validator or success (RFC 9110, section 13.2.1).
  var conditions: HTTPFields? {
    guard (200...299).contains(head.status.code) else { return nil }
    var conditions = HTTPFields()
    if let tag = fields.single(.eTag) { conditions.append(HTTPField(name: .ifNoneMatch, value: tag)) }
    if let date = fields.single(.lastModified) {
      conditions.append(HTTPField(name: .ifModifiedSince, value: date))
    }
    return conditions.isEmpty ? nil : conditions
  }

  /// Whether a response to a validation or HEAD is about this one (section 4.3.4).
  func isSelected(by update: HTTPFields) -> Bool {
    if let tag = update.single(.eTag).flatMap(EntityTag.init) {
      // A server may return a weak tag as a strong one: If-None-Match compares weakly (RFC 9110, 13.1.2).
      return entityTag?.weaklyMatches(tag) ?? false
    }
    if let modified = update.single(.lastModified) { return fields.single(.lastModified) == modified }
    return true
  }

  /// Section 3.2, except fields that describe the body.
  mutating func update(with newer: HTTPFields, requestTime: Date, responseTime: Date) {
    var taken = HTTPFields()
    // The old values do not apply to the newer head.
    var names: Set<HTTPField.Name> = [.age, .date]
    // These bytes may not be those of the strong tag.
    let kept = entityTag?.isWeak == true ? Self.keptOnUpdate.union([.eTag]) : Self.keptOnUpdate
    for field in newer.withoutConnection where !kept.contains(field.name) {
      names.insert(field.name)
      taken.append(field)
    }
    var merged = HTTPFields()
    for field in fields where !names.contains(field.name) { merged.append(field) }
    for field in taken { merged.append(field) }
    head.headerFields = merged
    control = CacheControl(head.headerFields)
    self.requestTime = requestTime.orLongAgo
    self.responseTime = responseTime.orLongAgo
  }

  private static let keptOnUpdate: Set<HTTPField.Name> = [
    .contentEncoding, .contentLength, .contentRange, .contentType,
  ]
}

extension HTTPFields {
  /// RFC 9111, section 3.1.
  var withoutConnection: HTTPFields {
    let own = Set(members(of: .connection).compactMap { HTTPField.Name($0) }).subtracting(namesOfCaches)
    func isOfConnection(_ field: HTTPField) -> Bool {
      namesOfConnection.contains(field.name) || own.contains(field.name)
    }
    guard contains(where: isOfConnection) else { return self }
    var kept = HTTPFields()
    for field in self where !isOfConnection(field) { kept.append(field) }
    return kept
  }

  /// RFC 9111, section 4.1.
  fileprivate func comparable(_ name: HTTPField.Name) -> String? {
    contains(name) ? members(of: name).joined(separator: ", ") : nil
  }
}

/// Kept even if Connection or `no-cache` names them.
private let namesOfCaches: Set<HTTPField.Name> = [
  .age, .cacheControl, .date, .eTag, .expires, .lastModified, .vary,
]

/// RFC 9110, section 7.6.1, and fields for proxies.
private let namesOfConnection = FieldNames([
  "Connection", "Keep-Alive", "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
  "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization",
])

extension HTTPDate {
  /// RFC 9111, section 5.3.
  static func exactDate(_ text: String) -> Date? {
    let shape = String(
      text.unicodeScalars.map { scalar -> Character in
        switch scalar {
        case "0"..."9": "0"
        case "a"..."z", "A"..."Z": "a"
        default: Character(scalar)
        }
      })
    let isLong = shape.hasSuffix("a, 00-aaa-00 00:00:00 aaa") && shape.prefix { $0 == "a" }.count > 5
    guard
      shape == "aaa, 00 aaa 0000 00:00:00 aaa" || isLong || shape == "aaa aaa 00 00:00:00 0000"
        || shape == "aaa aaa  0 00:00:00 0000"
    else { return nil }
    guard shape.hasSuffix("0") || text.suffix(3).lowercased() == "gmt" else { return nil }
    return date(text)
  }
}

extension Date {
  fileprivate var orLongAgo: Date { timeIntervalSince1970.isFinite ? self : .distantPast }
}
