#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import HTTPTypes
public import ReparteeJSON

/// The known drift of an API and the structure of its bodies, in a file beside the tests.
///
/// ```json
/// {
///   "known" : [
///     {
///       "endpoint" : "GetUser", "kind" : "unreadKey",
///       "place" : "address.zip", "status" : 200
///     }
///   ],
///   "responses" : {
///     "GetUser 200" : {
///       "" : "object",
///       "id" : "number",
///       "name" : "string",
///       "nickname" : "null|string, optional"
///     }
///   },
///   "version" : 1
/// }
/// ```
///
/// Places are as in ``Drift/place``; an `optional` key was not always present. The file has no values, except keys that
/// are data and not read as a dictionary.
public struct DriftBaseline: Sendable, Hashable {
  /// The drift that is not reported.
  public var known: Set<Drift>
  private var responses: [Response: [String: ValueTypes]]

  private struct Response: Hashable {
    var endpoint: String
    var status: Int
  }

  struct ValueTypes: Sendable, Hashable {
    var types: JSONShape.Types
    var isOptional = false
  }

  struct Shape: Sendable {
    var places: [String: ValueTypes] = [:]
    var objects: Set<String> = []
  }

  /// Creates a baseline without bodies.
  public init(known: Set<Drift> = []) {
    self.known = known
    responses = [:]
  }

  func knows(_ drift: Drift) -> Bool { known.contains(drift) }

  func isNew(_ drift: Drift) -> Bool {
    guard let places = responses[Response(endpoint: drift.endpoint, status: drift.status.code)] else {
      return false
    }
    return places[drift.place] == nil
  }

  /// Missing keys, new nulls and changed types.
  func drift(of shape: Shape, endpoint: String, status: Int) -> [Drift] {
    guard let before = responses[Response(endpoint: endpoint, status: status)] else { return [] }
    var drift: [Drift] = []
    func add(_ kind: Drift.Kind, _ place: String, _ detail: String = "") {
      drift.append(
        Drift(
          kind, endpoint: endpoint, status: HTTPResponse.Status(code: status), place: place, detail: detail))
    }
    for name in before.keys.sorted() {
      guard let place = before[name] else { continue }
      guard let now = shape.places[name] else {
        // A key is missing only if its object is present.
        if !place.isOptional, let parent = before.parent(of: name), shape.objects.contains(parent) {
          add(.missingKey, name)
        }
        continue
      }
      if now.isOptional, !place.isOptional { add(.missingKey, name) }
      let types = now.types.subtracting(place.types)
      if types.contains(.null) { add(.undeclaredNull, name) }
      let other = types.subtracting(.null)
      // A value that was always null has no known type.
      if !other.isEmpty, place.types != .null {
        add(.changedType, name, "\(other.text), not \(place.types.text)")
      }
    }
    return drift
  }

  mutating func add(_ shape: Shape, endpoint: String, status: Int) {
    responses[Response(endpoint: endpoint, status: status), default: [:]].add(shape)
  }
}

extension DriftBaseline.Shape {
  init(_ shape: JSONShape, masking redaction: Redaction) {
    let texts = shape.texts(masking: redaction)
    // Below a secret's key, places have no names.
    for (index, place) in shape.places.enumerated() where place.tally.count > 0 && !texts[index].isSecret {
      let (name, tally) = (texts[index].text, place.tally)
      var isOptional = false
      if case .key = place.step {
        let object = shape.places[place.parent].tally
        isOptional = object.isCut || tally.count < object.objects
      }
      var known = places[name] ?? DriftBaseline.ValueTypes(types: [])
      known.types.formUnion(tally.types)
      known.isOptional = known.isOptional || isOptional
      places[name] = known
      if tally.objects > 0, !tally.isCut { objects.insert(name) }
    }
  }
}

