import ReparteeJSON

/// The path of a call, and what its response looks like.
struct RecordedPath {
  var segments: [String]
  var method = "GET"
  /// Of the object that was received, or of the elements of a list; nil of what has no keys.
  var response: Sample?
  /// The texts in it: `/users/ada` returns `{"login": "ada"}`.
  var texts: Set<String> = []

  init(segments: [String]) { self.segments = segments }

  init(_ call: RecordedCall) {
    segments = call.segments
    method = call.method
    guard let json = call.response?.json, call.status < 400 else { return }
    let sample = Sample([json])
    let object = sample.elementSample ?? sample
    response = object.isObject ? object : nil
    texts = Set((json.object ?? [:]).compactMap { $0.value.string?.lowercased() })
  }
}

/// Finds segments that differ where all else is the same: `/users/ada/repos` and `/users/bob/repos`, if both return
/// lists of the same objects.
struct SiblingValues {
  /// By what is in front of them, with `{}` for values.
  private(set) var found: [[String]: Set<String>] = [:]
  private let isValue: (String, [String]) -> Bool

  private struct Place: Hashable {
    var prefix: [String]
    var rest: [String]
    var method: String
  }

  init(_ calls: [RecordedPath], isValue: @escaping (String, [String]) -> Bool) {
    self.isValue = isValue
    let longest = calls.map(\.segments.count).max() ?? 0
    // What is found at one place may make others the same.
    for _ in 0..<min(longest, 8) where !find(in: calls) { break }
  }

  /// Returns whether it has found anything.
  private mutating func find(in calls: [RecordedPath]) -> Bool {
    var groups: [Place: [(segment: String, call: RecordedPath)]] = [:]
    var order: [Place] = []
    for call in calls {
      let shape = shape(of: call.segments)
      for index in shape.indices where index > 0 && shape[index] != "{}" {
        var rest = Array(shape[(index + 1)...])
        // Behind a plural, values further down may not be known as such yet.
        if rest.count > 1, Self.isPlural(shape[index - 1]) {
          rest = Array(repeating: "", count: rest.count - 1) + [rest[rest.count - 1]]
        }
        let place = Place(prefix: Array(shape[..<index]), rest: rest, method: call.method)
        if groups[place] == nil { order.append(place) }
        groups[place, default: []].append((shape[index], call))
      }
    }
    var hasFound = false
    for place in order {
      for segments in Self.alike(groups[place] ?? []) where Self.areValues(segments, at: place) {
        for (segment, _) in segments where found[place.prefix, default: []].insert(segment).inserted {
          hasFound = true
        }
      }
    }
    return hasFound
  }

  private func shape(of segments: [String]) -> [String] {
    var shape: [String] = []
    for segment in segments {
      let isValue = isValue(segment, shape) || found[shape]?.contains(segment) == true
      shape.append(isValue ? "{}" : segment)
    }
    return shape
  }

  private typealias Siblings = [(segment: String, call: RecordedPath)]

  /// Those whose responses are of one shape. A list without elements goes with the first others.
  private static func alike(_ siblings: Siblings) -> [Siblings] {
    var groups: [Siblings] = []
    var empty: Siblings = []
    for sibling in siblings {
      guard let response = sibling.call.response else {
        empty.append(sibling)
        continue
      }
      if let index = groups.firstIndex(where: { $0[0].call.response?.isAlike(response) == true }) {
        groups[index].append(sibling)
      } else {
        groups.append([sibling])
      }
    }
    if groups.count == 1 { groups[0] += empty }
    return groups
  }

  private static func areValues(_ siblings: Siblings, at place: Place) -> Bool {
    let segments = Set(siblings.map(\.segment))
    guard segments.count > 1 else { return false }
    if place.rest.isEmpty {
      return siblings.allSatisfy { $0.call.texts.contains($0.segment.lowercased()) }
    }
    let parent = place.prefix.last ?? ""
    if isPlural(parent) { return true }
    // Plurals are the names of resources.
    return !segments.contains(where: isPlural) && (parent == "{}" || segments.count > 2)
  }

  private static func isPlural(_ segment: String) -> Bool {
    segment != "{}" && Names.singular(PathShapes.name(of: segment)) != nil
  }
}

extension Sample {
  /// Whether two objects have most keys in common, and no key of different kinds.
  func isAlike(_ other: Sample) -> Bool {
    let shared = keySet.intersection(other.keySet).count
    return shared > 0 && shared * 2 >= keySet.union(other.keySet).count && !conflicts(with: other)
  }
}
