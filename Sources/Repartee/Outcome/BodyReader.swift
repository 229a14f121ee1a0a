import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A body that values are read from, at any places, in one pass: with the project's own decoder of JSON, which
/// goes there directly, or with any other, through the containers of its `Decoder`.
enum BodyReader {
  case json(JSONReader)
  case other(any Decoder)

  /// Gives `read` a reader of a body.
  static func read<Value>(
    _ body: Data, with decoder: any ResponseDecoder, _ read: (BodyReader) throws -> Value
  ) throws -> Value {
    if let json = decoder as? JSONCoder {
      try json.read(body) { try read(.json($0)) }
    } else {
      try decoder.withDecoder(over: body) { try read(.other($0)) }
    }
  }

  /// The value at a path. If its type is `Optional`, anything that is missing on the way, or null, gives nil.
  func decode<Value: Decodable>(_ type: Value.Type, at path: [JSONPath.Component]) throws -> Value {
    let none = (type as? any OptionalValue.Type)?.nothing as? Value
    switch self {
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
      let place = try Place(decoder).descending(path, ifPresent: none != nil)
      if let none, try place?.isNull() ?? true { return none }
      return try (place ?? Place(decoder)).decode(type)
    }
  }
}

/// `Optional`, recognized at run time.
private protocol OptionalValue {
  static var nothing: Self { get }
}

extension Optional: OptionalValue {
  fileprivate static var nothing: Self { nil }
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
        for _ in 0..<max(0, index) where !array.isAtEnd { _ = try array.decode(Skipped.self) }
        if index < 0 || array.isAtEnd {
          if ifPresent { return nil }
          throw DecodingError.valueNotFound(
            Skipped.self,
            .init(
              codingPath: array.codingPath,
              debugDescription: "there is no element \(index); the array has \(array.currentIndex)"))
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
