import Repartee

/// Places API
enum Places {
  /// Production server.
  ///
  /// - Parameter region: Where the data is.
  static func baseURL(
    region: Region = .usEast,
    port: Port = ._443,
    basePath: String = "v1"
  ) -> String {
    "https://\(region.rawValue).places.example.com:\(port.rawValue)/\(basePath)"
  }

  /// Sandbox
  static let sandboxURL = "https://sandbox.places.example.com/v1"
  static let localhostURL = "http://localhost:8080"

  /// A server of your own, which you host yourself.
  static func onURL(tenant: String = "demo", client: ClientValue = .a) -> String {
    "https://\(tenant).on.example.com/\(client.rawValue)"
  }

  /// A client of the API. All calls share its settings.
  static func client(
    transport: some Transport,
    authentication: Authentication = .off,
    baseURL: String = Places.baseURL()
  ) -> Client {
    var client = Client(baseURL: baseURL, transport: transport)
    client.authentication = authentication
    return client
  }

  enum Region: String, Sendable {
    case eu
    case usEast = "us-east"
  }

  enum Port: String, Sendable {
    case _443 = "443"
    case _8443 = "8443"
  }

  enum ClientValue: String, Sendable {
    case a, b
  }
}
