/// The members of a JSON object in their order, each key once. Keys are equal if their bytes are.
///
/// Finding, adding and removing a member cost the same however many there are.
public struct JSONObject: Sendable {
  /// Nil where a member was removed, which happens only where there are more than a few.
  private var slots: [(key: String, value: JSONValue)?] = []
  /// Where each key is, once there are more than a few.
  private var places: [ByteKey: Int] = [:]
  private var gaps = Gaps()
  private static let linearLimit = 8

  /// An object without members.
  public init() {}

  public var count: Int { slots.count - gaps.count }
  public var isEmpty: Bool { count == 0 }
  /// The keys, in the order of the members.
  public var keys: [String] { slots.compactMap { $0?.key } }
  /// The values, in the order of the members.
  public var values: [JSONValue] { slots.compactMap { $0?.value } }

  /// The value under a key. Setting one that is there keeps its place; a new one goes last; nil removes it.
  public subscript(key: String) -> JSONValue? {
    get { place(of: key).flatMap { slots[$0]?.value } }
    _modify {
      let place = place(of: key)
      var value = place.flatMap { slots[$0]?.value }
      // Changed in place, without a copy: the value is held here only.
      if let place { slots[place]?.value = .null }
      defer { finish(key, place, value) }
      yield &value
    }
  }

  private mutating func finish(_ key: String, _ place: Int?, _ value: JSONValue?) {
    switch (place, value) {
    case (let place?, let value?): slots[place]?.value = value
    case (nil, let value?): append(key, value)
    case (let place?, nil): remove(key, at: place)
    case (nil, nil): break
    }
  }

  /// Adds a member unless its key is there already: the first of equal keys counts.
  mutating func appendIfNew(_ key: String, _ value: @autoclosure () -> JSONValue) {
    if place(of: key) == nil { append(key, value()) }
  }

  private mutating func append(_ key: String, _ value: JSONValue) {
    slots.append((key, value))
    gaps.append()
    if slots.count == JSONObject.linearLimit + 1 {
      rebuildPlaces()
    } else if slots.count > JSONObject.linearLimit {
      places[ByteKey(text: key)] = slots.count - 1
    }
  }

  private mutating func remove(_ key: String, at place: Int) {
    guard slots.count > JSONObject.linearLimit else {
      slots.remove(at: place)
      return
    }
    slots[place] = nil
    places[ByteKey(text: key)] = nil
    gaps.insert(place, of: slots.count)
    guard gaps.count > slots.count / 2 else { return }
    slots.removeAll { $0 == nil }
    gaps = Gaps()
    rebuildPlaces()
  }

  private func place(of key: String) -> Int? {
    if slots.count > JSONObject.linearLimit { return places[ByteKey(text: key)] }
    return slots.firstIndex { $0?.key.hasSameBytes(as: key) == true }
  }

  private mutating func rebuildPlaces() {
    places = [:]
    guard slots.count > JSONObject.linearLimit else { return }
    for (place, member) in slots.enumerated() {
      if let member { places[ByteKey(text: member.key)] = place }
    }
  }
}

extension JSONObject: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { count }
  public subscript(position: Int) -> (key: String, value: JSONValue) {
    guard let member = slots[gaps.slot(at: position)] else {
      preconditionFailure("the object has \(count) members, none at \(position)")
    }
    return member
  }
}

extension JSONObject: Hashable {
  /// The order does not count (RFC 8259 section 1: "an unordered collection").
  public static func == (one: JSONObject, other: JSONObject) -> Bool {
    one.count == other.count && one.allSatisfy { other[$0.key] == $0.value }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    // A sum, so that the order does not count.
    var sum = 0
    for member in self {
      var own = hasher
      own.combine(ByteKey(text: member.key))
      own.combine(member.value)
      sum &+= own.finalize()
    }
    hasher.combine(sum)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Of equal keys the last counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (key, value) in elements { self[key] = value }
  }
}
