/// A value at a path in the body, as in `.decode(.at("users"), .at("school"))`.
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
/// skipped. A missing key, or an index beyond the end, is a ``DecodingFailure`` of kind
/// ``DecodingFailure/Kind/keyNotFound`` or ``DecodingFailure/Kind/valueNotFound`` that names it. If `Value` is
/// `Optional`, a null, or a missing key or element on the path, gives nil.
public struct Field<Value: Decodable & Sendable>: Sendable {
  let path: [JSONPath.Component]

  /// Returns a field with these keys (`String`) and indexes (`Int`), from the outermost to the innermost.
  public static func at(_ path: any FieldStep..., as type: Value.Type = Value.self) -> Self {
    Field(path: path.map(\.fieldStep))
  }

  init(path: [JSONPath.Component]) {
    self.path = path
  }

  init(_ first: any FieldStep, _ more: [any FieldStep]) {
    path = ([first] + more).map(\.fieldStep)
  }

  func read(from body: BodyReader) throws -> Value {
    try body.decode(Value.self, at: path)
  }
}

/// A component of a path in a body: a key (`String`) or an index (`Int`).
///
/// A component of a ``JSONPath`` conforms as well, for a path that is known only at run time. This is a protocol
/// because Swift infers no literals of a custom type in the list of fields that `.decode` takes.
public protocol FieldStep: Sendable {
  /// The component.
  var fieldStep: JSONPath.Component { get }
}

extension String: FieldStep {
  /// A key.
  public var fieldStep: JSONPath.Component { .key(self) }
}

extension Int: FieldStep {
  /// An index.
  public var fieldStep: JSONPath.Component { .index(self) }
}

extension JSONPath.Component: FieldStep {
  /// The component itself.
  public var fieldStep: JSONPath.Component { self }
}

extension Outcome where Output: Decodable {
  /// Decodes the value at these keys (`String`) and indexes (`Int`) of the body as the output, and nothing else.
  public static func decode(at first: any FieldStep, _ more: any FieldStep...) -> Outcome {
    .decode(Field<Output>(first, more))
  }

  /// Decodes the value at one path of the body as the output, and nothing else.
  public static func decode(_ field: Field<Output>) -> Outcome {
    Outcome(bodyUse: .decoded) { response, decoder in
      .success(try response.read(Output.self, with: decoder) { try field.read(from: $0) })
    }
  }
}

extension Outcome {
  /// Decodes the values at several paths of the body in one pass, as a tuple.
  public static func decode<
    First: Decodable & Sendable, Second: Decodable & Sendable, each More: Decodable & Sendable
  >(
    _ first: Field<First>, _ second: Field<Second>, _ more: repeat Field<each More>
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
    _ fields: repeat Field<each Value>,
    as make: @escaping @Sendable (repeat each Value) throws(Failure) -> Output
  ) -> Outcome {
    Outcome(bodyUse: .decoded) { response, decoder in
      let values: (repeat each Value) = try response.read(Output.self, with: decoder) { root in
        (repeat try (each fields).read(from: root))
      }
      return Result { () throws(Failure) in try make(repeat each values) }
    }
  }
}
