#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Bodies that are read: as the output, as something the output is made of, and along with the response.

extension Outcome where Output: Decodable {
  /// The body is the output.
  ///
  /// `String` and `Data` are read raw (text by its charset, UTF-8 without one), any body is an
  /// ``EmptyResponse``; every other type is decoded by the client's decoder. An empty body is nil for an
  /// `Optional`, empty for `String` and `Data`, and for any type that is not ``EmptyInitializable`` a
  /// ``DecodingFailure`` of kind ``DecodingFailure/Kind/emptyBody``. Where JSON is read, white space alone is an
  /// empty body too, but for `String` and `Data`.
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

  /// The body is a `Body`, and the output is made of it. A transform that throws the declared failure
  /// (`{ body throws(MyFailure) in … }`) makes the call fail with it.
  public static func decode<Body: Decodable & SendableMetatype>(
    _ type: Body.Type, _ transform: @escaping @Sendable (Body) throws(Failure) -> Output
  ) -> Outcome {
    Outcome(bodyUse: bodyUse(of: type)) { response, decoder in
      let body = try response.decode(type, with: decoder)
      return Result { () throws(Failure) in try transform(body) }
    }
  }

  /// The body is a `Body` that holds either the output or the declared failure: `result: \.result`.
  public static func decode<Body: Decodable & SendableMetatype>(
    _ type: Body.Type, result: @escaping @Sendable (Body) -> Result<Output, Failure>
  ) -> Outcome {
    Outcome(bodyUse: bodyUse(of: type)) { response, decoder in
      result(try response.decode(type, with: decoder))
    }
  }

  /// The output is made of the decoded body and of the response around it: a header field, the status.
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

/// The types that a body is read as without a decoder. Decided here, at run time, because an overload would be
/// passed over in generic code.
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
