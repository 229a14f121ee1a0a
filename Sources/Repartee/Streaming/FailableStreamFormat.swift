#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import ReparteeJSON

/// A ``StreamFormat`` in which the server may report a failure: what `.stream` makes a ``FailableStream`` of.
///
/// | format | failures |
/// | --- | --- |
/// | `.jsonLines(of:at:failure:)` | lines |
/// | `.jsonArray(of:at:failure:)` | elements |
/// | `.serverSentEvents(of:failure:)` | events |
///
/// ``StreamFailure`` says which of them is a failure.
public struct FailableStreamFormat<Element: Sendable, DeclaredFailure: Error>: Sendable {
  var results: StreamFormat<Result<Element, DeclaredFailure>>

  /// A format of your own, whose elements are results. What comes after a failure is not read.
  public init(_ results: StreamFormat<Result<Element, DeclaredFailure>>) {
    self.results = results
  }

  /// The same format, in which an element that does not fit is left out; `report` is told of each, in order. A failure
  /// is never left out.
  public func skippingInvalid(_ report: @escaping @Sendable (DecodingFailure) -> Void) -> FailableStreamFormat
  {
    FailableStreamFormat(results.skippingInvalid(report))
  }
}

extension FailableStreamFormat where Element: Decodable {
  /// One JSON value a line, as ``StreamFormat/jsonLines(of:at:maximumElementSize:)`` has them, up to a line that is a
  /// failure.
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
  ///   - type: What each line, or the value at `path` in it, is decoded as.
  ///   - path: The keys and indexes of the element in its line; none for the whole line.
  ///   - failure: Which lines are failures.
  ///   - maximumElementSize: The most bytes of one line; 1 MiB unless it is given.
  public static func jsonLines(
    of type: Element.Type = Element.self, at path: any FieldStep...,
    failure: StreamFailure<DeclaredFailure>, maximumElementSize: Int = 1 << 20
  ) -> FailableStreamFormat {
    let field = Field<Element>(path: path.map(\.fieldStep))
    return FailableStreamFormat(
      StreamFormat(lines: maximumElementSize) { line, decoder, invalid in
        try failure.result(in: line.bytes, with: decoder, invalid, at: line.place) {
          try field.read(from: line, with: decoder)
        }
      })
  }

  /// The data of each event, as ``StreamFormat/serverSentEvents(of:until:maximumElementSize:reconnecting:)`` has them,
  /// up to an event that is a failure. The stream is not opened again after one.
  ///
  /// ```swift
  /// .serverSentEvents(
  ///   of: Token.self, failure: .event("error", as: ChatError.self),
  ///   until: "[DONE]")
  /// ```
  ///
  /// - Parameters:
  ///   - type: What the data of an event is decoded as.
  ///   - failure: Which events are failures.
  ///   - end: The data of an event that says that the stream is over; nothing after it is read.
  ///   - maximumElementSize: The most bytes of one line, and of the data of one event; 1 MiB unless it is given.
  ///   - reconnection: When the stream is opened again; never unless it is given.
  public static func serverSentEvents(
    of type: Element.Type = Element.self, failure: StreamFailure<DeclaredFailure>,
    until end: String? = nil, maximumElementSize: Int = 1 << 20,
    reconnecting reconnection: StreamReconnection? = nil
  ) -> FailableStreamFormat {
    FailableStreamFormat(
      StreamFormat(eventsUntil: end, limit: maximumElementSize, reconnecting: reconnection) {
        event, decoder, invalid, place in
        let data = Data(event.data.utf8)
        return try failure.result(in: data, event: event.type, with: decoder, invalid, at: place) {
          try decoder.adjusted(for: Element.self).decode(Element.self, from: data)
        }
      })
  }

  /// The elements of one JSON array, as ``StreamFormat/jsonArray(of:at:maximumElementSize:)`` has them, up to one that
  /// is a failure.
  ///
  /// - Parameters:
  ///   - type: What each element is decoded as.
  ///   - path: The keys of the array, from the outside in; none for the whole body.
  ///   - failure: Which elements are failures.
  ///   - maximumElementSize: The most bytes of one element; 1 MiB unless it is given.
  public static func jsonArray(
    of type: Element.Type = Element.self, at path: String...,
    failure: StreamFailure<DeclaredFailure>, maximumElementSize: Int = 1 << 20
  ) -> FailableStreamFormat {
    let path = path
    return FailableStreamFormat(
      StreamFormat(elementsAt: path, limit: maximumElementSize) { element, json, invalid in
        try failure.result(
          in: Data(element.bytes), with: json, invalid, at: element.path.description, isWhole: true
        ) {
          try json.decode(Element.self, from: element)
        }
      })
  }
}

extension StreamFailure {
  /// The failure that an element is, or else the element, nil if it is left out.
  fileprivate func result<Element>(
    in bytes: Data, event: String? = nil, with decoder: any ResponseDecoder, _ invalid: InvalidElement,
    at place: String, isWhole: Bool = false, _ decode: () throws -> Element
  ) throws -> Result<Element, Failure>? {
    let failure: Failure?
    do {
      failure = try self.failure(in: bytes, event: event, with: decoder)
    } catch let misfit as DecodingFailure {
      throw misfit.within(place)
    }
    if let failure { return .failure(failure) }
    // An element of an array knows its place itself.
    return try invalid.element(at: isWhole ? "" : place, decode).map(Result.success)
  }
}
