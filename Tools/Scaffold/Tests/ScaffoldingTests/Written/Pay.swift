import Repartee

/// Pay API
enum Pay {
  static let baseURL = "https://pay.example.com"

  /// A client of the API. All calls share its settings.
  static func client(
    transport: some Transport,
    authentication: Authentication = .off,
    baseURL: String = Pay.baseURL
  ) -> Client {
    var client = Client(baseURL: baseURL, transport: transport)
    client.authentication = authentication
    return client
  }
}

/// A value of a form's field, or the empty text that unsets it.
enum Emptyable<Value: Encodable & Sendable>: Encodable, Sendable {
  case value(Value)
  case empty

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .value(let value): try container.encode(value)
    case .empty: try container.encode("")
    }
  }
}
