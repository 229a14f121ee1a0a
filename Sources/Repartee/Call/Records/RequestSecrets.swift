import HTTPTypes
import ReparteeBase
import ReparteeRedaction

/// The values that are masked wherever they appear: those that the request's own URL and header fields show as `***`,
/// those of the requests before it, which a redirect or a refresh may have dropped, and those of its credentials.
final class RequestSecrets: SecretSource {
  private let record: SentRequest.Record
  private let found = Mutex<SecretValues?>(nil)

  init(_ record: SentRequest.Record) { self.record = record }

  var values: SecretValues {
    found.withLock { found in
      let values = found ?? makeValues()
      found = values
      return values
    }
  }

  private func makeValues() -> SecretValues {
    let known = record.redaction.source?.values
    var segments = known?.segments ?? []
    var texts = known?.texts ?? []
    // Last, because there may be many of them.
    var cookies: [String] = []
    for record in sequence(first: record, next: \.earlier) {
      let named = record.namedSegments
      segments.formUnion(named.map { Array($0.utf8) })
      for field in record.head.headerFields where record.redaction.isCredential(field) {
        if field.name == .cookie { cookies += field.secrets } else { texts += field.secrets }
      }
      texts += named + record.secretItems
    }
    return SecretValues(texts + cookies, segments: segments)
  }
}

extension RequestSecrets {
  /// The values interpolated with a secret name, decoded.
  static func segments(of target: String?, _ template: String, _ redaction: Redaction) -> [String] {
    SentRequest.Record.interpolated(in: target.segments, as: template, redaction)
  }
}

extension RequestSecrets: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Redaction {
  fileprivate func isCredential(_ field: HTTPField) -> Bool {
    field.name == .authorization || field.name == .proxyAuthorization || isSecret(field.name)
      || field.hasCredentialScheme
  }
}

extension SentRequest.Record {
  /// The secrets of the query, and of parameters of the path (`/users;token=…`).
  fileprivate var secretItems: [String] {
    guard let path = head.path,
      path.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: ";") })
    else { return [] }
    let parameters = path.prefix { $0 != "?" }.split(separator: "/").flatMap {
      $0.split(separator: ";", omittingEmptySubsequences: false).dropFirst()
    }
    return (head.path.targetItems + parameters).compactMap { item in
      guard let value = item.itemValue else { return nil }
      let name = item.itemName
      // Whether `code` and `ticket` are secret depends on their values.
      let isSecret =
        redaction.isSecret(name) || redaction.isSecret(name, value: value.utf8) && !value.isEverydayText
      return isSecret ? value : nil
    }
  }

  /// The segments interpolated with a secret name, or behind one; and that of a bot, with its token.
  fileprivate var namedSegments: [String] {
    let path = head.path.segments
    let bots = path.filter { $0.hasPrefix("bot") && $0.utf8.contains(UInt8(ascii: ":")) }
    return Self.interpolated(in: path, as: template, redaction) + Self.behindNames(in: path, redaction)
      + bots.flatMap { [$0, String($0.dropFirst(3)), String($0.drop { $0 != ":" }.dropFirst())] }
  }

  /// `/token/7f3a…`, but not the ID of a member of a collection, `/sessions/7`.
  private static func behindNames(in path: [String], _ redaction: Redaction) -> [String] {
    zip(path, path.dropFirst()).filter { name, value in
      value.utf8.contains { $0 | 0x20 &- 0x61 < 26 } && value.utf8.contains { $0 &- 0x30 < 10 }
        && name.utf8.last.map { $0 | 0x20 } != UInt8(ascii: "s") && redaction.isSecret(name)
    }.map(\.1)
  }

  fileprivate static func interpolated(
    in path: [String], as template: String, _ redaction: Redaction
  ) -> [String] {
    let placeholders = template.split(separator: "/").map { Placeholder($0) }
    guard placeholders.contains(where: { $0.isSecret(nil, redaction) }) else { return [] }
    // The path of the base URL comes first.
    let start = path.count - placeholders.count
    if start >= 0, zip(placeholders, path[start...]).allSatisfy({ $0.literal == nil || $0.literal == $1 }) {
      return zip(placeholders, path[start...]).filter { $0.isSecret($1, redaction) }.map(\.1)
    }
    // A value of several segments, or a redirect's URL: the segments between the same literals.
    var found: [String] = []
    for (index, placeholder) in placeholders.enumerated() where placeholder.literal == nil {
      let before = index > 0 ? placeholders[index - 1].literal : nil
      let after = placeholders.dropFirst(index + 1).first { $0.literal != nil }?.literal
      guard let before, let start = path.firstIndex(of: before) else { continue }
      found += path[(start + 1)...].prefix { $0 != after }.filter { placeholder.isSecret($0, redaction) }
    }
    return found
  }
}

private struct Placeholder {
  let literal: String?
  private let names: [Substring]

  init(_ segment: Substring) {
    names = segment.split(separator: "{").compactMap { $0.contains("}") ? $0.prefix { $0 != "}" } : nil }
    literal =
      names.isEmpty ? String(decoding: percentDecoded(Array(segment.utf8)[...]), as: UTF8.self) : nil
  }

  func isSecret(_ value: String?, _ redaction: Redaction) -> Bool {
    names.contains { name in
      let value = value ?? String(repeating: "0", count: 8)
      return redaction.isSecret(name, value: value.utf8)
    }
  }
}
