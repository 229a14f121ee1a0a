import Foundation
import Repartee
import ReparteeAsyncHTTPClient

/// httpbin, where REPARTEE_HTTPBIN says that it is.
enum Httpbin {
  static let baseURL = ProcessInfo.processInfo.environment["REPARTEE_HTTPBIN"]

  static let isRunning = baseURL != nil

  static var client: Client { Client(baseURL: baseURL ?? "", transport: .asyncHTTPClient) }
}

/// What httpbin shows of a name: one text if it came once, an array if it came more often. Texts are compared scalar
/// by scalar.
struct OneOrMore: Decodable, Equatable, ExpressibleByArrayLiteral {
  var values: [String]

  init(arrayLiteral values: String...) { self.values = values }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let one = try? container.decode(String.self) {
      values = [one]
    } else {
      values = try container.decode([String].self)
    }
  }

  static func == (one: OneOrMore, other: OneOrMore) -> Bool {
    one.values.map(scalars) == other.values.map(scalars)
  }
}
