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

/// Reads the members of an object whose keys a model does not name.
enum OtherKeys {
  /// The values by their keys, which stay as they are.
  static func values<Value: Decodable>(
    in decoder: any Decoder,
    except named: Set<String>
  ) throws -> [String: Value] {
    let members = try [String: Member<Value>](from: decoder)
    return try members.filter { !named.contains($0.key) }.mapValues { try $0.value.get() }
  }

  private struct Member<Value: Decodable>: Decodable {
    let value: Result<Value, any Error>

    init(from decoder: any Decoder) throws {
      value = Result { try decoder.singleValueContainer().decode(Value.self) }
    }
  }
}
