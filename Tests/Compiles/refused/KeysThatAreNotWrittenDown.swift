import Repartee

enum Keys: String, CodingKey { case id }

@JSONModel
struct Elsewhere {
  var id: Int

  // expect: @JSONModel reads the keys where they are written: enum CodingKeys: String, CodingKey { … }
  typealias CodingKeys = Keys
}

@JSONModel
struct Other {
  var id: Int

  // expect: declare the keys as enum CodingKeys: String, CodingKey
  enum CodingKeys: String { case id = "ID" }
}

@JSONModel
struct Computed {
  var id: Int

  enum CodingKeys: CodingKey {
    case id

    // expect: @JSONModel reads the keys where they are written: remove 'stringValue', and give the cases raw values
    var stringValue: String { "ID" }
    var intValue: Int? { nil }
    // expect: @JSONModel reads the keys where they are written: remove 'init(stringValue:)', and give the cases raw
    // values
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }
}

@JSONModel
struct Conditional {
  var id: Int

  // expect: @JSONModel can't know which keys apply under #if: declare all of them outside of it
  #if DEBUG
  enum CodingKeys: String, CodingKey { case id = "debug" }
  #else
  enum CodingKeys: String, CodingKey { case id }
  #endif
}
