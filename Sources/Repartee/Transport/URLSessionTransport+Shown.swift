#if canImport(Darwin) || URLSession
extension URLSessionTransport: CustomStringConvertible, CustomReflectable {
  /// The name, without the configuration.
  public var description: String { "URLSession" }

  /// Shows only the description: a session's configuration may hold credentials and secret header fields.
  public var customMirror: Mirror { Mirror(self, children: ["transport": description]) }
}
#endif
