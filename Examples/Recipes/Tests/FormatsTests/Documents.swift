import Foundation
import HTTPTypes
import Repartee

@testable import Formats

/// The same cities in each format.
enum Body {
  static let cities = [
    City(name: "Kraków", population: 804_237), City(name: "Ur, \"the\" city", population: 0),
  ]

  static let json = Data(
    #"{"city": [{"name": "Kraków", "population": 804237}, {"name": "Ur, \"the\" city", "population": 0}]}"#
      .utf8)

  static let xml = Data(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <cities>
      <city><name>Kraków</name><population>804237</population></city>
      <city><name>Ur, "the" city</name><population>0</population></city>
    </cities>
    """.utf8)

  static let csv = Data("name,population\r\nKraków,804237\r\n\"Ur, \"\"the\"\" city\",0\r\n".utf8)

  /// Written by hand: field 1 of the list twice, each with fields 1 and 2 of a city.
  static let protobuf =
    Data([0x0A, 0x0D, 0x0A, 0x07]) + Data("Kraków".utf8) + Data([0x10, 0x8D, 0x8B, 0x31])
    + Data([0x0A, 0x10, 0x0A, 0x0E]) + Data("Ur, \"the\" city".utf8)
}

/// Returns a client that always gets this response.
func client(_ body: Data, _ contentType: String?, status: Int = 200) -> Client {
  var client = Client(
    baseURL: "https://api.example.com",
    transport: InMemoryTransport { _ in
      var headers = HTTPFields()
      headers[.contentType] = contentType
      return .status(status, headers: headers, body: body)
    })
  client.decoders = [XML(), Protobuf()]
  return client
}

/// Returns the error of a call; nil if it succeeds.
func failure<E: ResourceConvertible>(_ client: Client, _ endpoint: E) async -> E.Thrown? {
  if case .failure(let error) = await client.result(of: endpoint) { error } else { nil }
}
