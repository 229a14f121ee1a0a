import HTTPTypes
import ReparteeRedaction

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HTTPField {
  /// The value without scheme, quotes and percent-encoding, or each cookie's; for Basic also decoded (RFC 7617); and
  /// secret parameters.
  var secrets: [String] {
    if name == .cookie { return cookieSecrets }
    let isAuthorization = name == .authorization || name == .proxyAuthorization
    return secretForms(of: value, hasScheme: isAuthorization)
  }

  /// `X-Upstream: Bearer …`, but no challenge (`Bearer realm="x"`).
  var hasCredentialScheme: Bool {
    let parts = value.split(separator: " ", maxSplits: 2)
    return parts.count == 2 && ["basic", "bearer", "dpop"].contains(parts[0].lowercased())
      && !parts[1].utf8.contains(UInt8(ascii: "\""))
  }

  private var cookieSecrets: [String] {
    let pairs = value.split(separator: ";").map { $0.split(separator: "=", maxSplits: 1).map(\.trimmed) }
    return [value]
      + pairs.filter { $0.count == 2 }.flatMap { pair in
        let isSecret = Redaction.standard.isSecret(pair[0], value: pair[1].utf8)
        return isSecret || !pair[1].isEverydayText ? secretForms(of: pair[1], hasScheme: false) : []
      }
  }
}

private let schemes: Set<String> = ["apikey", "basic", "bearer", "dpop", "token"]

private func secretForms(of value: String, hasScheme: Bool) -> [String] {
  let text = value.unquoted
  let decoded = String(decoding: percentDecoded(Array(text.utf8)[...]), as: UTF8.self)
  var forms = value == text ? [] : [value]
  for text in decoded.hasSameBytes(as: text) ? [text] : [text, decoded] {
    let parts = text.split(separator: " ", maxSplits: 1)
    let scheme = parts.first?.lowercased() ?? ""
    if parts.count == 2, hasScheme || schemes.contains(scheme) {
      forms += credentials(String(parts[1].drop { $0 == " " }), scheme)
    } else {
      forms.append(text)
    }
  }
  return forms
}

/// What follows a scheme.
private func credentials(_ text: String, _ scheme: String) -> [String] {
  var texts = [text]
  if scheme == "basic", let bytes = Data(base64Encoded: text) {
    let unpadded = String(text.prefix { $0 != "=" })
    let pair = String(decoding: bytes, as: UTF8.self)
    let password = pair.drop { $0 != ":" }.dropFirst()
    texts += [unpadded, unpadded.replacing("+", with: "-").replacing("/", with: "_"), pair]
    // RFC 6749, section 2.3.1: the parts may be percent-encoded.
    for text in [pair[...], password] {
      texts.append(String(decoding: percentDecoded(Array(text.utf8)[...]), as: UTF8.self))
    }
    texts.append(String(password))
  }
  for parameter in text.split(separator: ",") {
    let pair = parameter.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\"" } }
    if pair.count == 2, Redaction.standard.isSecret(pair[0]) || pair[0].lowercased() == "response" {
      texts.append(pair[1])
    }
  }
  return texts
}

extension Substring {
  fileprivate var trimmed: String { String(Substring(utf8.trimmingFieldWhitespace)) }
}

extension String {
  /// Whether the text is like `darkmode` or `read-only`: masked everywhere, it would hide what other texts say.
  var isEverydayText: Bool {
    utf8.count < 16 && utf8.allSatisfy { $0 | 0x20 &- 0x61 < 26 || "-_".utf8.contains($0) }
  }

  fileprivate var unquoted: String {
    utf8.count > 1 && utf8.first == UInt8(ascii: "\"") && utf8.last == UInt8(ascii: "\"")
      ? String(dropFirst().dropLast()) : self
  }
}
