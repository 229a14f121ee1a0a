#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes
import ReparteeBase
import ReparteeRedaction

/// Found only when something is shown.
final class CredentialSecrets: SecretSource {
  private let head: (fields: HTTPFields, path: String?)
  private let plain: (fields: HTTPFields, path: String?)
  private let credential: (any Credential)?
  private let session: (any SessionOfAnyCredential)?
  private let earlier: (any SecretSource)?
  private let depth: Int
  private let found = Mutex<SecretValues?>(nil)

  /// Keeps the secrets of at most eight earlier attempts.
  init(
    _ authentication: Authentication, set head: HTTPRequest, on plain: HTTPRequest,
    after earlier: (any SecretSource)?
  ) {
    self.head = (head.headerFields, head.path)
    self.plain = (plain.headerFields, plain.path)
    switch authentication.kind {
    case .credential(let credential): (self.credential, session) = (credential, nil)
    case .session(let session, _): (credential, self.session) = (nil, session)
    case .off, .named, .signing: (credential, session) = (nil, nil)
    }
    let last = earlier as? CredentialSecrets
    self.earlier = last.map { $0.depth < 8 ? $0 : $0.earlier } ?? earlier
    depth = min((last?.depth ?? 0) + 1, 8)
  }

  init(of credential: any Credential, after earlier: (any SecretSource)?) {
    (head, plain) = ((HTTPFields(), nil), (HTTPFields(), nil))
    (self.credential, session) = (credential, nil)
    self.earlier = earlier
    depth = 1
  }

  var values: SecretValues {
    found.withLock { found in
      let values = found ?? makeValues()
      found = values
      return values
    }
  }

  private func makeValues() -> SecretValues {
    var request = HTTPRequest(method: .get, scheme: "https", authority: "localhost", path: head.path)
    request.headerFields = head.fields
    var given = request
    (given.headerFields, given.path) = plain
    var texts = request.secrets(besides: given)
    if let credential = credential ?? session?.anyCredential {
      texts += credential.secrets
      var attempt = AttemptRequest(given)
      if (try? credential.authenticate(&attempt)) != nil { texts += attempt.head.secrets(besides: given) }
    }
    let values = earlier?.values
    return SecretValues(texts + (values?.texts ?? []), segments: values?.segments ?? [])
  }
}

extension CredentialSecrets: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTPRequest {
  fileprivate func secrets(besides plain: HTTPRequest) -> [String] {
    var texts = headerFields.filter { field in
      !Redaction.shownOfCredentials.contains(field.name) && !plain.headerFields.contains(field)
    }.flatMap(\.secrets)
    if path != plain.path {
      let known = (Set(plain.path.targetItems), Set(plain.path.segments))
      for item in path.targetItems where !known.0.contains(item) {
        texts.append(item.itemValue ?? item.itemName)
      }
      for segment in path.segments where !known.1.contains(segment) { texts.append(segment) }
    }
    return texts
  }
}

extension String? {
  var segments: [String] {
    let path = self?.prefix { $0 != "?" } ?? ""
    return path.split(separator: "/").map {
      String(decoding: percentDecoded(Array($0.utf8)[...]), as: UTF8.self)
    }
  }
}

extension HTTPField {
  /// The text after the scheme, for Basic also decoded (RFC 7617), and secret parameters.
  var secrets: [String] {
    let parts = value.split(separator: " ", maxSplits: 1)
    let isAuthorization = name == .authorization || name == .proxyAuthorization
    let scheme = parts.first?.lowercased() ?? ""
    guard parts.count == 2, isAuthorization || Self.schemes.contains(scheme) else { return [value] }
    let credentials = String(parts[1].drop { $0 == " " })
    let unpadded = credentials.prefix { $0 != "=" }
    var texts = [credentials]
    if scheme == "basic", let bytes = Data(base64Encoded: credentials) {
      let pair = String(decoding: bytes, as: UTF8.self)
      let password = pair.drop { $0 != ":" }.dropFirst()
      texts += [String(unpadded), String(unpadded).replacing("+", with: "-").replacing("/", with: "_"), pair]
      // RFC 6749, section 2.3.1: the parts may be percent-encoded.
      for text in [pair[...], password] {
        texts.append(String(decoding: percentDecoded(Array(text.utf8)[...]), as: UTF8.self))
      }
      texts.append(String(password))
    }
    for parameter in credentials.split(separator: ",") {
      let pair = parameter.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\"" } }
      if pair.count == 2, Redaction.standard.isSecret(pair[0]) || pair[0].lowercased() == "response" {
        texts.append(pair[1])
      }
    }
    return texts
  }

  private static let schemes: Set<String> = ["apikey", "basic", "bearer", "dpop", "token"]
}

extension Credential {
  /// Those of properties with names of secrets, and of credentials in properties.
  public var secrets: [String] {
    var mirror: Mirror? = Mirror(reflecting: self)
    var secrets: [String] = []
    while let current = mirror {
      for child in current.children {
        if let credential = child.value as? any Credential {
          secrets += credential.secrets
        } else if let label = child.label, let text = child.value as? String,
          Redaction.standard.isSecret(label, value: text.utf8)
        {
          secrets.append(text)
        }
      }
      mirror = current.superclassMirror
    }
    return secrets
  }
}
