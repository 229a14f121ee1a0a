import Repartee

@JSONModel
struct Account: Codable {
  var name: String
  var password: String?

  enum CodingKeys: String, CodingKey { case name, password }

  // expect: 'Account' has its own encode(to:), which @JSONModel would not call: remove it, or write write(to:)
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
  }
}

@JSONModel
struct Clamped {
  var value: Int

  // expect: 'Clamped' has its own init(from:), which @JSONModel would not call: remove it, or write init(json:)
  init(from decoder: Decoder) throws { value = 0 }
}

/// Under a condition, too, and in a class.
@JSONModel
final class Generic {
  var value = 0

  init() {}

  #if DEBUG
  // expect: 'Generic' has its own init(from:), which @JSONModel would not call: remove it, or write init(json:)
  init(from decoder: some Decoder) throws { value = 0 }
  #endif
}
