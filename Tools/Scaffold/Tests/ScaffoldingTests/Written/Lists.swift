import Repartee

/// Lists API
enum Lists {
  static let baseURL = "https://lists.example.com"

  /// A client of the API. All calls share its settings.
  static func client(
    transport: some Transport,
    authentication: Authentication = .off,
    baseURL: String = Lists.baseURL
  ) -> Client {
    var client = Client(baseURL: baseURL, transport: transport, json: JSONCoder(keys: .snakeCase))
    client.authentication = authentication
    return client
  }
}
