import Foundation
import Repartee

struct GetSeries: Endpoint {
  var id: String

  var request: Request { .get("/series/\(id)") }

  static let responses: ResponseMap<SeriesSeries, Never> = [
    .code(200, .decode)
  ]
}

struct SetSeries: Endpoint {
  var id: String
  var body: SeriesSeries

  var request: Request { .put("/series/\(id)", body: .json(body)) }

  static let responses: ResponseMap<SeriesSeries, Never> = [
    .code(200, .decode)
  ]
}

struct Limit: Codable, Sendable {
  var most: Double
  var until: Date?
}

struct SeriesSeries: Codable, Sendable {
  var id: String
  var label: String?
  @Quoted var count: Int? = nil
  /// What was measured.
  ///
  /// Each element has, in this order: time, string.
  var points: [[Point]]
  var box: [Double]?
  var byDay: [String: [Int]]
  /// The values of the keys that the document does not name.
  var others: [String: Limit] = [:]

  init(
    id: String,
    label: String? = nil,
    count: Int? = nil,
    points: [[Point]],
    box: [Double]? = nil,
    byDay: [String: [Int]],
    others: [String: Limit] = [:]
  ) {
    self.id = id
    self.label = label
    self.count = count
    self.points = points
    self.box = box
    self.byDay = byDay
    self.others = others
  }

  enum CodingKeys: String, CodingKey {
    case id, label, count, points, box, byDay
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    label = try container.decodeIfPresent(String.self, forKey: .label)
    _count = try container.decode(Quoted<Int?>.self, forKey: .count)
    points = try container.decode([[Point]].self, forKey: .points)
    box = try container.decodeIfPresent([Double].self, forKey: .box)
    byDay = try container.decode([String: [Int]].self, forKey: .byDay)
    others = try OtherKeys.values(
      in: decoder,
      except: ["id", "label", "count", "points", "box", "byDay"])
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(label, forKey: .label)
    try container.encode(_count, forKey: .count)
    try container.encode(points, forKey: .points)
    try container.encodeIfPresent(box, forKey: .box)
    try container.encode(byDay, forKey: .byDay)
    try others.encode(to: encoder)
  }

  /// The first of these that a value fits, from the top.
  enum Point: Codable, Sendable {
    case time(Int)
    case string(String)
    /// A value that is none of these.
    case other(JSONValue)

    init(from decoder: any Decoder) throws {
      if let value = try? Int(from: decoder) {
        self = .time(value)
      } else if let value = try? String(from: decoder) {
        self = .string(value)
      } else {
        self = .other(try JSONValue(from: decoder))
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .time(let value): try value.encode(to: encoder)
      case .string(let value): try value.encode(to: encoder)
      case .other(let value): try value.encode(to: encoder)
      }
    }
  }
}
