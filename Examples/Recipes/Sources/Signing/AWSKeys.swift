/// The keys that sign requests to AWS, or to a service with its signatures.
public struct AWSKeys: Sendable {
  /// The access key's ID, which is sent.
  public var id: String
  /// The secret access key, which is not sent.
  public var secret: String
  /// The token of temporary keys.
  public var sessionToken: String?

  /// Creates keys.
  public init(id: String, secret: String, sessionToken: String? = nil) {
    self.id = id
    self.secret = secret
    self.sessionToken = sessionToken
  }
}

extension AWSKeys: CustomStringConvertible, CustomReflectable {
  /// `AWS keys`.
  public var description: String { "AWS keys" }
  public var customMirror: Mirror { Mirror(self, children: ["keys": description]) }
}
