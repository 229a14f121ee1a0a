import HTTPTypes
import ReparteeBase
import ReparteeRedaction

/// The values of a request that are masked wherever they appear.
final class RequestSecrets: SecretSource {
  private let head: HTTPRequest
  private let template: String
  private let redaction: Redaction
  private let found = Mutex<SecretValues?>(nil)

  init(_ head: HTTPRequest, _ template: String, _ redaction: Redaction) {
    self.head = head
    self.template = template
    self.redaction = redaction
  }

  var values: SecretValues {
    found.withLock { found in
      let values = found ?? makeValues()
      found = values
      return values
    }
  }

  private func makeValues() -> SecretValues {
    let known = redaction.source?.values
    let fields = head.headerFields.filter { $0.name == .authorization || $0.name == .proxyAuthorization }
    let segments = secretSegments
    return SecretValues(
      (known?.texts ?? []) + fields.flatMap(\.secrets) + segments,
      segments: Set(segments.map { Array($0.utf8) }).union(known?.segments ?? []))
  }

  private var secretSegments: [String] {
    let placeholders = template.split(separator: "/").map { Placeholder($0) }
    let path = head.path.segments
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

extension RequestSecrets: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: [:]) }
}
