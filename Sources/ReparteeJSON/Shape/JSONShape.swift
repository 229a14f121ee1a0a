/// What a JSON text looks like, without its values: which places there are, of which types they are, and which of them
/// somebody has read.
///
/// All elements of an array are one place, `users[].name`, and so are the values of an object whose keys are data
/// because somebody asked which there are, as a `Dictionary` does: `byID.*.name`. What was read as a whole, or by
/// nobody, is not gone into.
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

    /// The name of each.
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

  /// What there is at a place.
  package struct Tally: Sendable {
    /// How often it is there.
    package var count = 0
    /// How often somebody has read it.
    package var reads = 0
    /// How often it is an object that was gone into.
    package var objects = 0
    package var types: Types = []
    /// Whether there are more keys than are told apart.
    package var isCut = false
    /// Whether it was read as a whole.
    package var isWhole = false
    /// Whether there is an object of which everything was read, and whose keys are not here.
    package var isPassedOver = false
    /// Whether somebody read a value there that is none of those that were known.
    package var hasUnknownValue = false

    /// Adds what another reading of the same text has come across.
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

    /// It is there so many times more.
    mutating func add(_ count: Int, isRead: Bool, isEmptyObject: Bool) {
      tally.count += count
      if isRead { tally.reads += count }
      if isEmptyObject { tally.objects += count }
    }
  }

  /// Each stands after the one that it is in; the first is the whole text.
  package private(set) var places: [Place]

  init(places: [Place]) { self.places = places }

  /// Adds what another reading of the same text has come across: what one of them has read was read.
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

  /// The places that nobody has read, of which the container was read.
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

  /// The places as they are shown, `users[].name`: keys below that of a secret are `***`, long ones are cut.
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

  /// A place as it is shown.
  package struct PlaceText: Sendable {
    package private(set) var text = ""
    /// Whether it is below the key of a secret.
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

/// Is told of each JSON text that a coder has read. It is called by the tasks that decode.
package protocol JSONProbe: AnyObject, Sendable {
  /// Whether the shape is wanted where all of it was read.
  var wantsAll: Bool { get }

  /// A text was decoded.
  ///
  /// - Parameter shape: Nil where all of it was read, and it is not wanted then.
  func didRead(_ shape: JSONShape?)

  /// A text could not be decoded, because of what stands, or does not stand, at a place.
  func didFail(_ kind: JSONError.Kind, at place: String)

  /// An element was left out, because it could not be decoded; the text is read further.
  func didSkip(_ kind: JSONError.Kind, at place: String)
}

/// A decoder that can be told what becomes of what it reads.
package protocol ProbedDecoder {
  /// What was read is none of the values that were known.
  func noteUnknownValue()

  /// An element of the array was left out, because it could not be decoded.
  func noteSkipped(_ error: any Error, ordinal: Int)
}

extension TapeDecoder: ProbedDecoder {
  func noteUnknownValue() {
    if document.options.values.probe != nil { document.noteUnknownValue(at: index) }
  }

  func noteSkipped(_ error: any Error, ordinal: Int) {
    document.noteSkipped(error, ordinal: ordinal, of: index)
  }
}
