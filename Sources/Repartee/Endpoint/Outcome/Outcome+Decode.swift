#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import ReparteeJSON

// Outcomes made from the body.

extension Outcome where Output: Decodable {
  /// Decodes the body as the output.
  ///
  /// `String` (in its charset, by default UTF-8), `Data` and ``EmptyResponse`` are read without a decoder: a text in
  /// JSON keeps its quotes, which `.decode(.at())` reads. For other
  /// types an empty body, in JSON also a blank one, gives the empty value of an ``EmptyInitializable``, such as nil, or
  /// else a ``BodyDecodingError`` of kind ``BodyDecodingError/Kind/emptyBody``.
  public static var decode: Outcome {
    Outcome(bodyUse: bodyUse(of: Output.self)) { response, decoder in
      .success(try response.decodeOnce(Output.self, with: decoder))
    }
  }

  /// Decodes the value at a path of keys and indexes: `.decode(at: "data", "user")`. Without a path, as ``decode``.
  public static func decode(
    _ type: Output.Type = Output.self, at path: JSONPath.Component...
  ) -> Outcome {
    path.isEmpty ? .decode : .reading(type, at: path) { output, _ in .success(output) }
  }
}

extension Outcome {
  /// Makes the output from the body, or the value at a path of it. A transform that throws the declared failure
  /// (`{ body throws(MyFailure) in … }`) fails the call with it.
  ///
  /// ```swift
  /// .code(202, .decode(Job.self) { .pending($0) })
  /// .code(200, .decode(User.self, at: "data", "user") { .found($0) })
  /// ```
  public static func decode<Body: Decodable & SendableMetatype>(
    _ type: Body.Type = Body.self, at path: JSONPath.Component...,
    transform: @escaping @Sendable (Body) throws(Failure) -> Output
  ) -> Outcome {
    .reading(type, at: path) { body, _ in Result { () throws(Failure) in try transform(body) } }
  }

  /// Makes the output from the body, or the value at a path of it, and the response.
  ///
  /// ```swift
  /// .code(
  ///   200,
  ///   .decode(at: "data", "user") { (user: User, response) in
  ///     Versioned(user, response.entityTag)
  ///   })
  /// ```
  public static func decode<Body: Decodable & SendableMetatype>(
    _ type: Body.Type = Body.self, at path: JSONPath.Component...,
    transform: @escaping @Sendable (Body, Response) throws(Failure) -> Output
  ) -> Outcome {
    .reading(type, at: path) { body, response in
      Result { () throws(Failure) in try transform(body, response) }
    }
  }

  /// Decodes a body with either the output or the declared failure: `result: \.result`.
  public static func decode<Body: Decodable & SendableMetatype>(
    _ type: Body.Type, at path: JSONPath.Component...,
    result: @escaping @Sendable (Body) -> Result<Output, Failure>
  ) -> Outcome {
    .reading(type, at: path) { body, _ in result(body) }
  }

  static func reading<Body: Decodable & SendableMetatype>(
    _ type: Body.Type, at path: [JSONPath.Component], canGiveOutput: Bool = true,
    _ make: @escaping @Sendable (Body, Response) -> Result<Output, Failure>
  ) -> Outcome {
    if path.isEmpty {
      return Outcome(bodyUse: bodyUse(of: type), canGiveOutput: canGiveOutput) { response, decoder in
        make(try response.decode(type, with: decoder), response)
      }
    }
    return Outcome(bodyUse: .decoded, canGiveOutput: canGiveOutput) { response, decoder in
      make(try response.read(type, with: decoder) { try $0.decode(type, at: path) }, response)
    }
  }

  static func bodyUse(of type: Any.Type) -> BodyUse {
    RawBody(type) == nil ? .decoded : .raw
  }
}

// Overloads that only give a clearer compiler error.

extension Outcome {
  @available(
    *, unavailable,
    message: "this output is not Decodable; use .noContent, .value(…) or .decode(Body.self) { … }"
  )
  @_disfavoredOverload
  public static var decode: Outcome {
    Outcome { _, _ in throw BodyDecodingError(message: "this output is not Decodable") }
  }

  @available(
    *, unavailable,
    message: "this output is not Decodable; say what it is made of: .decode(Body.self, at: …) { … }"
  )
  @_disfavoredOverload
  public static func decode(at path: JSONPath.Component...) -> Outcome {
    Outcome { _, _ in throw BodyDecodingError(message: "this output is not Decodable") }
  }

  @available(
    *, unavailable,
    message:
      "the output's own type is decoded by .decode; make the output from another: .decode(Body.self) { … }"
  )
  @_disfavoredOverload
  public static func decode<Body>(_ type: Body.Type, at path: JSONPath.Component...) -> Outcome {
    Outcome { _, _ in throw BodyDecodingError(message: "the output is not made from the body") }
  }

  @available(*, unavailable, message: "keys have a label: .decode(at: \"data\", \"user\")")
  @_disfavoredOverload
  public static func decode(_ first: JSONPath.Component, _ more: JSONPath.Component...) -> Outcome {
    Outcome { _, _ in throw BodyDecodingError(message: "the keys have no label") }
  }

  @available(*, unavailable, message: "keys have a label: .decode(at: \"data\", \"user\")")
  @_disfavoredOverload
  public static func decode(_ keys: [JSONPath.Component]) -> Outcome {
    Outcome { _, _ in throw BodyDecodingError(message: "the keys have no label") }
  }
}
