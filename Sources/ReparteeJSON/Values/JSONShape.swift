package import ReparteeRedaction

/// A JSON text without its values.
///
/// All elements of an array are one place, `users[].name`, and so are the values of an object whose keys are data:
/// `byID.*.name`. Values read as a whole, or not at all, have no places inside.
package struct JSONShape: Sendable {
  package struct Types: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let null = Types(rawValue: 1)
    package static let bool = Types(rawValue: 2)
    package static let number = Types(rawValue: 4)
    package static let string = Types(rawValue: 8)
    package static let array = Types(rawValue: 16)
    package static let object = Types(rawValue: 32)

    package static let names: [(type: Types, name: String)] = [
      (.null, "null"), (.bool, "boolean"), (.number, "number"), (.string, "string"), (.array, "array"),
      (.object, "object"),
    ]
  }

  package enum Step: Sendable, Hashable {
    case root
    case key(String)
    case element
    /// A value under a key that is data.
    case anyKey
  }

  package struct Tally: Sendable {
    package var count = 0
    package var reads = 0
    package var objects = 0
    package var types: Types = []
    package var isCut = false
    package var isWhole = false
    /// All values were read, and the keys are not listed.
    package var isPassedOver = false
    package var hasUnknownValue = false

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

  package struct PathNode: Sendable {
    package let parent: Int
    package let step: Step
    package fileprivate(set) var tally: Tally

    mutating func add(_ count: Int, isRead: Bool, isEmptyObject: Bool) {
      tally.count += count
      if isRead { tally.reads += count }
      if isEmptyObject { tally.objects += count }
    }
  }

  /// Each node follows its parent.
  package private(set) var places: [PathNode]

  init(places: [PathNode]) { self.places = places }

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
        places.append(PathNode(parent: parent, step: place.step, tally: place.tally))
      }
    }
  }

  private struct Pair: Hashable {
    let parent: Int
    let step: Step
  }

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

  /// Masks keys below a secret, and cuts long ones.
  package func texts(masking redaction: Redaction) -> [PathText] {
    var texts: [PathText] = []
    texts.reserveCapacity(places.count)
    for place in places {
      texts.append(texts.isEmpty ? PathText() : texts[place.parent].appending(place.step, redaction))
    }
    return texts
  }

  static func text(of steps: [Step], masking redaction: Redaction) -> String {
    steps.reduce(PathText()) { $0.appending($1, redaction) }.text
  }

  package struct PathText: Sendable {
    package private(set) var text = ""
    package private(set) var isSecret = false
    private var isBelowSecret = false
    private var isCut = false

    fileprivate func appending(_ step: Step, _ redaction: Redaction) -> PathText {
      var longer = self
      longer.isSecret = isBelowSecret
      if isCut { return longer }
      switch step {
      case .root: break
      case .element: longer.text += "[]"
      case .anyKey: longer.text += text.isEmpty ? "*" : ".*"
      case .key(let key):
        let name = isBelowSecret ? Redaction.mask : redaction.shown(name: key)
        JSONPath.Component.key(name).append(to: &longer.text, limit: DisplayText.name)
        longer.isBelowSecret = isBelowSecret || redaction.isSecret(key)
      }
      if longer.text.utf8.count > DisplayText.path {
        longer.text = DisplayText.text(longer.text, limit: DisplayText.path)
        longer.isCut = true
      }
      return longer
    }
  }
}
