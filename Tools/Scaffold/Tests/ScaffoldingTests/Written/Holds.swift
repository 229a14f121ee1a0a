import Foundation
import Repartee

struct CreateHold: Endpoint {
  var body: Hold

  var request: Request { .post("/v1/holds", body: .json(body)) }

  static let responses: ResponseMap<Hold, Never> = [
    .code(200, .decode)
  ]
}

struct Hold: Codable, Sendable {
  var until: Until
  var label: String?
  @Quoted var count: Int? = nil
  var note: String?

  enum CodingKeys: String, CodingKey {
    case until, label, count, note
  }

  // A key that is required is never left out: nil is sent as null.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(until, forKey: .until)
    try container.encode(label, forKey: .label)
    try container.encode(count.map { Quoted(wrappedValue: $0) }, forKey: .count)
    try container.encodeIfPresent(note, forKey: .note)
  }

  /// The first of these that a value fits, from the top.
  enum Until: Codable, Sendable {
    case never
    case integer(Int)
    case date(Date)
    /// A value that is none of these.
    case other(JSONValue)

    init(from decoder: any Decoder) throws {
      switch try? String(from: decoder) {
      case "never": self = .never
      default:
        if let value = try? Int(from: decoder) {
          self = .integer(value)
        } else if let value = try? decoder.singleValueContainer().decode(Date.self) {
          self = .date(value)
        } else {
          self = .other(try JSONValue(from: decoder))
        }
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .never: try "never".encode(to: encoder)
      case .integer(let value): try value.encode(to: encoder)
      case .date(let value):
        var container = encoder.singleValueContainer()
        try container.encode(value)
      case .other(let value): try value.encode(to: encoder)
      }
    }
  }
}
