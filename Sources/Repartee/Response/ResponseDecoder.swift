#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import ReparteeJSON

/// A decoder of response bodies.
///
/// Repartee's own JSON decoder conforms. Any other decoder, of JSON or of another format, can conform, too:
///
/// ```swift
/// struct PropertyLists: ResponseDecoder {
///   let mediaTypes: [MediaRange] = ["application/x-plist"]
///   func decode<Value: Decodable>(
///     _ type: Value.Type, from body: Data
///   ) throws -> Value {
///     try PropertyListDecoder().decode(type, from: body)
///   }
/// }
/// ```
///
/// A decoder is called concurrently. An error that it throws is the cause of a ``BodyDecodingError``. Outcomes never pass
/// it an empty body: the type decides what that means (see ``EmptyInitializable``). A format that needs the response,
/// for example the parameters of its Content-Type, is an ``Outcome`` of your own instead: <doc:OtherFormats> has both.
public protocol ResponseDecoder: Sendable {
  /// The content types that the decoder reads, in order of preference, for `Accept`.
  var mediaTypes: [MediaRange] { get }

  /// Decodes the whole body.
  func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value

  /// Calls `read` with a decoder at the root of the body. It must not be used after the call.
  ///
  /// The default implementation works with every decoder. Implement this method if yours can reach a path in the body
  /// without decoding the rest.
  func withDecoder<Value>(over body: Data, _ read: (any Decoder) throws -> Value) throws -> Value
}

extension ResponseDecoder {
  public func withDecoder<Value>(over body: Data, _ read: (any Decoder) throws -> Value) throws -> Value {
    try withoutActuallyEscaping(read) { read in
      let visit = Visit { try read($0) }
      _ = try Visit.$current.withValue(visit) { try decode(Visitor.self, from: body) }
      guard let value = visit.value as? Value else {
        throw BodyDecodingError(message: "\(Self.self) did not read the body")
      }
      return value
    }
  }
}

/// What a ``Visitor`` does when it is decoded. This gives a closure the `Decoder` of any format.
private final class Visit: @unchecked Sendable {  // used only by the task that created it
  @TaskLocal static var current: Visit?

  private let read: (any Decoder) throws -> Any
  var value: Any?

  init(read: @escaping (any Decoder) throws -> Any) {
    self.read = read
  }

  func visit(_ decoder: any Decoder) throws {
    value = try read(decoder)
  }
}

private struct Visitor: Decodable {
  init(from decoder: any Decoder) throws {
    try Visit.current?.visit(decoder)
  }
}

extension JSONCoder: ResponseDecoder {
  /// `application/json`.
  public var mediaTypes: [MediaRange] { ["application/json"] }

  public func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
    try decode(type, from: body, at: [])
  }

  public func withDecoder<Value>(over body: Data, _ read: (any Decoder) throws -> Value) throws -> Value {
    var thrown: (any Error)?
    do {
      return try self.read(body) { reader in
        do {
          return try read(reader.decoder())
        } catch {
          thrown = error
          throw error
        }
      }
    } catch {
      throw thrown ?? error
    }
  }
}
