/// The members of a JSON object in their order, each key once.
public struct JSONObject: Sendable {
  private var members: [(key: String, value: JSONValue)] = []
  /// Where each key is, once there are more than a few.
  private var places: [String: Int] = [:]
  private static let linearLimit = 8

  public init() {}

  public var count: Int { members.count }
  public var isEmpty: Bool { members.isEmpty }
  public var keys: [String] { members.map(\.key) }
  public var values: [JSONValue] { members.map(\.value) }

  /// The value under a key. Setting one that is there keeps its place; a new one goes last; nil removes it.
  public subscript(key: String) -> JSONValue? {
    get { place(of: key).map { members[$0].value } }
    set {
      switch (place(of: key), newValue) {
      case (let place?, let value?): members[place].value = value
      case (nil, let value?): append(key, value)
      case (let place?, nil):
        members.remove(at: place)
        rebuildPlaces()
      case (nil, nil): break
      }
    }
  }

  /// Adds a member unless its key is there already: the first of equal keys counts.
  mutating func appendIfNew(_ key: String, _ value: JSONValue) {
    if place(of: key) == nil { append(key, value) }
  }

  private mutating func append(_ key: String, _ value: JSONValue) {
    members.append((key, value))
    if members.count == JSONObject.linearLimit + 1 {
      rebuildPlaces()
    } else if members.count > JSONObject.linearLimit {
      places[key] = members.count - 1
    }
  }

  private func place(of key: String) -> Int? {
    if members.count > JSONObject.linearLimit { return places[key] }
    return members.firstIndex { $0.key == key }
  }

  private mutating func rebuildPlaces() {
    places = [:]
    guard members.count > JSONObject.linearLimit else { return }
    for (place, member) in members.enumerated() { places[member.key] = place }
  }
}

extension JSONObject: RandomAccessCollection {
  public var startIndex: Int { members.startIndex }
  public var endIndex: Int { members.endIndex }
  public subscript(position: Int) -> (key: String, value: JSONValue) { members[position] }
}

extension JSONObject: Hashable {
  /// The order does not count (RFC 8259 section 1: "an unordered collection").
  public static func == (one: JSONObject, other: JSONObject) -> Bool {
    one.count == other.count && one.members.allSatisfy { other[$0.key] == $0.value }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    // A sum, so that the order does not count.
    var sum = 0
    for member in members {
      var own = hasher
      own.combine(member.key)
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
