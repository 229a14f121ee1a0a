/// What a JSON text looks like, without its values: which places there are, of which types they are, and which of them
/// somebody has read.
///
/// All elements of an array are one place, `users[].name`, and so are the values of an object whose keys are data because
/// somebody asked which there are, as a `Dictionary` does: `byID.*.name`. What was read as a whole, or by nobody, is not
/// gone into.
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

  package struct Place: Sendable {
    package let parent: Int
    package let step: Step
    /// How often it is there.
    package var count = 0
    /// How often somebody has read it.
    package var reads = 0
    /// How often it is an object that was gone into.
    package var objects = 0
    package var types: Types = []
    /// Whether somebody read a value there that is none of those that were known.
    package var hasUnknownValue = false

    fileprivate init(parent: Int, step: Step) {
      self.parent = parent
      self.step = step
    }
  }

  /// Each stands after the one that it is in; the first is the whole text.
  package private(set) var places: [Place]
  /// Whether there were more places than are kept.
  package private(set) var isCut = false

  init(_ links: [ShapeReader.Link], isCut: Bool, name: (Int) -> String) {
    places = links.map { link in
      let step: Step =
        switch link.step {
        case .root: .root
        case .key(let node): .key(name(node))
        case .element: .element
        case .anyKey: .anyKey
        }
      var place = Place(parent: link.parent, step: step)
      place.count = link.count
      place.reads = link.reads
      place.objects = link.objects
      place.types = link.types
      place.hasUnknownValue = link.hasUnknownValue
      return place
    }
    self.isCut = isCut
  }

  /// Adds what another reading of the same text has come across: what one of them has read was read.
  package mutating func formUnion(_ other: JSONShape) {
    var known: [Pair: Int] = [:]
    for (index, place) in places.enumerated() { known[Pair(parent: place.parent, step: place.step)] = index }
    var indices: [Int] = []
    for place in other.places {
      let parent = place.step == .root ? 0 : indices[place.parent]
      let pair = Pair(parent: parent, step: place.step)
      let index = known[pair] ?? places.count
      indices.append(index)
      if index == places.count {
        known[pair] = index
        places.append(Place(parent: parent, step: place.step))
      }
      places[index].count = max(places[index].count, place.count)
      places[index].reads += place.reads
      places[index].objects = max(places[index].objects, place.objects)
      places[index].types.formUnion(place.types)
      places[index].hasUnknownValue = places[index].hasUnknownValue || place.hasUnknownValue
    }
    isCut = isCut || other.isCut
  }

  private struct Pair: Hashable {
    let parent: Int
    let step: Step
  }

  /// The places that nobody has read, of which the container was read.
  package var unread: [Int] {
    places.indices.filter { index in
      let place = places[index]
      return place.reads == 0 && (place.step == .root || places[place.parent].reads > 0)
    }
  }

  /// A place as it is shown, `users[].name`: keys below that of a secret are `***`, long ones are cut.
  package func text(of index: Int, masking redaction: Redaction) -> String {
    var steps: [Step] = []
    var index = index
    while index != 0, steps.count < 100 {
      steps.append(places[index].step)
      index = places[index].parent
    }
    return Self.text(of: steps.reversed(), masking: redaction)
  }

  static func text(of steps: [Step], masking redaction: Redaction) -> String {
    var text = ""
    var isSecret = false
    for step in steps {
      switch step {
      case .root: break
      case .element: text += "[]"
      case .anyKey: text += text.isEmpty ? "*" : ".*"
      case .key(let key):
        let name = isSecret ? Redaction.mask : redaction.shown(name: key)
        JSONPath.Component.key(name).append(to: &text, limit: Shown.name)
        isSecret = isSecret || redaction.isSecret(key)
      }
    }
    return Shown.text(text, limit: Shown.path)
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
  func didFail(_ error: JSONError, at place: String)
}

extension JSONCoder {
  /// The same coder, which tells somebody of each text that it has read.
  package func probed(by probe: any JSONProbe) -> JSONCoder {
    var values = options.values
    values.probe = probe
    var coder = self
    coder.options = JSONOptions(values)
    return coder
  }
}

/// A decoder that can be told that what it has read is none of the values that were known.
package protocol UnknownValueDecoder {
  func noteUnknownValue()
}

extension TapeDecoder: UnknownValueDecoder {
  func noteUnknownValue() {
    if document.options.values.probe != nil { document.noteUnknownValue(at: index) }
  }
}
