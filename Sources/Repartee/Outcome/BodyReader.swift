import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A body that values are read from, at any places, in one pass: with the project's own decoder of JSON, which
/// goes there directly, or with any other, through the containers of its `Decoder`.
struct BodyReader {
  private enum Source {
    case json(JSONReader)
    case other(any Decoder)
    case missing(DecodingFailure)
  }

  private let source: Source
  /// What another decoder makes of the keys of the body, which those of a path are.
  private var keys = KeyStrategy.asDeclared
  /// Reads the body anew with the options of a type, if it has some.
  private var readAnew: ((any JSONAdjusting.Type, (BodyReader) throws -> Void) throws -> Void)?

  /// A reader where there is nothing: whatever has to be there fails with this.
  init(missing failure: DecodingFailure) {
    self.init(.missing(failure))
  }

  private init(_ source: Source) {
    self.source = source
  }

  /// Gives `read` a reader of a body.
  static func read<Value>(
    _ body: Data, with decoder: any ResponseDecoder, _ read: (BodyReader) throws -> Value
  ) throws -> Value {
    func prepared(_ source: Source) -> BodyReader {
      var reader = BodyReader(source)
      if let foundation = decoder as? FoundationJSON { reader.keys = foundation.json.keys }
      reader.readAnew = { type, readAnew in
        guard let adjusted = decoder.changingJSON(type.adjust) else { return }
        try Self.read(body, with: adjusted) { again in
          var again = again
          again.readAnew = nil
          try readAnew(again)
        }
      }
      return reader
    }
    if let json = decoder as? JSONCoder {
      return try json.read(body) { try read(prepared(.json($0))) }
    }
    return try decoder.withDecoder(over: body) { try read(prepared(.other($0))) }
  }

  /// The value at a path. If its type is `Optional`, anything that is missing on the way, or null, gives nil.
  func decode<Value: Decodable>(_ type: Value.Type, at path: [JSONPath.Component]) throws -> Value {
    if let readAnew, let options = readableType(in: type) {
      var value: Value?
      try readAnew(options) { value = try $0.decode(type, at: path) }
      if let value {
        if case .json(let reader) = source { reader.noteWhole(JSONPath(path)) }
        return value
      }
    }
    let none = (type as? any OptionalValue.Type)?.nothing as? Value
    switch source {
    case .missing(let failure):
      guard let none else { throw failure }
      return none
    case .json(let reader):
      let path = JSONPath(path)
      guard let none else { return try reader.decode(type, at: path) }
      if reader.contains(path) { return try reader.decodeIfPresent(type, at: path) ?? none }
      // Whatever is missing on the way is nil; something that can't be gone into is a failure.
      let read = Result { () throws(JSONError) in try reader.decode(type, at: path) }
      if case .failure(let error) = read, [.keyNotFound, .endOfArray, .nullValue].contains(error.kind) {
        return none
      }
      return try read.get()
    case .other(let decoder):
      let place = try Place(decoder).descending(path.map(converted), ifPresent: none != nil)
      if let none, try place?.isNull() ?? true { return none }
      return try (place ?? Place(decoder)).decode(type)
    }
  }
}

extension BodyReader {
  /// A key as the decoder shows it.
  private func converted(_ component: JSONPath.Component) -> JSONPath.Component {
    if case .key(let key) = component { .key(keys.decoded(key)) } else { component }
  }
}

/// `Optional`, recognized at run time.
private protocol OptionalValue {
  static var nothing: Self { get }
}

extension Optional: OptionalValue {
  fileprivate static var nothing: Self { nil }
}

/// What a model may be wrapped in and keep its options.
private protocol ModelWrapper {
  static var wrapped: Any.Type { get }
}

extension Optional: ModelWrapper {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
}

extension Array: ModelWrapper {
  fileprivate static var wrapped: Any.Type { Element.self }
}

extension LossyArray: ModelWrapper {
  fileprivate static var wrapped: Any.Type { Element.self }
}

