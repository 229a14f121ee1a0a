/// The members of a JSON object in their order, each key once; keys are equal if their bytes are.
///
/// Lookup by key takes constant time; adding and removing, amortized logarithmic time.
public struct JSONObject: Sendable {
  private var slots: [(key: String, value: JSONValue)?] = []
  private var slotsByKey: [ByteKey: Int] = [:]
  private var gaps = OccupancyTree()
  private static let linearLimit = 8

  /// Creates an object without members.
  public init() {}

  public var count: Int { slots.count - gaps.count }
  public var isEmpty: Bool { count == 0 }
  /// The keys, in order.
  public var keys: [String] { slots.compactMap { $0?.key } }
  /// The values, in order.
  public var values: [JSONValue] { slots.compactMap { $0?.value } }

  /// The value under a key; an existing key keeps its position, a new key goes last, nil removes the key.
  public subscript(key: String) -> JSONValue? {
    get { slot(of: key).flatMap { slots[$0]?.value } }
    _modify {
      let slot = slot(of: key)
      var value = slot.flatMap { slots[$0]?.value }
      // In place, without a copy: the value is held only here.
      if let slot { slots[slot]?.value = .null }
      defer { finish(key, slot, value) }
      yield &value
    }
  }

  private mutating func finish(_ key: String, _ slot: Int?, _ value: JSONValue?) {
    switch (slot, value) {
    case (let slot?, let value?): slots[slot]?.value = value
    case (nil, let value?): append(key, value)
    case (let slot?, nil): remove(key, at: slot)
    case (nil, nil): break
    }
  }

  mutating func appendIfNew(_ key: String, _ value: @autoclosure () -> JSONValue) {
    if slot(of: key) == nil { append(key, value()) }
  }

  private mutating func append(_ key: String, _ value: JSONValue) {
    slots.append((key, value))
    gaps.append()
    if slots.count == JSONObject.linearLimit + 1 {
      rebuildTable()
    } else if slots.count > JSONObject.linearLimit {
      slotsByKey[ByteKey(text: key)] = slots.count - 1
    }
  }

  private mutating func remove(_ key: String, at slot: Int) {
    guard slots.count > JSONObject.linearLimit else {
      slots.remove(at: slot)
      return
    }
    slots[slot] = nil
    slotsByKey[ByteKey(text: key)] = nil
    gaps.insert(slot, of: slots.count)
    guard gaps.count > slots.count / 2 else { return }
    slots.removeAll { $0 == nil }
    gaps = OccupancyTree()
    rebuildTable()
  }

  private func slot(of key: String) -> Int? {
    if slots.count > JSONObject.linearLimit { return slotsByKey[ByteKey(text: key)] }
    return slots.firstIndex { $0?.key.hasSameBytes(as: key) == true }
  }

  private mutating func rebuildTable() {
    slotsByKey = [:]
    guard slots.count > JSONObject.linearLimit else { return }
    for (slot, member) in slots.enumerated() {
      if let member { slotsByKey[ByteKey(text: member.key)] = slot }
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
  /// Ignores the order (RFC 8259 section 1).
  public static func == (one: JSONObject, other: JSONObject) -> Bool {
    one.count == other.count && one.allSatisfy { other[$0.key] == $0.value }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    // A sum: the order does not count.
    var sum = 0
    for member in self {
      var own = hasher
      own.combine(ByteKey(text: member.key))
      own.combine(member.value)
      // A hash: wraps around.
      sum &+= own.finalize()
    }
    hasher.combine(sum)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object; of equal keys, the last one counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (key, value) in elements { self[key] = value }
  }
}
