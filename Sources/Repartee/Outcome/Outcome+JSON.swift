#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import ReparteeJSON
import Synchronization

// JSON that is read with other options than the client's.

extension Outcome {
  /// Returns this outcome, reading JSON with the client's coder changed by `change`.
  ///
  /// ```swift
  /// .code(200, .decode.json { $0.dates = .secondsSince1970 })
  /// ```
  ///
  /// `change` receives the client's own coder, not a default one. The changed coder is also used by
  /// ``Response/decode(_:)`` in the outcome's function and by ``CallErrorProtocol/decode(_:)`` of the call's error. If
  /// another decoder reads the response's content type, there is nothing to change: an outcome that decodes fails as
  /// undecodable, and one that does not read the body works as before.
  public func json(_ change: @escaping @Sendable (inout JSONCoder) -> Void) -> Outcome {
    var copy = self
    copy.traits.json = JSONChange(change).followed(by: traits.json)
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

/// JSON options of an outcome or a map: a change of the client's coder.
struct JSONChange: Sendable {
  private let change: @Sendable (inout JSONCoder) -> Void

  init(_ change: @escaping @Sendable (inout JSONCoder) -> Void) { self.change = change }

  /// Returns this change and then another, which takes precedence.
  func followed(by other: JSONChange?) -> JSONChange {
    guard let other else { return self }
    return JSONChange { [change] coder in
      change(&coder)
      other.change(&coder)
    }
  }

  /// Returns the changed decoder. One without JSON options fails when it decodes.
  func decoder(_ decoder: any ResponseDecoder) -> any ResponseDecoder {
    decoder.changingJSON(change) ?? Unchangeable(decoder)
  }

  /// Returns a function that reopens a stream. A response that it refuses is read with these options.
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

/// The decoder that read a response, where several outcomes with options of their own may have read it.
final class ReadingNote: Sendable {
  private let last: Mutex<any ResponseDecoder>

  init(_ decoder: any ResponseDecoder) { last = Mutex(decoder) }

  var decoder: any ResponseDecoder {
    get { last.withLock { $0 } }
    set { last.withLock { $0 = newValue } }
  }
}

extension OutcomeTraits {
  /// Returns a response and its decoder as an inner outcome with these traits reads them.
  func reading(
    _ response: Response, _ decoder: any ResponseDecoder
  ) -> (Response, any ResponseDecoder) {
    let own = json?.decoder(decoder) ?? decoder
    response.note?.decoder = own
    return (json == nil ? response : response.read(by: own), own)
  }
}

extension ResponseDecoder {
  /// The decoder to read a response with after its outcome, which may be of another format than JSON.
  var afterOutcome: any ResponseDecoder { (self as? Unchangeable)?.decoder.afterOutcome ?? self }
}

/// Replaces a decoder without JSON options. Decoding throws an error that says so.
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
  /// Returns this map, all outcomes reading JSON with the client's coder changed by `change`, and so does
  /// ``CallErrorProtocol/decode(_:)`` of an error with an undeclared status.
  public func json(_ change: @escaping @Sendable (inout JSONCoder) -> Void) -> ResponseMap {
    ResponseMap(
      storage: Storage(
        cases.map { $0.changingOutcomes { $0.json(change) } }, resolution: storage.resolution?.json(change),
        json: JSONChange(change).followed(by: storage.json)))
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

@available(
  *, unavailable, message: "JSON options are those of an outcome, a map or a resource: .decode.json { … }"
)
public typealias JSONAdjusting = Decodable
