#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import ReparteeBase
public import ReparteeJSON

// JSON options of outcomes, maps and resources.

extension Outcome {
  /// Returns this outcome, reading JSON with a changed copy of the client's coder.
  ///
  /// ```swift
  /// .code(200, .decode.json { $0.dates = .secondsSince1970 })
  /// ```
  ///
  /// ``Response/decode(_:)`` in the outcome's function and ``CallErrorProtocol/decode(_:)`` use it too. With another
  /// decoder the body is undecodable.
  public func json(_ change: @escaping @Sendable (inout JSONCoder) -> Void) -> Outcome {
    var copy = self
    copy.traits.json = JSONChange(change).followed(by: traits.json)
    return copy
  }

  /// This outcome, reading keys in snake_case.
  public var snakeCase: Outcome { json { $0.keys = .snakeCase } }
}

extension ResponseDecoder {
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
  var unprobed: any ResponseDecoder {
    guard var coder = self as? JSONCoder, coder.probe != nil else { return self }
    coder.probe = nil
    return coder
  }
}

struct JSONChange: Sendable {
  private let change: @Sendable (inout JSONCoder) -> Void

  init(_ change: @escaping @Sendable (inout JSONCoder) -> Void) { self.change = change }

  /// `other` takes precedence.
  func followed(by other: JSONChange?) -> JSONChange {
    guard let other else { return self }
    return JSONChange { [change] coder in
      change(&coder)
      other.change(&coder)
    }
  }

  /// The returned decoder fails if `decoder` has no JSON options.
  func decoder(_ decoder: any ResponseDecoder) -> any ResponseDecoder {
    decoder.changingJSON(change) ?? Unchangeable(decoder)
  }

  func reopen(_ reopen: @escaping Reopen) -> Reopen {
    { pause, lastEventID, takes throws(TransportError) in
      switch try await reopen(pause, lastEventID, takes) {
      case .taken(let response, let stopwatch): .taken(response, stopwatch)
      case .refused(let response, let retryAfter):
        .refused(response.read(by: decoder(response.decoder).afterOutcome), retryAfter: retryAfter)
      }
    }
  }
}

extension OutcomeTraits {
  func reading(
    _ response: Response, _ decoder: any ResponseDecoder
  ) -> (Response, any ResponseDecoder) {
    let own = json?.decoder(decoder) ?? decoder
    response.note?.decoder = own
    return (json == nil ? response : response.read(by: own), own)
  }
}

extension ResponseDecoder {
  var afterOutcome: any ResponseDecoder {
    // A cast alone would take ten times as long.
    guard Self.self == Unchangeable.self, let own = self as? Unchangeable else { return self }
    return own.decoder.afterOutcome
  }
}

private struct Unchangeable: ResponseDecoder {
  let decoder: any ResponseDecoder

  init(_ decoder: any ResponseDecoder) {
    self.decoder = decoder
  }

  var mediaTypes: [MediaRange] { decoder.mediaTypes }

  func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
    throw BodyDecodingError(
      message: "the outcome changes how JSON is read, but \(Swift.type(of: decoder)) reads this response")
  }
}

extension ResponseMap {
  /// Returns this map with ``Outcome/json(_:)`` options, also for an undeclared status.
  public func json(_ change: @escaping @Sendable (inout JSONCoder) -> Void) -> ResponseMap {
    ResponseMap(
      storage: Storage(
        cases.map { $0.changingOutcomes { $0.json(change) } }, resolution: storage.resolution?.json(change),
        json: JSONChange(change).followed(by: storage.json)))
  }

  /// This map, reading keys in snake_case.
  public var snakeCase: ResponseMap { json { $0.keys = .snakeCase } }
}

extension Resource {
  /// Returns this resource with ``Outcome/json(_:)`` options.
  public func json(_ change: @escaping @Sendable (inout JSONCoder) -> Void) -> Resource {
    Resource(request, responses.json(change))
  }

  /// This resource, reading keys in snake_case.
  public var snakeCase: Resource { json { $0.keys = .snakeCase } }
}
