#if AsyncHTTPClient
extension AsyncHTTPClientTransport: CustomStringConvertible, CustomReflectable {
  /// What it is, and nothing of its configuration.
  public var description: String {
    switch engine.owner {
    case .transport: "AsyncHTTPClient with a configuration of its own"
    case .user: "AsyncHTTPClient with a client of the user's"
    case .process: "AsyncHTTPClient"
    }
  }

  /// The description only: the configuration of the HTTPClient may hold a proxy's password and private keys.
  public var customMirror: Mirror { Mirror(self, children: ["transport": description]) }
}
#endif
