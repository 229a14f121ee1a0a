#if canImport(Darwin) || URLSession
extension URLSessionTransport: CustomStringConvertible, CustomReflectable {
  /// What it is, and nothing of its configuration.
  public var description: String { "URLSession" }

  /// The description only: a session's configuration may hold credentials, and header fields that are secret.
  public var customMirror: Mirror { Mirror(self, children: ["transport": description]) }
}
#endif
