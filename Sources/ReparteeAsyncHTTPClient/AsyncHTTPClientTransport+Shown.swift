#if AsyncHTTPClient
extension AsyncHTTPClientTransport: CustomStringConvertible, CustomReflectable {
  /// The type, and who owns the HTTPClient.
  public var description: String {
    switch engine.owner {
    case .transport: "AsyncHTTPClient with a configuration of its own"
    case .user: "AsyncHTTPClient with a client of the user's"
    case .process: "AsyncHTTPClient"
    }
  }

  /// The description only: the configuration can have passwords and private keys.
  public var customMirror: Mirror { Mirror(self, children: ["transport": description]) }
}
#endif
