/// A value at a place in the body: what `.decode(.at("users"), .at("school"))` is made of.
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
/// Keys are those of the body, whatever the key strategy; an integer is an index into an array. What is not
/// asked for is skipped. A key that is not there, or an index beyond the end, is a ``DecodingFailure`` of kind
/// ``DecodingFailure/Kind/keyNotFound`` or ``DecodingFailure/Kind/valueNotFound`` that names it; if the value is
/// `Optional`, anything that is missing on the way, or null, gives nil.
public struct Field<Value: Decodable & Sendable>: Sendable {
  let path: [JSONPath.Component]

  /// The value at these keys (`String`) and indexes (`Int`), from the outside in.
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

/// One step down into a body: a key (`String`) or an index (`Int`).
///
/// Those two conform, and a step of a ``JSONPath`` for a place that is known only at run time; a protocol, because a
/// literal of a type of our own is not inferred in the list of fields that `.decode` takes.
public protocol FieldStep: Sendable {
  /// The step.
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
  /// The step itself.
  public var fieldStep: JSONPath.Component { self }
}

extension Outcome where Output: Decodable {
  /// The value at these keys (`String`) and indexes (`Int`) of the body is the output; nothing else is decoded.
  public static func decode(at first: any FieldStep, _ more: any FieldStep...) -> Outcome {
    .decode(Field<Output>(first, more))
  }

  /// The value at one place of the body is the output; nothing else is decoded.
  public static func decode(_ field: Field<Output>) -> Outcome {
    Outcome(bodyUse: .decoded) { response, decoder in
      .success(try response.read(Output.self, with: decoder) { try field.read(from: $0) })
    }
  }
}

extension Outcome {
  /// The values at several places of the body, in one pass, are the output: a tuple.
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

  /// The output is made of the values at one or several places of the body, read in one pass.
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
