#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import ReparteeJSON

/// The path of a value in the body.
///
/// ```swift
/// // ([User], School), in one pass
/// .code(200, .decode(.at("users"), .at("school")))
/// // made into a value of your own
/// .code(
///   200,
///   .decode(.at("users"), .at("meta", "next"), as: UserPage.init))
/// ```
///
/// Keys are those of the body, without the key strategy. A missing key or index fails with kind
/// ``BodyDecodingError/Kind/keyNotFound`` or ``BodyDecodingError/Kind/valueNotFound``; an `Optional` is nil, as for a
/// null.
public struct BodyPath<Value: Decodable & Sendable>: Sendable {
  let path: [JSONPath.Component]

  /// Creates a path of keys and indexes, outermost first.
  public init(_ path: JSONPath.Component..., as type: Value.Type = Value.self) {
    self.init(path: path)
  }

  /// Returns the path of these keys.
  // Swift infers no literals of a custom type for a member without its type, in a list of any length.
  public static func at(_ keys: String..., as type: Value.Type = Value.self) -> Self {
    BodyPath(keys: keys)
  }

  init(path: [JSONPath.Component]) {
    self.path = path
  }

  init(keys: [String]) {
    path = keys.map { .key($0) }
  }

  func read(from body: BodyReader) throws -> Value {
    try body.decode(Value.self, at: path)
  }
}

extension Outcome where Output: Decodable {
  /// Decodes the value at a path as the output.
  ///
  /// `.decode(.at())` decodes the whole body, also a `String` or `Data`, which ``decode`` does not: `"a"` in JSON is
  /// `a`.
  public static func decode(_ path: BodyPath<Output>) -> Outcome {
    switch RawBody(Output.self) {
    case .text?, .bytes?:
      Outcome(bodyUse: .decoded) { response, decoder in
        .success(try response.read(Output.self, with: decoder) { try path.read(from: $0) })
      }
    case .nothing?, nil: .reading(Output.self, at: path.path) { output, _ in .success(output) }
    }
  }
}

extension BodyPath {
  func read(from body: Data, with decoder: any ResponseDecoder) throws -> Value {
    if path.isEmpty { return try decoder.decode(Value.self, from: body) }
    return try BodyReader.read(body, with: decoder) { try read(from: $0) }
  }
}

extension Outcome {
  /// Decodes several values in one pass, as a tuple.
  public static func decode<
    First: Decodable & Sendable, Second: Decodable & Sendable, each More: Decodable & Sendable
  >(
    _ first: BodyPath<First>, _ second: BodyPath<Second>, _ more: repeat BodyPath<each More>
  ) -> Outcome where Output == (First, Second, repeat each More) {
    Outcome(bodyUse: .decoded) { response, decoder in
      let output: Output = try response.read(Output.self, with: decoder) { root in
        (try first.read(from: root), try second.read(from: root), repeat try (each more).read(from: root))
      }
      return .success(output)
    }
  }

  /// Decodes values in one pass, and makes the output from them.
  public static func decode<each Value: Decodable & Sendable>(
    _ paths: repeat BodyPath<each Value>,
    as make: @escaping @Sendable (repeat each Value) throws(Failure) -> Output
  ) -> Outcome {
    Outcome(bodyUse: .decoded) { response, decoder in
      let values: (repeat each Value) = try response.read(Output.self, with: decoder) { root in
        (repeat try (each paths).read(from: root))
      }
      return Result { () throws(Failure) in try make(repeat each values) }
    }
  }

  /// Decodes values in one pass, and makes the failure from them.
  ///
  /// ```swift
  /// .code(
  ///   412,
  ///   .decodeError(.at("details", "existing"), as: SaveError.modified))
  /// ```
  public static func decodeError<each Value: Decodable & Sendable>(
    _ paths: repeat BodyPath<each Value>, as make: @escaping @Sendable (repeat each Value) -> Failure
  ) -> Outcome {
    Outcome(bodyUse: .decoded, canGiveOutput: false) { response, decoder in
      let values: (repeat each Value) = try response.read(Failure.self, with: decoder) { root in
        (repeat try (each paths).read(from: root))
      }
      return .failure(make(repeat each values))
    }
  }
}
