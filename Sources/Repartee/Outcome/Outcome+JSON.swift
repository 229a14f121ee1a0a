#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import ReparteeJSON

// JSON read in another way than the client's.

extension Outcome {
  /// The same outcome, reading JSON with the client's coder changed by `change`.
  ///
  /// ```swift
  /// .code(200, .decode.json { $0.dates = .secondsSince1970 })
  /// ```
  ///
  /// It starts from the client's own coder, never from a plain one, and holds for ``Response/decode(_:)`` in the
  /// outcome's function too. Where another decoder reads the response's content type there is nothing to change: an
  /// outcome that decodes fails as undecodable there, and one that does not read the body is what it was.
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

  /// The same outcome, reading JSON whose keys are in snake_case.
  public var snakeCase: Outcome { json { $0.keys = .snakeCase } }
}

extension ResponseDecoder {
  /// This decoder with another way to read JSON, or nil if it reads something else.
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
  /// This decoder, which tells nobody what it reads.
  var unprobed: any ResponseDecoder {
    guard var coder = self as? JSONCoder, coder.probe != nil else { return self }
    coder.probe = nil
    return coder
  }
}

/// Stands in for a decoder that has no options of JSON, and says so where it would have to read with them.
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
  /// The same map, all its outcomes reading JSON with the client's coder changed by `change`.
  public func json(_ change: @escaping @Sendable (inout JSONCoder) -> Void) -> ResponseMap {
    mapOutcomes { $0.json(change) }
  }

  /// The same map, all its outcomes reading JSON whose keys are in snake_case.
  public var snakeCase: ResponseMap { json { $0.keys = .snakeCase } }
}

extension Resource {
  /// The same resource, its responses read with the client's JSON coder changed by `change`.
  public func json(_ change: @escaping @Sendable (inout JSONCoder) -> Void) -> Resource {
    Resource(request, responses.json(change))
  }

  /// The same resource, its responses read as JSON whose keys are in snake_case.
  public var snakeCase: Resource { json { $0.keys = .snakeCase } }
}

/// A model that is read with options of its own, whatever endpoint it is the body of.
///
/// ```swift
/// struct Event: Decodable, JSONAdjusting {
///   static func adjust(_ json: inout JSONCoder) {
///     json.dates = .secondsSince1970
///   }
/// }
/// ```
///
/// The options hold for a body, for the value of a ``Field`` and for an element of a stream, of this type, or of an
/// `Optional`, an array or a ``LossyArray`` of it. Within another model they are that model's, or the client's.
public protocol JSONAdjusting: Decodable {
  /// Changes the client's coder for bodies of this type.
  static func adjust(_ json: inout JSONCoder)
}
