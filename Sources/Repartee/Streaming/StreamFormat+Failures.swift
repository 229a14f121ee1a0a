#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import ReparteeJSON

extension FailableStreamFormat where Element: Decodable {
  /// Reads one JSON value per line, up to a failure, as ``FailableStreamFormat/jsonLines(of:at:maximumElementSize:)``.
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
      try failure.element(in: line.bytes, with: decoder, invalid, at: line.place) {
        try field.read(from: line, with: decoder)
      }
    }
  }

  /// Decodes the data of each event, up to a failure, as
  /// ``FailableStreamFormat/serverSentEvents(of:until:maximumElementSize:reconnecting:)``.
  ///
  /// ```swift
  /// .serverSentEvents(
  ///   of: Token.self, failure: .event("error", as: ChatError.self),
  ///   until: "[DONE]")
  /// ```
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

  /// Decodes the elements of one JSON array, up to a failure, as
  /// ``FailableStreamFormat/jsonArray(of:at:maximumElementSize:)``.
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
