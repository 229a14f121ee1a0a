#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import ReparteeJSON

/// Reads the body of a response as a `Decodable` value.
///
/// Repartee's own JSON decoder conforms, and so can any other decoder, of JSON or of another format:
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
/// It is called concurrently. What it throws becomes the cause of a ``DecodingFailure``. Outcomes never give it an
/// empty body: what that means is the type's own (see ``EmptyInitializable``). A format that has to see the response,
/// say the parameters of its Content-Type, is an ``Outcome`` of your own instead: <doc:OtherFormats> has both.
public protocol ResponseDecoder: Sendable {
  /// The content types it reads, in order of preference: they go into `Accept`.
  var mediaTypes: [MediaRange] { get }

  /// Decodes the whole body.
  func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value

  /// Gives `read` a decoder that stands at the root of the body. It must not be kept beyond the call.
  ///
  /// There is a default that works with every `Decodable` decoder; one that can go to a place in the body
  /// without decoding the rest does better.
  func withDecoder<Value>(over body: Data, _ read: (any Decoder) throws -> Value) throws -> Value
}

extension ResponseDecoder {
  public func withDecoder<Value>(over body: Data, _ read: (any Decoder) throws -> Value) throws -> Value {
    try withoutActuallyEscaping(read) { read in
      let visit = Visit { try read($0) }
      _ = try Visit.$current.withValue(visit) { try decode(Visitor.self, from: body) }
      guard let value = visit.value as? Value else {
        throw DecodingFailure(message: "\(Self.self) did not read the body")
      }
      return value
    }
  }
}

/// What a ``Visitor`` does when it is decoded: how a closure gets at the decoder of any format.
private final class Visit: @unchecked Sendable {  // never leaves the task that made it
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
