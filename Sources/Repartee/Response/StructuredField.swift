/// A parser of structured field values (RFC 9651, section 4.2): items, lists and dictionaries.
///
/// A malformed value gives nil: a field that does not parse is ignored as a whole. Parsing takes linear time, and at
/// most one list is nested in another, so no text is too large or too deep.
struct StructuredField {
  enum BareItem: Hashable {
    /// At most 15 digits.
    case integer(Int)
    /// At most 12 digits and 3 decimals.
    case decimal(Double)
    case string(String)
    case token(String)
    case bytes([UInt8])
    case boolean(Bool)
    /// Seconds since 1970, of at most 15 digits.
    case date(Int)
    case displayString(String)
  }

  typealias Parameters = StructuredFieldMap<BareItem>

  struct Item: Equatable {
    var value: BareItem
    var parameters = Parameters()
  }

  /// A member of a list or a dictionary.
  enum Member: Equatable {
    case item(Item)
    case innerList([Item], Parameters)

    /// The item; nil if it is an inner list.
    var item: Item? {
      if case .item(let item) = self { item } else { nil }
    }
  }

  private var reader: StructuredFieldReader

  /// Creates a parser that ignores surrounding spaces.
  private init(_ text: String) {
    reader = StructuredFieldReader(rest: text[...].utf8)
    while reader.rest.last == 0x20 { reader.rest.removeLast() }
    reader.skipSpaces()
  }

  /// Parses one item with its parameters.
  static func item(_ text: String) -> Item? {
    var field = StructuredField(text)
    guard let item = field.item(), field.reader.rest.isEmpty else { return nil }
    return item
  }

  /// Parses the members of a list. Join several fields of one name with commas first.
  static func list(_ text: String) -> [Member]? {
    var field = StructuredField(text)
    var members: [Member] = []
    let isWhole = field.forEachMember { field in
      guard let member = field.member() else { return false }
      members.append(member)
      return true
    }
    return isWhole ? members : nil
  }

  /// Parses the members of a dictionary, in order. Of several with one key, the last value applies, at the position of
  /// the first.
  static func dictionary(_ text: String) -> StructuredFieldMap<Member>? {
    var field = StructuredField(text)
    var members = StructuredFieldMap<Member>()
    let isWhole = field.forEachMember { field in
      guard let key = field.reader.key() else { return false }
      if field.reader.skip("=") {
        guard let member = field.member() else { return false }
        members[key] = member
      } else {
        guard let parameters = field.parameters() else { return false }
        members[key] = .item(Item(value: .boolean(true), parameters: parameters))
      }
      return true
    }
    return isWhole ? members : nil
  }

  /// Calls `take` for each member between commas; returns false if one is malformed.
  private mutating func forEachMember(_ take: (inout StructuredField) -> Bool) -> Bool {
    while !reader.rest.isEmpty {
      guard take(&self) else { return false }
      if reader.rest.isEmpty { return true }
      reader.skipSpacesAndTabs()
      guard reader.skip(",") else { return false }
      reader.skipSpacesAndTabs()
      if reader.rest.isEmpty { return false }
    }
    return true
  }

  private mutating func member() -> Member? {
    reader.rest.first == UInt8(ascii: "(") ? innerList() : item().map(Member.item)
  }

  private mutating func item() -> Item? {
    guard let value = reader.bareItem(), let parameters = parameters() else { return nil }
    return Item(value: value, parameters: parameters)
  }

  private mutating func innerList() -> Member? {
    guard reader.skip("(") else { return nil }
    var items: [Item] = []
    while true {
      reader.skipSpaces()
      if reader.skip(")") { return parameters().map { .innerList(items, $0) } }
      guard let item = item() else { return nil }
      items.append(item)
      guard reader.rest.first == 0x20 || reader.rest.first == UInt8(ascii: ")") else { return nil }
    }
  }

  private mutating func parameters() -> Parameters? {
    var parameters = Parameters()
    while reader.skip(";") {
      reader.skipSpaces()
      guard let key = reader.key() else { return nil }
      if reader.skip("=") {
        guard let value = reader.bareItem() else { return nil }
        parameters[key] = value
      } else {
        parameters[key] = .boolean(true)
      }
    }
    return parameters
  }
}

/// Keys and values in order. Setting the value of an existing key keeps its position.
struct StructuredFieldMap<Value> {
  private(set) var elements: [(key: String, value: Value)] = []
  private var places: [String: Int] = [:]

  subscript(key: String) -> Value? {
    get { places[key].map { elements[$0].value } }
    set {
      guard let newValue else { return }
      if let place = places[key] {
        elements[place].value = newValue
      } else {
        places[key] = elements.count
        elements.append((key, newValue))
      }
    }
  }
}

extension StructuredFieldMap: Equatable where Value: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    left.elements.elementsEqual(right.elements) { $0.key == $1.key && $0.value == $1.value }
  }
}
