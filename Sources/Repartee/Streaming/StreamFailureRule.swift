#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import ReparteeJSON

/// A rule for the failures that a server reports among the elements of a stream, and their type.
///
/// | the server sends | is |
/// | --- | --- |
/// | `{"error": {"message": "overloaded"}}` | `.at("error")` |
/// | `{"type": "ERROR", "object": {"reason": "Expired"}}` | `.at("object", where: "type", is: "ERROR")` |
/// | `event: error`, `data: {"message": "overloaded"}` | `.event("error")` |
/// | `event: error`, `data: {"error": {…}}` | `.event("error", at: "error")` |
///
/// The keys begin at the root of the line, the element or the data of the event. A failure that can't be decoded ends
/// the stream as ``CallError/Reason/undecodable(_:)``; it is never skipped.
public struct StreamFailureRule<Failure: Error>: Sendable {
  /// Returns the failure in an element; nil if there is none. The event type is nil outside a stream of events.
  private let find: @Sendable (Data, String?, any ResponseDecoder) throws -> Failure?

  /// Creates a rule from a function that returns the failure in an element's bytes, or nil.
  public init(
    _ find:
      @escaping @Sendable (_ element: Data, _ event: String?, _ decoder: any ResponseDecoder) throws ->
      Failure?
  ) {
    self.find = find
  }

  func failure(in element: Data, event: String? = nil, with decoder: any ResponseDecoder) throws -> Failure? {
    do {
      return try find(element, event, decoder)
    } catch {
      throw BodyDecodingError(error, type: Failure.self)
    }
  }

  /// Returns the same failures, transformed to another type.
  public func map<Other: Error>(_ transform: @escaping @Sendable (Failure) -> Other) -> StreamFailureRule<
    Other
  > {
    StreamFailureRule<Other> { try find($0, $1, $2).map(transform) }
  }
}

extension StreamFailureRule where Failure: Decodable & Sendable {
  /// Returns a rule for elements with a value at these keys (`String`) and indexes (`Int`), which is the failure. Null
  /// is not a failure.
  public static func at(
    _ path: JSONPath.Component..., as type: Failure.Type = Failure.self
  ) -> Self {
    let field = BodyPath<Failure>(path: path)
    let mark = BodyPath<OpenText?>(path: path)
    return Self(field) { body, _ in try mark.read(from: body) != nil }
  }

  /// Returns a rule for elements whose member `key` has this text. The failure is at these keys and indexes, from the
  /// root of the element.
  ///
  /// ```swift
  /// // {"type": "ERROR", "object": {…}}
  /// .at("object", where: "type", is: "ERROR")
  /// ```
  public static func at(
    _ path: JSONPath.Component..., where key: String, is text: String,
    as type: Failure.Type = Failure.self
  ) -> Self {
    let field = BodyPath<Failure>(path: path)
    let mark = BodyPath<OpenText?>(keys: [key])
    return Self(field) { body, _ in try mark.read(from: body)?.text == text }
  }

  /// Returns a rule for events of this type. The failure is the event's data, or the value at these keys in it.
  public static func event(
    _ event: String, at path: JSONPath.Component..., as type: Failure.Type = Failure.self
  ) -> Self {
    let field = BodyPath<Failure>(path: path)
    return Self { element, type, decoder in
      type == event ? try field.read(from: element, with: decoder) : nil
    }
  }

  /// Creates a rule from a field and a condition. An element that can't be read is not a failure, but one that can't be
  /// decoded.
  private init(
    _ field: BodyPath<Failure>, where isFailure: @escaping @Sendable (BodyReader, String?) throws -> Bool
  ) {
    self.init { element, event, decoder in
      // The probe must not count what is read here: the element itself is read later.
      let found = try? BodyReader.read(element, with: decoder.unprobed) { body in
        try isFailure(body, event) ? Result { try field.read(from: body) } : nil
      }
      return try found?.get()
    }
  }
}

/// A text; nil for anything else.
private struct OpenText: Decodable, Sendable {
  let text: String?

  init(from decoder: any Decoder) throws {
    text = try? decoder.singleValueContainer().decode(String.self)
  }
}
