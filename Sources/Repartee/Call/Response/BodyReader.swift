import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct BodyReader {
  private enum Source {
    case json(JSONReader)
    case other(any Decoder)
    case missing(BodyDecodingError)
  }

  private let source: Source
  /// The strategy for keys, also for those of a path.
  private var keys = KeyStrategy.asDeclared

  /// Reading a required value throws `failure`.
  init(missing failure: BodyDecodingError) {
    self.init(.missing(failure))
  }

  private init(_ source: Source) {
    self.source = source
  }

  static func read<Value>(
    _ body: Data, with decoder: any ResponseDecoder, _ read: (BodyReader) throws -> Value
  ) throws -> Value {
    if let json = decoder as? JSONCoder {
      return try json.read(body) { try read(BodyReader(.json($0))) }
    }
    return try decoder.withDecoder(over: body) {
      var reader = BodyReader(.other($0))
      if let foundation = decoder as? FoundationJSON { reader.keys = foundation.json.keys }
      return try read(reader)
    }
  }

  /// If `Value` is `Optional`, nil for a null, or a missing part of the path.
  func decode<Value: Decodable>(_ type: Value.Type, at path: [JSONPath.Component]) throws -> Value {
    let none = (type as? any OptionalValue.Type)?.nothing as? Value
    switch source {
    case .missing(let failure):
      guard let none else { throw failure }
      return none
    case .json(let reader):
      let path = JSONPath(path)
      guard let none else { return try reader.decode(type, at: path) }
      if reader.contains(path) { return try reader.decodeIfPresent(type, at: path) ?? none }
      // A missing key or element on the path gives nil; a value that is not the expected object or array throws.
      let read = Result { () throws(JSONError) in try reader.decode(type, at: path) }
      if case .failure(let error) = read, [.keyNotFound, .endOfArray, .nullValue].contains(error.kind) {
        return none
      }
      return try read.get()
    case .other(let decoder):
      let source = try DecodingSource(decoder).descending(path.map(converted), ifPresent: none != nil)
      if let none, try source?.isNull() ?? true { return none }
      return try (source ?? DecodingSource(decoder)).decode(type)
    }
  }
}

extension BodyReader {
  private func converted(_ component: JSONPath.Component) -> JSONPath.Component {
    if case .key(let key) = component { .key(keys.decoded(key)) } else { component }
  }
}

private protocol OptionalValue {
  static var nothing: Self { get }
}

extension Optional: OptionalValue {
  fileprivate static var nothing: Self { nil }
}

/// The place from which a value is decoded.
private enum DecodingSource {
  case value(any Decoder)
  case key(KeyedDecodingContainer<JSONPath.Component>, JSONPath.Component)
  case element(any UnkeyedDecodingContainer)

  init(_ decoder: any Decoder) {
    self = .value(decoder)
  }

  /// With `ifPresent`, nil for a part that is missing or null.
  func descending(_ path: [JSONPath.Component], ifPresent: Bool) throws -> DecodingSource? {
    var source = self
    for component in path {
      if ifPresent, try source.isNull() { return nil }
      switch component {
      case .key:
        let object = try source.object()
        if ifPresent, !object.contains(component) { return nil }
        source = .key(object, component)
      case .index(let index):
        var array = try source.array()
        if ifPresent, let count = array.count, index >= count { return nil }
        var passed = 0
        while passed < index, !array.isAtEnd {
          _ = try array.decode(Skipped.self)
          passed += 1
        }
        if index < 0 || array.isAtEnd {
          if ifPresent { return nil }
          throw BodyDecodingError(
            .valueNotFound, path: text(of: array.codingPath),
            message: "there is no element \(index); the array has \(array.count ?? array.currentIndex)")
        }
        source = .element(array)
      }
    }
    return source
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

  /// The decoder decides whether a key must exist: an empty list in XML has none.
  private static func read<Value>(
    _ object: KeyedDecodingContainer<JSONPath.Component>, _ key: JSONPath.Component,
    _ read: () throws -> Value
  ) throws -> Value {
    do {
      return try read()
    } catch DecodingError.keyNotFound where !object.contains(key) {
      throw BodyDecodingError(
        .keyNotFound, path: text(of: object.codingPath),
        message: "the key \"\(key.stringValue)\" is missing",
        availableKeys: object.allKeys.map(\.stringValue).sorted())
    }
  }
}

private struct Skipped: Decodable {
  init(from decoder: any Decoder) throws {}
}
