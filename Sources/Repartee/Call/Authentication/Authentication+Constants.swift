import HTTPTypes
import ReparteeRedaction

extension Authentication {
  /// A user name and a password (RFC 7617), encoded as UTF-8.
  public static func basic(username: String, password: String) -> Authentication {
    credential(BasicCredential(username: username, password: password))
  }

  /// A constant access token (RFC 6750); see `bearer { … }` for one that changes, and
  /// ``session(_:)`` for one that is refreshed.
  public static func bearer(_ token: String) -> Authentication { credential(BearerToken(token)) }

  /// An API key in a header field, whose name must contain a letter or a digit. The key is always masked.
  public static func apiKey(_ key: String, header: String) -> Authentication {
    credential(APIKey(key: key, location: .header(header)))
  }

  /// An API key in a query item, as ``apiKey(_:header:)``. Prefer a header field: URLs are logged.
  public static func apiKey(_ key: String, query: String) -> Authentication {
    credential(APIKey(key: key, location: .query(query)))
  }
}

private struct APIKey: Credential {
  enum Location {
    case header(String)
    case query(String)
  }

  let key: String
  let location: Location

  func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
    switch location {
    case .header(let name), .query(let name):
      guard Redaction(adding: [name]).isSecret(name) else {
        throw AuthenticationError(
          .unusable, message: "there is no letter or digit in the key's name, so it could not be masked")
      }
    }
    switch location {
    case .query(let name): request.setQueryItem(name, key)
    case .header(let name):
      guard let name = HTTPField.Name(name), !AttemptRequest.namesOfFraming.contains(name) else {
        throw AuthenticationError(
          .unusable, message: "a key can't be sent in a header field of this name; choose another")
      }
      try request.setCredential(name, key)
    }
  }
}
