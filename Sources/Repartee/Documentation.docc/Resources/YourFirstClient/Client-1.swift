import Repartee

extension Client {
  /// The client of the books' API, over a transport.
  static func books(over transport: some Transport) -> Client {
    Client(
      baseURL: "https://books.example",
      transport: transport,
      json: JSONCoder(keys: .snakeCase))
  }
}
