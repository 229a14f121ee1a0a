#if AsyncHTTPClient
extension AsyncHTTPClientTransport: CustomStringConvertible, CustomReflectable {
  /// The name of the transport and who owns its HTTPClient, without its configuration.
  public var description: String {
    switch engine.owner {
    case .transport: "AsyncHTTPClient with a configuration of its own"
    case .user: "AsyncHTTPClient with a client of the user's"
    case .process: "AsyncHTTPClient"
    }
  }

  /// A mirror with the description only: the configuration can hold passwords and private keys.
  public var customMirror: Mirror { Mirror(self, children: ["transport": description]) }
}
#endif
