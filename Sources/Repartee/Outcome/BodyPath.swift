public import ReparteeJSON

/// The path of a value in the body, as in `.decode(.at("users"), .at("school"))`.
///
/// ```swift
/// // one place: it is the output
/// .code(200, .decode(at: "data", "user"))
/// // ([User], School), in one pass
/// .code(200, .decode(.at("users"), .at("school")))
/// // made into a value of your own
/// .code(
///   200,
///   .decode(.at("users"), .at("meta", "next"), as: UserPage.init))
/// // models that know their keys
/// .code(200, .decode(.array(), .single))
/// ```
///
/// Keys are those of the body, whatever the key strategy; an integer is an index into an array. Everything else is
/// skipped. A missing key, or an index beyond the end, is a ``BodyDecodingError`` of kind
/// ``BodyDecodingError/Kind/keyNotFound`` or ``BodyDecodingError/Kind/valueNotFound`` that names it. If `Value` is
/// `Optional`, a null, or a missing key or element on the path, gives nil.
public struct BodyPath<Value: Decodable & Sendable>: Sendable {
  let path: [JSONPath.Component]

  /// Creates a path of these keys (`String`) and indexes (`Int`), from the outermost to the innermost.
  public init(_ path: JSONPath.Component..., as type: Value.Type = Value.self) {
    self.init(path: path)
  }

  /// Returns the path of these keys, from the outermost to the innermost. A path with an index is made by
  /// ``init(_:as:)``.
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
  /// Decodes the value at a path of the body as the output, and nothing else.
  public static func decode(_ path: BodyPath<Output>) -> Outcome {
    .reading(Output.self, at: path.path) { output, _ in .success(output) }
  }
}

extension Outcome {
  /// Decodes the values at several paths of the body in one pass, as a tuple.
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

  /// Decodes the values at one or more paths of the body in one pass, and makes the output from them.
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

  /// Decodes the values at one or more paths of the body in one pass, and makes the failure from them.
  ///
  /// ```swift
  /// .code(
  ///   412,
  ///   .decodeError(.at("details", "existing"), as: SaveError.modified))
  /// ```
  ///
  /// If they can't be decoded, the call fails as undecodable, with the status and the bytes in its response.
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

@available(*, unavailable, renamed: "BodyPath")
public typealias Field = BodyPath
