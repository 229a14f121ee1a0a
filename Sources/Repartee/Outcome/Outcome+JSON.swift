#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import ReparteeJSON

// JSON that is read with other options than the client's.

extension Outcome {
  /// Returns this outcome, reading JSON with the client's coder changed by `change`.
  ///
  /// ```swift
  /// .code(200, .decode.json { $0.dates = .secondsSince1970 })
  /// ```
  ///
  /// `change` receives the client's own coder, not a default one. The changed coder is also used by
  /// ``Response/decode(_:)`` in the outcome's function. If another decoder reads the response's content type, there is
  /// nothing to change: an outcome that decodes fails as undecodable, and one that does not read the body works as
  /// before.
  public func json(_ change: @escaping @Sendable (inout JSONCoder) -> Void) -> Outcome {
    @Sendable func changed(_ decoder: any ResponseDecoder) -> any ResponseDecoder {
      decoder.changingJSON(change) ?? Unchangeable(decoder)
    }
    var copy = self
    copy.reading =
      switch reading {
      case .buffered(let handler):
        .buffered { response, decoder in
          let decoder = changed(decoder)
          return try handler(response.read(by: decoder), decoder)
        }
      case .bufferedAsync(let handler):
        .bufferedAsync { response, decoder in
          let decoder = changed(decoder)
          return try await handler(response.read(by: decoder), decoder)
        }
      case .streamed(let handler): .streamed { try await handler($0, changed($1)) }
      case .handedOver(let handler): .handedOver { try handler($0, changed($1)) }
      }
    return copy
  }

  /// This outcome, reading JSON with keys in snake_case.
  public var snakeCase: Outcome { json { $0.keys = .snakeCase } }
}

extension ResponseDecoder {
  /// Returns this decoder with its JSON options changed; nil if it is neither a `JSONCoder` nor a `FoundationJSON`.
  func changingJSON(_ change: (inout JSONCoder) -> Void) -> (any ResponseDecoder)? {
    switch self {
    case var coder as JSONCoder:
      change(&coder)
      return coder
    case var foundation as FoundationJSON:
      change(&foundation.json)
      return foundation
    default: return nil
    }
  }
}

extension ResponseDecoder {
  /// This decoder without its probe: it does not report what it reads.
  var unprobed: any ResponseDecoder {
    guard var coder = self as? JSONCoder, coder.probe != nil else { return self }
    coder.probe = nil
    return coder
  }
}

/// Replaces a decoder without JSON options. Decoding throws an error that says so.
private struct Unchangeable: ResponseDecoder {
  let decoder: any ResponseDecoder

  init(_ decoder: any ResponseDecoder) {
    self.decoder = decoder
  }

  var mediaTypes: [MediaRange] { decoder.mediaTypes }

  func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
    throw DecodingFailure(
      message: "the outcome changes how JSON is read, but \(Swift.type(of: decoder)) reads this response")
  }
}

extension ResponseMap {
  /// Returns this map, all outcomes reading JSON with the client's coder changed by `change`.
  public func json(_ change: @escaping @Sendable (inout JSONCoder) -> Void) -> ResponseMap {
    changingOutcomes { $0.json(change) }
  }

  /// This map, all outcomes reading JSON with keys in snake_case.
  public var snakeCase: ResponseMap { json { $0.keys = .snakeCase } }
}

extension Resource {
  /// Returns this resource, reading JSON with the client's coder changed by `change`.
  public func json(_ change: @escaping @Sendable (inout JSONCoder) -> Void) -> Resource {
    Resource(request, responses.json(change))
  }

  /// This resource, reading JSON with keys in snake_case.
  public var snakeCase: Resource { json { $0.keys = .snakeCase } }
}

/// A model that is decoded with its own JSON options, whatever the endpoint.
///
/// ```swift
/// struct Event: Decodable, JSONAdjusting {
///   static func adjust(_ json: inout JSONCoder) {
///     json.dates = .secondsSince1970
///   }
/// }
/// ```
///
/// The options apply to a body, the value of a ``Field`` and an element of a stream, if they are of this type, or an
/// `Optional`, an array or a ``LossyArray`` of it. Inside another model, that model's options or the client's apply.
public protocol JSONAdjusting: Decodable {
  /// Changes the client's coder for bodies of this type.
  static func adjust(_ json: inout JSONCoder)
}
