#if canImport(Darwin) || URLSession
extension URLSessionTransport: CustomStringConvertible, CustomReflectable {
  /// The name only.
  public var description: String { "URLSession" }

  /// The description only: a configuration may hold credentials and secret header fields.
  public var customMirror: Mirror { Mirror(self, children: ["transport": description]) }
}
#endif
