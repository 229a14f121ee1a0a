package import ReparteeRedaction

/// The shape of a JSON text without its values: its places, their types, and which of them were read.
///
/// All elements of an array are one place, `users[].name`. So are the values of an object whose keys are data because
/// all keys were requested, as a `Dictionary` does: `byID.*.name`. Values that were read as a whole, or not at all,
/// have no places inside.
package struct JSONShape: Sendable {
  /// The types of JSON.
  package struct Types: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let null = Types(rawValue: 1)
    package static let bool = Types(rawValue: 2)
    package static let number = Types(rawValue: 4)
    package static let string = Types(rawValue: 8)
    package static let array = Types(rawValue: 16)
    package static let object = Types(rawValue: 32)

    /// The name of each type.
    package static let names: [(type: Types, name: String)] = [
      (.null, "null"), (.bool, "boolean"), (.number, "number"), (.string, "string"), (.array, "array"),
      (.object, "object"),
    ]
  }

  package enum Step: Sendable, Hashable {
    /// The whole text.
    case root
    case key(String)
    /// Any element of an array.
    case element
    /// Any value of an object whose keys are data.
    case anyKey
  }

  /// The counts at a place.
  package struct Tally: Sendable {
    /// The number of values at the place.
    package var count = 0
    /// The number of values that were read.
    package var reads = 0
    /// The number of objects that were entered.
    package var objects = 0
    package var types: Types = []
    /// Whether there are more keys than are distinguished.
    package var isCut = false
    /// Whether a value was read as a whole.
    package var isWhole = false
    /// Whether there is an object whose values were all read, and whose keys are not listed.
    package var isPassedOver = false
    /// Whether a value was read that is not one of the known values.
    package var hasUnknownValue = false

    /// Adds the counts of another reading of the same text.
    fileprivate mutating func formUnion(_ other: Tally) {
      count = max(count, other.count)
      reads += other.reads
      objects = max(objects, other.objects)
      types.formUnion(other.types)
      isCut = isCut || other.isCut
      isWhole = isWhole || other.isWhole
      isPassedOver = isPassedOver || other.isPassedOver
      hasUnknownValue = hasUnknownValue || other.hasUnknownValue
    }
  }

  package struct Place: Sendable {
    package let parent: Int
    package let step: Step
    package fileprivate(set) var tally: Tally

    /// Adds `count` values to the place.
    mutating func add(_ count: Int, isRead: Bool, isEmptyObject: Bool) {
      tally.count += count
      if isRead { tally.reads += count }
      if isEmptyObject { tally.objects += count }
    }
  }

  /// The places. Each comes after its parent; the first is the whole text.
  package private(set) var places: [Place]

  init(places: [Place]) { self.places = places }

  /// Adds the shape from another reading of the same text: what one of them has read was read.
  package mutating func formUnion(_ other: JSONShape) {
    var known: [Pair: Int] = [:]
    for (index, place) in places.enumerated() { known[Pair(parent: place.parent, step: place.step)] = index }
    var indices: [Int] = []
    for place in other.places {
      let parent = place.step == .root ? 0 : indices[place.parent]
      let pair = Pair(parent: parent, step: place.step)
      if let index = known[pair] {
        places[index].tally.formUnion(place.tally)
        indices.append(index)
      } else {
        known[pair] = places.count
        indices.append(places.count)
        places.append(Place(parent: parent, step: place.step, tally: place.tally))
      }
    }
  }

  private struct Pair: Hashable {
    let parent: Int
    let step: Step
  }

  /// The places that were not read, in containers that were.
  package var unread: [Int] {
    var isCovered = [Bool](repeating: false, count: places.count)
    return places.indices.filter { index in
      let place = places[index]
      if place.step == .root { return place.tally.reads == 0 }
      let container = places[place.parent].tally
      isCovered[index] = isCovered[place.parent] || container.isWhole
      return !isCovered[index] && !container.isPassedOver && place.tally.reads == 0 && container.reads > 0
    }
  }

  /// Returns the places as text, such as `users[].name`: keys below that of a secret are `***`, long ones are cut.
  package func texts(masking redaction: Redaction) -> [PlaceText] {
    var texts: [PlaceText] = []
    texts.reserveCapacity(places.count)
    for place in places {
      texts.append(texts.isEmpty ? PlaceText() : texts[place.parent].appending(place.step, redaction))
    }
    return texts
  }

  static func text(of steps: [Step], masking redaction: Redaction) -> String {
    steps.reduce(PlaceText()) { $0.appending($1, redaction) }.text
  }

  /// A place as text.
  package struct PlaceText: Sendable {
    package private(set) var text = ""
    /// Whether the place is below the key of a secret.
    package private(set) var isSecret = false
    private var isBelowSecret = false
    private var isCut = false

    fileprivate func appending(_ step: Step, _ redaction: Redaction) -> PlaceText {
      var longer = self
      longer.isSecret = isBelowSecret
      if isCut { return longer }
      switch step {
      case .root: break
      case .element: longer.text += "[]"
      case .anyKey: longer.text += text.isEmpty ? "*" : ".*"
      case .key(let key):
        let name = isBelowSecret ? Redaction.mask : redaction.shown(name: key)
        JSONPath.Component.key(name).append(to: &longer.text, limit: Shown.name)
        longer.isBelowSecret = isBelowSecret || redaction.isSecret(key)
      }
      if longer.text.utf8.count > Shown.path {
        longer.text = Shown.text(longer.text, limit: Shown.path)
        longer.isCut = true
      }
      return longer
    }
  }
}

extension JSONShape.Types {
  init(_ kind: Node.Kind) {
    self =
      switch kind {
      case .null: .null
      case .no, .yes: .bool
      case .number: .number
      case .string: .string
      case .array: .array
      case .object: .object
      }
  }
}

/// An observer of the JSON texts that a coder reads. It is called by the tasks that decode.
package protocol JSONProbe: AnyObject, Sendable {
  /// Whether to report the shape of a text that was read completely.
  var wantsAll: Bool { get }

  /// Called after a text was decoded.
  ///
  /// - Parameter shape: Nil if all of the text was read and `wantsAll` is false.
  func didRead(_ shape: JSONShape?)

  /// Called after a text could not be decoded, because of what is at a place, or is missing there.
  func didFail(_ kind: JSONError.Kind, at place: String)

  /// Called after an element was skipped because it could not be decoded; the rest of the text is still decoded.
  func didSkip(_ kind: JSONError.Kind, at place: String)
}

/// A decoder that records facts about the decoded values for a probe.
package protocol ProbedDecoder {
  /// Records that the decoded value is not one of the known values.
  func noteUnknownValue()

  /// Records that an element of the array was skipped because it could not be decoded.
  func noteSkipped(_ error: any Error, ordinal: Int)
}

extension TapeDecoder: ProbedDecoder {
  func noteUnknownValue() {
    if decoding.options.values.probe != nil { decoding.noteUnknownValue(at: index) }
  }

  func noteSkipped(_ error: any Error, ordinal: Int) {
    decoding.noteSkipped(error, ordinal: ordinal, of: index)
  }
}
