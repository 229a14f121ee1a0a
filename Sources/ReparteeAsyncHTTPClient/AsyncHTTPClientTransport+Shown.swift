#if AsyncHTTPClient
extension AsyncHTTPClientTransport: CustomStringConvertible, CustomReflectable {
  /// The name of the transport and who owns its HTTPClient, without any of its configuration.
  public var description: String {
    switch engine.owner {
    case .transport: "AsyncHTTPClient with a configuration of its own"
    case .user: "AsyncHTTPClient with a client of the user's"
    case .process: "AsyncHTTPClient"
    }
  }

  /// A mirror with the description only: the configuration of the HTTPClient can hold a proxy's password and private
  /// keys.
  public var customMirror: Mirror { Mirror(self, children: ["transport": description]) }
}
#endif