/// The model with options of its own that is read as this type, on its own or wrapped.
private func readableType(in type: Any.Type) -> (any JSONAdjusting.Type)? {
  if let readable = type as? any JSONAdjusting.Type { return readable }
  return (type as? any ModelWrapper.Type).flatMap { readableType(in: $0.wrapped) }
}

extension ResponseDecoder {
  /// This decoder with the options of a type that has some; itself where it reads no JSON.
  func adjusted(for type: Any.Type) -> any ResponseDecoder {
    readableType(in: type).flatMap { changingJSON($0.adjust) } ?? self
  }
}

/// A place in a body while going down a path.
private enum Place {
  case value(any Decoder)
  case key(KeyedDecodingContainer<JSONPath.Component>, JSONPath.Component)
  case element(any UnkeyedDecodingContainer)

  init(_ decoder: any Decoder) {
    self = .value(decoder)
  }

  /// The place further down, or nil if something on the way is missing and may be.
  func descending(_ path: [JSONPath.Component], ifPresent: Bool) throws -> Place? {
    var place = self
    for component in path {
      if ifPresent, try place.isNull() { return nil }
      switch component {
      case .key:
        let object = try place.object()
        if ifPresent, !object.contains(component) { return nil }
        place = .key(object, component)
      case .index(let index):
        var array = try place.array()
        if ifPresent, let count = array.count, index >= count { return nil }
        var passed = 0
        while passed < index, !array.isAtEnd {
          _ = try array.decode(Skipped.self)
          passed += 1
        }
        if index < 0 || array.isAtEnd {
          if ifPresent { return nil }
          throw DecodingFailure(
            .valueNotFound, path: text(of: array.codingPath),
            message: "there is no element \(index); the array has \(array.count ?? array.currentIndex)")
        }
        place = .element(array)
      }
    }
    return place
  }

  func isNull() throws -> Bool {
    switch self {
    case .value(let decoder): try decoder.singleValueContainer().decodeNil()
    case .key(let object, let key): try object.decodeNil(forKey: key)
    case .element(var array): try array.decodeNil()
    }
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    switch self {
    case .value(let decoder): try decoder.singleValueContainer().decode(type)
    case .key(let object, let key): try Self.read(object, key) { try object.decode(type, forKey: key) }
    case .element(var array): try array.decode(type)
    }
  }

  private func object() throws -> KeyedDecodingContainer<JSONPath.Component> {
    switch self {
    case .value(let decoder): try decoder.container(keyedBy: JSONPath.Component.self)
    case .key(let object, let key):
      try Self.read(object, key) {
        try object.nestedContainer(keyedBy: JSONPath.Component.self, forKey: key)
      }
    case .element(var array): try array.nestedContainer(keyedBy: JSONPath.Component.self)
    }
  }

  private func array() throws -> any UnkeyedDecodingContainer {
    switch self {
    case .value(let decoder): try decoder.unkeyedContainer()
    case .key(let object, let key):
      try Self.read(object, key) { try object.nestedUnkeyedContainer(forKey: key) }
    case .element(var array): try array.nestedUnkeyedContainer()
    }
  }

  /// Leaves it to the decoder whether a key has to be there (in XML an empty list has none), and says which are.
  private static func read<Value>(
    _ object: KeyedDecodingContainer<JSONPath.Component>, _ key: JSONPath.Component,
    _ read: () throws -> Value
  ) throws -> Value {
    do {
      return try read()
    } catch DecodingError.keyNotFound where !object.contains(key) {
      throw DecodingFailure(
        .keyNotFound, path: text(of: object.codingPath),
        message: "the key \"\(key.stringValue)\" is not there",
        availableKeys: object.allKeys.map(\.stringValue).sorted())
    }
  }
}

/// An element that is passed over.
private struct Skipped: Decodable {
  init(from decoder: any Decoder) throws {}
}
