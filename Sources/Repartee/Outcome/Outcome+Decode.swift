#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Outcomes that decode the body as the output, or make the output from it.

extension Outcome where Output: Decodable {
  /// An outcome that decodes the body as the output.
  ///
  /// `String` and `Data` are read without a decoder (text in its charset, UTF-8 by default), and any body is an
  /// ``EmptyResponse``; the client's decoder decodes every other type. An empty body is nil for an `Optional`, and
  /// empty for `String` and `Data`. For a type that is not ``EmptyInitializable`` it is a ``DecodingFailure`` of kind
  /// ``DecodingFailure/Kind/emptyBody``. Where JSON is read, white space alone is an empty body too, except for
  /// `String` and `Data`.
  public static var decode: Outcome {
    Outcome(bodyUse: bodyUse(of: Output.self)) { response, decoder in
      .success(try response.decodeOnce(Output.self, with: decoder))
    }
  }
}

extension Outcome {
  @available(
    *, unavailable,
    message: "this output is not Decodable; use .noContent, .value(…) or .decode(Body.self) { … }"
  )
  @_disfavoredOverload
  public static var decode: Outcome {
    Outcome { _, _ in throw DecodingFailure(message: "this output is not Decodable") }
  }

  @available(
    *, unavailable,
    message:
      "the output's own type is decoded by .decode; make the output from another: .decode(Body.self) { … }"
  )
  @_disfavoredOverload
  public static func decode<Body>(_ type: Body.Type) -> Outcome {
    Outcome { _, _ in throw DecodingFailure(message: "the output is not made from the body") }
  }

  /// Decodes the body as a `Body` and makes the output from it. If the transform throws the declared failure
  /// (`{ body throws(MyFailure) in … }`), the call fails with it.
  public static func decode<Body: Decodable & SendableMetatype>(
    _ type: Body.Type = Body.self, _ transform: @escaping @Sendable (Body) throws(Failure) -> Output
  ) -> Outcome {
    Outcome(bodyUse: bodyUse(of: type)) { response, decoder in
      let body = try response.decode(type, with: decoder)
      return Result { () throws(Failure) in try transform(body) }
    }
  }

  /// Decodes the body as a `Body` that holds either the output or the declared failure: `result: \.result`.
  public static func decode<Body: Decodable & SendableMetatype>(
    _ type: Body.Type, result: @escaping @Sendable (Body) -> Result<Output, Failure>
  ) -> Outcome {
    Outcome(bodyUse: bodyUse(of: type)) { response, decoder in
      result(try response.decode(type, with: decoder))
    }
  }

  /// Decodes the body and makes the output from it and from the response: its status, a header field.
  public static func decode<Body: Decodable & SendableMetatype>(
    _ type: Body.Type = Body.self,
    _ transform: @escaping @Sendable (Body, Response) throws(Failure) -> Output
  ) -> Outcome {
    Outcome(bodyUse: bodyUse(of: type)) { response, decoder in
      let body = try response.decode(type, with: decoder)
      return Result { () throws(Failure) in try transform(body, response) }
    }
  }

  static func bodyUse(of type: Any.Type) -> BodyUse {
    RawBody(type) == nil ? .decoded : .raw
  }
}

/// The types that are read without a decoder. The type is checked at run time, because generic code would not call an
/// overload.
enum RawBody {
  case text, bytes, nothing

  init?(_ type: Any.Type) {
    if type == String.self || type == String?.self {
      self = .text
    } else if type == Data.self || type == Data?.self {
      self = .bytes
    } else if type == EmptyResponse.self || type == EmptyResponse?.self {
      self = .nothing
    } else {
      return nil
    }
  }
}
