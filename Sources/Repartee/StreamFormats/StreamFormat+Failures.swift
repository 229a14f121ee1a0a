#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import ReparteeJSON

extension StreamFormat where Element: Decodable {
  /// Reads one JSON value per line, up to a failure, as ``StreamFormat/jsonLines(of:at:maximumElementSize:)``.
  ///
  /// ```swift
  /// // {"type": "ADDED", "object": {…}}, and at last
  /// // {"type": "ERROR", "object": {"reason": "Expired"}}
  /// .jsonLines(
  ///   of: Pod.self, at: "object",
  ///   failure: .at(
  ///     "object", where: "type", is: "ERROR", as: WatchError.self))
  /// ```
  public static func jsonLines(
    of type: Element.Type = Element.self, at path: JSONPath.Component...,
    failure: StreamFailureRule<DeclaredFailure>, maximumElementSize: Int = 1 << 20
  ) -> Self {
    let field = BodyPath<Element>(path: path)
    return Self(lines: maximumElementSize) { line, decoder, invalid in
      try failure.check(line.bytes, with: decoder, at: line.place)
      return try invalid.element(at: line.place) { try field.read(from: line, with: decoder) }
    }
  }

  /// Reads JSON values in a row, up to a failure, as
  /// ``StreamFormat/jsonSequence(of:at:maximumElementSize:)``.
  public static func jsonSequence(
    of type: Element.Type = Element.self, at path: JSONPath.Component...,
    failure: StreamFailureRule<DeclaredFailure>, maximumElementSize: Int = 1 << 20
  ) -> Self {
    Self(sequenceAt: BodyPath(path: path), limit: maximumElementSize) { element, decoder in
      try failure.check(Data(element.bytes), with: decoder, at: element.path.description)
    }
  }

  /// Decodes the data of each event, up to a failure, as
  /// ``StreamFormat/serverSentEvents(of:until:maximumElementSize:reconnecting:)``.
  ///
  /// ```swift
  /// .serverSentEvents(
  ///   of: Token.self, failure: .event("error", as: ChatError.self),
  ///   until: "[DONE]")
  /// ```
  ///
  /// An event without data may be a failure by its type. One that is a failure and the end is the failure.
  public static func serverSentEvents(
    of type: Element.Type = Element.self, failure: StreamFailureRule<DeclaredFailure>,
    until end: StreamEnd? = nil, maximumElementSize: Int = 1 << 20,
    reconnecting reconnection: StreamReconnection? = nil
  ) -> Self {
    Self(eventsUntil: end, limit: maximumElementSize, reconnecting: reconnection) {
      event, data, decoder, place in
      try failure.check(data, event: event.type, with: decoder, at: place)
    }
  }

  /// Decodes the elements of one JSON array, up to a failure, as
  /// ``StreamFormat/jsonArray(of:at:maximumElementSize:)``.
  ///
  /// The failure may also be around the array, or in its place: at the end of the body, after all elements, the rule
  /// gets the whole body, in which the array is empty. That JSON has at most `maximumElementSize` bytes, too; more is
  /// an error of kind ``BodyDecodingError/Kind/tooLarge``.
  public static func jsonArray(
    of type: Element.Type = Element.self, at path: String...,
    failure: StreamFailureRule<DeclaredFailure>, maximumElementSize: Int = 1 << 20
  ) -> Self {
    Self(
      elementsAt: path, limit: maximumElementSize,
      checkEnclosing: { text, json in try failure.check(text, with: json, at: "") },
      read: { element, json, invalid in
        try failure.check(Data(element.bytes), with: json, at: element.path.description)
        // The error of an element already has its path.
        return try invalid.element(at: "") { try json.decode(type, from: element) }
      })
  }
}

extension StreamFailureRule {
  fileprivate func check(
    _ bytes: Data, event: String? = nil, with decoder: any ResponseDecoder, at place: String
  ) throws {
    let found: Failure?
    do {
      found = try failure(in: bytes, event: event, with: decoder)
    } catch let error as BodyDecodingError {
      throw error.within(place)
    }
    if let found { throw found }
  }
}
