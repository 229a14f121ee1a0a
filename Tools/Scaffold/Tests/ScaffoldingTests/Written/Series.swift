import Repartee

/// Series API
enum Series {
  static let baseURL = "https://series.example.com"

  /// A client of the API. All calls share its settings.
  static func client(
    transport: some Transport,
    authentication: Authentication = .off,
    baseURL: String = Series.baseURL
  ) -> Client {
    var client = Client(baseURL: baseURL, transport: transport)
    client.authentication = authentication
    return client
  }
}

/// The members of an object, without those that a model names; their keys stay as they are.
struct OtherKeys<Value: Decodable & Sendable> {
  let values: [String: Value]

  init(from decoder: any Decoder, except named: Set<String>) throws {
    let members = try [String: Member](from: decoder)
    values = try members.filter { !named.contains($0.key) }.mapValues { try $0.value.get() }
  }

  private struct Member: Decodable {
    let value: Result<Value, any Error>

    init(from decoder: any Decoder) throws {
      value = Result { try decoder.singleValueContainer().decode(Value.self) }
    }
  }
}
