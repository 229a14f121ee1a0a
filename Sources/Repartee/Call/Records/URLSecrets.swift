import HTTPTypes
import ReparteeRedaction

extension OutgoingRequest {
  /// The decoded secrets in a URL, by default the request's: query items and path parameters (`;jsessionid=…`) with a
  /// secret name, and what was interpolated into the path with one.
  func secrets(in other: AbsoluteURL? = nil, _ redaction: Redaction) -> [String] {
    let url = other ?? url
    var secrets: [String] = []
    for item in url.query?.split(separator: "&") ?? [] where item.isSecret(redaction) {
      secrets.append(item.itemValue ?? "")
    }
    if url.path.utf8.contains(UInt8(ascii: ";")) {
      for segment in url.path.split(separator: "/") {
        for parameter in segment.split(separator: ";").dropFirst() where parameter.isSecret(redaction) {
          secrets.append(parameter.itemValue ?? "")
        }
      }
    }
    let hasNames = zip(template.utf8, template.utf8.dropFirst()).contains {
      $0 == UInt8(ascii: "{") && $1 != UInt8(ascii: "}")
    }
    guard hasNames else { return secrets }
    return secrets + RequestSecrets.segments(of: url.path, template, redaction)
  }
}

extension Substring {
  fileprivate func isSecret(_ redaction: Redaction) -> Bool {
    guard let equals = utf8.firstIndex(of: UInt8(ascii: "=")) else { return false }
    // Few items have escapes.
    guard utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
      return redaction.isSecret(self[..<equals], value: utf8[equals...].dropFirst(), isItem: true)
    }
    return redaction.isSecret(itemName, value: (itemValue ?? "").utf8, isItem: true)
  }
}

extension SentRequest {
  /// Whether bytes, such as those of a response that is going to be written down, repeat one of the request's secrets or of
  /// `others`, also escaped. Those under eight bytes are not looked for.
  public func hasSecret(in bytes: some Sequence<UInt8>, or others: [String] = []) -> Bool {
    let values = redaction.source?.values
    let segments = values?.segments.map { String(decoding: $0, as: UTF8.self) } ?? []
    var redaction = Redaction()
    redaction.source = KnownSecrets(values: SecretValues(others + segments + (values?.texts ?? [])))
    return !redaction.masked(binary: Array(bytes)).secrets.isEmpty
  }
}

private final class KnownSecrets: SecretSource {
  let values: SecretValues
  init(values: SecretValues) { self.values = values }
}
