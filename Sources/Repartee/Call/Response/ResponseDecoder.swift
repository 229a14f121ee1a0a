#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import ReparteeBase
public import ReparteeJSON

/// A decoder of response bodies, called concurrently.
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
/// Its errors become the cause of a ``BodyDecodingError``. It never receives an empty body (``EmptyInitializable``),
/// but in a stream it may receive the empty data of an event. For a format that depends on the head see
/// <doc:OtherFormats>.
public protocol ResponseDecoder: Sendable {
  /// The content types that it reads, in order of preference.
  var mediaTypes: [MediaRange] { get }

  /// Decodes the whole body.
  func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value

  /// Calls `read` with a decoder at the root of the body, which must not be used later.
  ///
  /// Implement it to reach a path without decoding the rest; the default works with every decoder.
  func withDecoder<Value>(over body: Data, _ read: (any Decoder) throws -> Value) throws -> Value
}

extension ResponseDecoder {
  public func withDecoder<Value>(over body: Data, _ read: (any Decoder) throws -> Value) throws -> Value {
    try withoutActuallyEscaping(read) { read in
      let visit = Visit { try read($0) }
      // A task that the decoder starts may keep the visit, but not `read`.
      defer { visit.end() }
      _ = try Visit.$current.withValue(visit) { try decode(Visitor.self, from: body) }
      guard let value = visit.value as? Value else {
        throw BodyDecodingError(message: "\(Self.self) did not read the body")
      }
      return value
    }
  }
}

/// Gives a closure the `Decoder` of any format.
private final class Visit: @unchecked Sendable {  // `lock` is the lock
  @TaskLocal static var current: Visit?

  private let lock = Mutex(())
  private var read: ((any Decoder) throws -> Any)?
  private var result: Any?

  init(read: @escaping (any Decoder) throws -> Any) {
    self.read = read
  }

  var value: Any? { lock.withLock { _ in result } }

  /// Reads at the first call only.
  func visit(_ decoder: any Decoder) throws {
    let read = lock.withLock { _ in
      defer { self.read = nil }
      return self.read
    }
    guard let value = try read?(decoder) else { return }
    lock.withLock { _ in result = value }
  }

  func end() { lock.withLock { _ in read = nil } }
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
