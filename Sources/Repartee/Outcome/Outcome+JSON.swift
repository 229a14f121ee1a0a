public import ReparteeJSON

// JSON read in another way than the client's.

extension Outcome {
  /// The same outcome, reading JSON with the client's coder changed by `change`.
  ///
  /// ```swift
  /// .code(200, .decode.json { $0.dates = .secondsSince1970 })
  /// ```
  ///
  /// It starts from the client's own coder, never from a plain one. Where another decoder reads the response's
  /// content type there is nothing to change, and the call fails as undecodable.
  public func json(_ change: @escaping @Sendable (inout JSONCoder) -> Void) -> Outcome {
    @Sendable func changed(_ decoder: any ResponseDecoder) throws -> any ResponseDecoder {
      guard var coder = decoder as? JSONCoder else {
        throw DecodingFailure(
          message: "the outcome changes how JSON is read, but \(Swift.type(of: decoder)) reads this response")
      }
      change(&coder)
      return coder
    }
    var copy = self
    copy.reading =
      switch reading {
      case .buffered(let handler): .buffered { try handler($0, changed($1)) }
      case .bufferedAsync(let handler): .bufferedAsync { try await handler($0, changed($1)) }
      case .streamed(let handler): .streamed { try await handler($0, changed($1)) }
      }
    return copy
  }

  /// The same outcome, reading JSON whose keys are in snake_case.
  public var snakeCase: Outcome { json { $0.keys = .snakeCase } }
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
  /// The same resource, its answers read with the client's JSON coder changed by `change`.
  public func json(_ change: @escaping @Sendable (inout JSONCoder) -> Void) -> Resource {
    Resource(request, responses.json(change))
  }

  /// The same resource, its answers read as JSON whose keys are in snake_case.
  public var snakeCase: Resource { json { $0.keys = .snakeCase } }
}

/// A model that is read with options of its own, whatever endpoint it is the body of.
///
/// ```swift
/// struct Event: Decodable, JSONReadable {
///   static func adjust(_ json: inout JSONCoder) { json.dates = .secondsSince1970 }
/// }
/// ```
///
/// The options hold for the body, or the value at a key path, that is decoded as this type; within another type,
/// or beside other values, they are that type's or the client's.
public protocol JSONReadable: Decodable {
  /// Changes the client's coder for bodies of this type.
  static func adjust(_ json: inout JSONCoder)
}
