#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import ReparteeJSON

/// How a server reports a failure among the elements of a stream, and what it decodes as.
///
/// | the server sends | is |
/// | --- | --- |
/// | `{"error": {"message": "overloaded"}}` | `.at("error")` |
/// | `{"type": "ERROR", "object": {"reason": "Expired"}}` | `.at("object", where: "type", is: "ERROR")` |
/// | `event: error`, `data: {"message": "overloaded"}` | `.event("error")` |
/// | `event: error`, `data: {"error": {…}}` | `.event("error", at: "error")` |
///
/// The keys are those of the line, the element or the data of the event as a whole. A failure that does not decode ends
/// the stream as ``CallError/Reason/undecodable(_:)``; it is never skipped.
public struct StreamFailure<Failure: Error>: Sendable {
  /// The failure in an element, nil if there is none; the event's type is nil outside of a stream of events.
  private let find: @Sendable (Data, String?, any ResponseDecoder) throws -> Failure?

  /// A function of your own, given an element's bytes: the failure in it, or nil if there is none.
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
      throw DecodingFailure(error, type: Failure.self)
    }
  }

  /// The same failures, made into another type.
  public func map<Other: Error>(_ transform: @escaping @Sendable (Failure) -> Other) -> StreamFailure<Other> {
    StreamFailure<Other> { try find($0, $1, $2).map(transform) }
  }
}

extension StreamFailure where Failure: Decodable & Sendable {
  /// An element that has a value at these keys (`String`) and indexes (`Int`): it is the failure. Null is not a
  /// failure.
  public static func at(
    _ first: any FieldStep, _ more: any FieldStep..., as type: Failure.Type = Failure.self
  ) -> Self {
    let field = Field<Failure>(first, more)
    let mark = Field<OpenText?>(first, more)
    return Self(field) { body, _ in try mark.read(from: body) != nil }
  }

  /// An element whose member `key` has this text: the failure is at these keys, from the root of the element.
  ///
  /// ```swift
  /// // {"type": "ERROR", "object": {…}}
  /// .at("object", where: "type", is: "ERROR")
  /// ```
  public static func at(
    _ first: any FieldStep, _ more: any FieldStep..., where key: String, is text: String,
    as type: Failure.Type = Failure.self
  ) -> Self {
    let field = Field<Failure>(first, more)
    let mark = Field<OpenText?>(key, [])
    return Self(field) { body, _ in try mark.read(from: body)?.text == text }
  }

  /// An event of this type: its data is the failure, or what the data has at these keys.
  public static func event(
    _ event: String, at path: any FieldStep..., as type: Failure.Type = Failure.self
  ) -> Self {
    let field = Field<Failure>(path: path.map(\.fieldStep))
    return Self { element, type, decoder in
      type == event ? try field.read(from: element, with: decoder) : nil
    }
  }

  /// An element that can't be read is not a failure: it is an element that does not fit.
  private init(
    _ field: Field<Failure>, where isFailure: @escaping @Sendable (BodyReader, String?) throws -> Bool
  ) {
    self.init { element, event, decoder in
      // What is looked at here is not what the element is read for.
      let found = try? BodyReader.read(element, with: decoder.unprobed) { body in
        try isFailure(body, event) ? Result { try field.read(from: body) } : nil
      }
      return try found?.get()
    }
  }
}

/// A text, or nil for anything else.
private struct OpenText: Decodable, Sendable {
  let text: String?

  init(from decoder: any Decoder) throws {
    text = try? decoder.singleValueContainer().decode(String.self)
  }
}
