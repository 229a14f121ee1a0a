#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import ReparteeJSON

extension FailableStreamFormat where Element: Decodable {
  /// Reads one JSON value per line, as ``FailableStreamFormat/jsonLines(of:at:maximumElementSize:)`` does, up to a line
  /// that is a failure.
  ///
  /// ```swift
  /// // {"type": "ADDED", "object": {…}}, and at last
  /// // {"type": "ERROR", "object": {"reason": "Expired"}}
  /// .jsonLines(
  ///   of: Pod.self, at: "object",
  ///   failure: .at(
  ///     "object", where: "type", is: "ERROR", as: WatchError.self))
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of each line, or of the value at `path` in it.
  ///   - path: The keys and indexes of the element in its line; none for the whole line.
  ///   - failure: Which lines are failures.
  ///   - maximumElementSize: The maximum number of bytes of one line; by default 1 MiB.
  public static func jsonLines(
    of type: Element.Type = Element.self, at path: JSONPath.Component...,
    failure: StreamFailureRule<DeclaredFailure>, maximumElementSize: Int = 1 << 20
  ) -> Self {
    let field = BodyPath<Element>(path: path)
    return Self(lines: maximumElementSize) { line, decoder, invalid in
      try failure.element(in: line.bytes, with: decoder, invalid, at: line.place) {
        try field.read(from: line, with: decoder)
      }
    }
  }

  /// Decodes the data of each event, as
  /// ``FailableStreamFormat/serverSentEvents(of:until:maximumElementSize:reconnecting:)`` does, up to an event that is a
  /// failure. The stream is not reopened after one.
  ///
  /// ```swift
  /// .serverSentEvents(
  ///   of: Token.self, failure: .event("error", as: ChatError.self),
  ///   until: "[DONE]")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of an event's data.
  ///   - failure: Which events are failures.
  ///   - end: The data of the event that ends the stream; nothing after it is read.
  ///   - maximumElementSize: The maximum number of bytes of one line, and of the data of one event; by default 1 MiB.
  ///   - reconnection: When the stream is reopened; by default never.
  public static func serverSentEvents(
    of type: Element.Type = Element.self, failure: StreamFailureRule<DeclaredFailure>,
    until end: String? = nil, maximumElementSize: Int = 1 << 20,
    reconnecting reconnection: StreamReconnection? = nil
  ) -> Self {
    Self(eventsUntil: end, limit: maximumElementSize, reconnecting: reconnection) {
      event, decoder, invalid, place in
      let data = Data(event.data.utf8)
      return try failure.element(in: data, event: event.type, with: decoder, invalid, at: place) {
        try decoder.decode(Element.self, from: data)
      }
    }
  }

  /// Reads the elements of one JSON array, as ``FailableStreamFormat/jsonArray(of:at:maximumElementSize:)`` does, up to
  /// one that is a failure.
  ///
  /// - Parameters:
  ///   - type: The type of each element.
  ///   - path: The keys of the array, from the outermost to the innermost; none for the whole body.
  ///   - failure: Which elements are failures.
  ///   - maximumElementSize: The maximum number of bytes of one element; by default 1 MiB.
  public static func jsonArray(
    of type: Element.Type = Element.self, at path: String...,
    failure: StreamFailureRule<DeclaredFailure>, maximumElementSize: Int = 1 << 20
  ) -> Self {
    Self(elementsAt: path, limit: maximumElementSize) { element, json, invalid in
      try failure.element(
        in: Data(element.bytes), with: json, invalid, at: element.path.description, isWhole: true
      ) {
        try json.decode(Element.self, from: element)
      }
    }
  }
}

extension StreamFailureRule {
  /// Returns the element; nil if it is skipped.
  /// - Throws: The failure, if the element reports one.
  fileprivate func element<Element>(
    in bytes: Data, event: String? = nil, with decoder: any ResponseDecoder, _ invalid: InvalidElement,
    at place: String, isWhole: Bool = false, _ decode: () throws -> Element
  ) throws -> Element? {
    let failure: Failure?
    do {
      failure = try self.failure(in: bytes, event: event, with: decoder)
    } catch let misfit as BodyDecodingError {
      throw misfit.within(place)
    }
    if let failure { throw failure }
    // The error of an array element already has its path.
    return try invalid.element(at: isWhole ? "" : place, decode)
  }
}