extension [String: DriftBaseline.ValueTypes] {
  fileprivate mutating func add(_ shape: DriftBaseline.Shape) {
    guard !isEmpty else {
      self = shape.places
      return
    }
    let before = self
    for (name, place) in shape.places {
      if let known = before[name] {
        self[name] = DriftBaseline.ValueTypes(
          types: known.types.union(place.types), isOptional: known.isOptional || place.isOptional)
      } else {
        // The object was present without this key.
        let wasThere =
          shape.places.parent(of: name).map { before[$0]?.types.contains(.object) ?? false } ?? false
        self[name] = DriftBaseline.ValueTypes(types: place.types, isOptional: place.isOptional || wasThere)
      }
    }
    for (name, place) in before where !place.isOptional && shape.places[name] == nil {
      if let parent = before.parent(of: name), shape.objects.contains(parent) {
        self[name]?.isOptional = true
      }
    }
  }

  /// The object of a key; nil for other places.
  fileprivate func parent(of name: String) -> String? {
    if name.isEmpty || name.hasSuffix("[]") || name == "*" || name.hasSuffix(".*") { return nil }
    var rest = name[...]
    while let end = rest.lastIndex(where: { $0 == "." || $0 == "[" }), end > rest.startIndex {
      rest = rest[..<end]
      if self[String(rest)] != nil { return String(rest) }
    }
    return ""
  }
}

extension JSONShape.Types {
  fileprivate var text: String {
    Self.names.filter { contains($0.type) }.map(\.name).joined(separator: "|")
  }

  fileprivate init?(text: some StringProtocol) {
    self = []
    for part in text.split(separator: "|", omittingEmptySubsequences: false) {
      guard let found = Self.names.first(where: { $0.name == part }) else { return nil }
      formUnion(found.type)
    }
  }
}

// MARK: The file

extension DriftBaseline {
  /// Decodes a baseline.
  /// - Throws: A `JSONError` with the place of the fault.
  public init(_ json: Data) throws(JSONError) {
    self = try JSONCoder().decode(DriftBaseline.self, from: json, at: [])
  }

  /// Reads a file; a missing file is an empty baseline.
  /// - Throws: A `JSONError` with the place of the fault, or an error of the file system.
  public init(contentsOf file: URL) throws {
    let data: Data
    do { data = try Data(contentsOf: file) } catch let error as CocoaError
      where error.code == .fileReadNoSuchFile
    {
      self.init()
      return
    }
    try self.init(data)
  }

  /// The baseline as JSON, for line-by-line comparison.
  public var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self)
    }
  }
}

extension DriftBaseline: Codable {
  private enum CodingKeys: CodingKey {
    case version, known, responses
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .version)
    guard version == 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container, debugDescription: "this version of the library reads version 1")
    }
    self.init(known: Set(try container.decode([Drift].self, forKey: .known)))
    for (name, shape) in try container.decode([String: [String: ValueTypes]].self, forKey: .responses) {
      guard let space = name.lastIndex(of: " "), let status = Int(name[name.index(after: space)...]) else {
        throw DecodingError.dataCorruptedError(
          forKey: .responses, in: container,
          debugDescription: "a response is named by its endpoint and its status, as GetUser 200")
      }
      responses[Response(endpoint: String(name[..<space]), status: status)] = shape
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(1, forKey: .version)
    try container.encode(known.sorted { "\($0)\($0.detail)" < "\($1)\($1.detail)" }, forKey: .known)
    try container.encode(
      Dictionary(responses.map { ("\($0.key.endpoint) \($0.key.status)", $0.value) }) { $1 },
      forKey: .responses)
  }
}

extension DriftBaseline.ValueTypes: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let parts = try container.decode(String.self)
      .split(separator: ", ", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let types = JSONShape.Types(text: first),
      parts.count == 1 || parts[1] == "optional"
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected JSON types as in null|string, or null|string, optional")
    }
    self.init(types: types, isOptional: parts.count == 2)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(types.text)\(isOptional ? ", optional" : "")")
  }
}

extension DriftBaseline: CustomStringConvertible {
  /// The numbers of known drifts and responses.
  public var description: String { "\(known.count) known drifts, \(responses.count) responses" }
}
