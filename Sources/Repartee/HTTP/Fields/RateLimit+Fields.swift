#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes

extension RateLimit {
  private static let maximumCount = 50

  static func all(in fields: HTTPFields) -> [RateLimit] {
    let policies = fields.members(of: policyName, limit: maximumCount).map(Policy.init)
    let limits = structured(in: fields, policies) + separate(in: fields, policies) + shopify(in: fields)
    return Array(limits.prefix(maximumCount))
  }

  // MARK: RateLimit

  private static func structured(in fields: HTTPFields, _ policies: [Policy]) -> [RateLimit] {
    let members = fields.members(of: rateLimitName, limit: maximumCount)
    let limits = members.compactMap { member -> RateLimit? in
      let policy = policies.first { $0.name == member.item }
      return RateLimit(
        remaining: number(member.parameters["r"]), limit: policy?.limit,
        reset: member.parameters["t"].flatMap(RetryAfter.init(reset:)), name: member.item, unit: policy?.unit,
        window: policy?.window)
    }
    return limits.isEmpty ? [RateLimit(members.compactMap(\.entry), policies)].compactMap { $0 } : limits
  }

  /// Reads the dictionary of draft 7: `limit=100, remaining=50, reset=5`.
  private init?(_ entries: [(key: String, value: String)], _ policies: [Policy]) {
    func value(_ key: String) -> String? { entries.first { $0.key == key }?.value }
    let limit = number(value("limit"))
    self.init(
      remaining: number(value("remaining")), limit: limit,
      reset: value("reset").flatMap(RetryAfter.init(reset:)), window: policies.window(of: limit))
  }

  // MARK: A field for each number

  private static func separate(in fields: HTTPFields, _ policies: [Policy]) -> [RateLimit] {
    var names = commonNames.filter(fields.contains)
    for field in fields where names.count < maximumCount && !names.contains(field.name) {
      if field.name.isOfQuota { names.append(field.name) }
    }
    return names.compactMap { RateLimit(in: fields, $0, policies) }
  }

  private init?(in fields: HTTPFields, _ remaining: HTTPField.Name, _ policies: [Policy]) {
    func text(_ word: String?) -> String? { remaining.replacingRemaining(by: word).flatMap(fields.first) }
    let limitText = text("limit") ?? text(nil)
    let limit = number(limitText)
    // Earlier drafts have the policies behind the limit.
    let own =
      limitText.map { Member.all(in: $0, limit: Self.maximumCount).dropFirst().map(Policy.init) } ?? []
    let name = remaining.nameOfQuota
    self.init(
      remaining: number(fields.first(remaining)), limit: limit,
      reset: ["reset-after", "reset"].lazy.compactMap { text($0).flatMap(RetryAfter.init(reset:)) }.first,
      name: name, window: (own + policies).window(of: limit), refillsGradually: name != nil)
  }

  // MARK: Shopify

  /// `39/40`: of 40, 39 are used.
  private static func shopify(in fields: HTTPFields) -> [RateLimit] {
    guard let parts = shopifyName.flatMap(fields.first)?.split(separator: "/", maxSplits: 1),
      parts.count == 2,
      let used = number(String(parts[0])), let limit = number(String(parts[1]))
    else { return [] }
    return [RateLimit(remaining: limit - used, limit: limit, reset: nil, refillsGradually: true)].compactMap {
      $0
    }
  }
}

extension HTTPFields {
  /// The time until no window of a quota is used up any more; nil if none is, or if the end of none is known.
  func endOfUsedWindows(from now: Date) -> Duration? {
    RateLimit.all(in: self).lazy
      .filter { $0.remaining == 0 && !$0.refillsGradually }
      .compactMap { $0.reset?.delay(from: now) }
      .max()
  }

  fileprivate func members(of name: HTTPField.Name?, limit: Int) -> [Member] {
    var members: [Member] = []
    for field in self where field.name == name && members.count < limit {
      members += Member.all(in: field.value, limit: limit - members.count)
    }
    return members
  }
}

private let rateLimitName = HTTPField.Name("RateLimit")
private let policyName = HTTPField.Name("RateLimit-Policy")
private let shopifyName = HTTPField.Name("X-Shopify-Shop-Api-Call-Limit")
private let commonNames = ["RateLimit-Remaining", "X-RateLimit-Remaining", "X-Rate-Limit-Remaining"]
  .compactMap {
    HTTPField.Name($0)
  }

/// Text after a comma or a semicolon is ignored.
private func number(_ text: String?) -> Double? {
  text.flatMap { LenientNumber(String($0.prefix { $0 != "," && $0 != ";" }))?.value }
}

// MARK: Names of fields

extension HTTPField.Name {
  /// Longer names are those of no quota.
  private var words: [Substring] {
    canonicalName.utf8.count <= 100 ? canonicalName.split(separator: "-") : []
  }

  /// `x-ratelimit-remaining-tokens`, `anthropic-ratelimit-tokens-remaining`.
  fileprivate var isOfQuota: Bool {
    let words = words
    return words.contains("remaining")
      && (words[0] == "anthropic"
        || words.contains { $0.hasSuffix("limit") || $0.hasPrefix("ratelimit") })
  }

  fileprivate func replacingRemaining(by word: String?) -> HTTPField.Name? {
    HTTPField.Name(
      words.compactMap { $0 == "remaining" ? word : String($0) }.joined(separator: "-"))
  }

  /// Nil for `x-ratelimit-remaining`.
  fileprivate var nameOfQuota: String? {
    let common: Set<Substring> = ["x", "rate", "limit", "ratelimit", "remaining", "anthropic"]
    let own = words.filter { !common.contains($0) }
    return own.isEmpty ? nil : own.joined(separator: "-")
  }
}

// MARK: Structured fields

/// A member of a list of RFC 9651: `"default";r=50;t=30`.
private struct Member {
  let item: String
  private(set) var parameters: [String: String] = [:]

  static func all(in text: String, limit: Int) -> [Member] {
    var rest = text[...].utf8
    var members: [Member] = []
    while !rest.isEmpty, members.count < limit {
      members.append(Member(rest.part(upTo: UInt8(ascii: ","))))
      rest = rest.dropFirst()
    }
    return members
  }

  private init(_ text: Substring.UTF8View) {
    var rest = text
    item = rest.part(upTo: UInt8(ascii: ";")).trimmingFieldWhitespace.unquoted
    while !rest.isEmpty {
      rest = rest.dropFirst()
      var value = rest.part(upTo: UInt8(ascii: ";")).trimmingFieldWhitespace
      let key = String(decoding: value.part(upTo: UInt8(ascii: "=")), as: UTF8.self).lowercased()
      parameters[key] = value.dropFirst().unquoted
    }
  }

  /// A member of a dictionary: `limit=100`.
  var entry: (key: String, value: String)? {
    let parts = item.split(separator: "=", maxSplits: 1)
    return parts.count == 2 ? (parts[0].lowercased(), String(parts[1])) : nil
  }
}

/// `"default";q=100;w=60`, in earlier drafts `100;w=60`.
private struct Policy {
  let name: String
  let limit: Double?
  let unit: String?
  let window: Duration?

  init(_ member: Member) {
    name = member.item
    limit = number(member.parameters["q"] ?? member.item)
    unit = member.parameters["qu"]
    window = member.parameters["w"].flatMap(LenientNumber.init).flatMap {
      $0.isNegative ? nil : min($0.seconds, RetryAfter.maximumDelay)
    }
  }
}

extension [Policy] {
  fileprivate func window(of limit: Double?) -> Duration? {
    limit.flatMap { limit in first { $0.limit == limit }?.window }
  }
}
