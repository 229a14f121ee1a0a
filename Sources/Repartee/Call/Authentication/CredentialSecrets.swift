import HTTPTypes
import ReparteeBase
import ReparteeRedaction

/// The secrets of a credential, found only when something is shown.
final class CredentialSecrets: SecretSource {
  private let head: (fields: HTTPFields, path: String?)
  private let plain: (fields: HTTPFields, path: String?)
  private let authentication: Authentication
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
    self.authentication = authentication
    let last = earlier as? CredentialSecrets
    self.earlier = last.map { $0.depth < 8 ? $0 : $0.earlier } ?? earlier
    depth = min((last?.depth ?? 0) + 1, 8)
  }

  init(of credential: any Credential, after earlier: (any SecretSource)?) {
    (head, plain) = ((HTTPFields(), nil), (HTTPFields(), nil))
    authentication = Authentication(kind: .credential(credential))
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
    if let credential = authentication.credential {
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

extension Credential {
  /// The values of properties with names of secrets, and the secrets of credentials in properties.
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
