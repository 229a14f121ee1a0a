#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import ReparteeJSON

/// A rule for the failures that a server reports among the elements of a stream.
///
/// | the server sends | is |
/// | --- | --- |
/// | `{"error": {"message": "overloaded"}}` | `.at("error")` |
/// | `{"type": "ERROR", "object": {"reason": "Expired"}}` | `.at("object", where: "type", is: "ERROR")` |
/// | `event: error`, `data: {"message": "overloaded"}` | `.event("error")` |
/// | `event: error`, `data: {"error": {…}}` | `.event("error", at: "error")` |
///
/// Keys begin at the root of the element or the event's data. With `.at("error")` null, false, empty text, an empty array
/// and an empty object are no failure. A failure that can't be decoded ends the stream as
/// ``CallError/Reason/undecodable(_:)``.
public struct StreamFailureRule<Failure: Error>: Sendable {
  private let find: @Sendable (Data, String?, any ResponseDecoder) throws -> Failure?

  /// Creates a rule from a function that returns the failure in an element, or nil. `event` is the type of a
  /// server-sent event, whose data may be empty.
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
  /// Elements with a failure at these keys (`String`) and indexes (`Int`): any value but null, false, empty text, an
  /// empty array and an empty object.
  public static func at(
    _ path: JSONPath.Component..., as type: Failure.Type = Failure.self
  ) -> Self {
    let field = BodyPath<Failure>(path: path)
    let mark = BodyPath<Presence?>(path: path)
    return Self(field) { body, _ in try mark.read(from: body)?.isSomething == true }
  }

  /// Elements whose member `key` is this text; the failure is at these keys and indexes.
  public static func at(
    _ path: JSONPath.Component..., where key: String, is text: String,
    as type: Failure.Type = Failure.self
  ) -> Self {
    let field = BodyPath<Failure>(path: path)
    let mark = BodyPath<OpenText?>(keys: [key])
    return Self(field) { body, _ in try mark.read(from: body)?.text == text }
  }

  /// Events of this type; the failure is the data, or the value at these keys and indexes in it.
  public static func event(
    _ event: String, at path: JSONPath.Component..., as type: Failure.Type = Failure.self
  ) -> Self {
    let field = BodyPath<Failure>(path: path)
    return Self { element, type, decoder in
      type == event ? try field.read(from: element, with: decoder) : nil
    }
  }

  private init(
    _ field: BodyPath<Failure>, where isFailure: @escaping @Sendable (BodyReader, String?) throws -> Bool
  ) {
    self.init { element, event, decoder in
      // The probe must not count this: the element is read later.
      let found = try? BodyReader.read(element, with: decoder.unprobed) { body in
        try isFailure(body, event) ? Result { try field.read(from: body) } : nil
      }
      return try found?.get()
    }
  }
}

private struct OpenText: Decodable, Sendable {
  let text: String?

  init(from decoder: any Decoder) throws {
    text = try? decoder.singleValueContainer().decode(String.self)
  }
}

/// Whether a value is other than those that stand for none.
private struct Presence: Decodable, Sendable {
  let isSomething: Bool

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: AnyKey.self) {
      isSomething = !object.allKeys.isEmpty
    } else if let array = try? decoder.unkeyedContainer() {
      isSomething = !array.isAtEnd
    } else {
      let value = try decoder.singleValueContainer()
      let isFalse = (try? value.decode(Bool.self)) == false
      let isEmptyText = (try? value.decode(String.self)) == ""
      isSomething = !value.decodeNil() && !isFalse && !isEmptyText
    }
  }
}
