import Repartee

/// Streams API
enum Streams {
  static let baseURL = "https://streams.example.com"

  /// A client of the API. All calls share its settings.
  static func client(
    transport: some Transport,
    authentication: Authentication = .off,
    baseURL: String = Streams.baseURL
  ) -> Client {
    var client = Client(baseURL: baseURL, transport: transport)
    client.authentication = authentication
    return client
  }
}
