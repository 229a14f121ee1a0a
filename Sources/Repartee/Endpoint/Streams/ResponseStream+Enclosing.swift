import ReparteeBase
import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ResponseStream {
  /// Decodes the JSON around the elements of `.jsonArray(of:at:)`, once the stream has ended; the array is empty in it.
  ///
  /// ```swift
  /// struct Summary: Decodable { var total: Int }
  ///
  /// for try await user in users { print(user.name) }
  /// let summary: Summary = try users.enclosing()
  /// ```
  ///
  /// - Throws: ``CallError/Reason/undecodable(_:)`` if the JSON does not fit; before the end of the stream, for another
  ///   format and for an array that is the whole body; of kind ``BodyDecodingError/Kind/tooLarge`` if the JSON has more
  ///   than `maximumElementSize` bytes. Positions are those in this JSON.
  public func enclosing<T: Decodable>(_ type: T.Type = T.self) throws(CallError<DeclaredFailure>) -> T {
    do {
      guard let kept = enclosingText else {
        throw BodyDecodingError(
          message: "only a stream of `.jsonArray(at:)` with a path has JSON around its elements")
      }
      guard let text = kept.text else {
        throw BodyDecodingError(
          message: "the JSON around the elements is available once the stream is read to its end")
      }
      return try decoder.decode(T.self, from: Data(text.get()))
    } catch {
      throw self.error(.undecodable(BodyDecodingError(error, type: T.self)))
    }
  }
}

/// A parser that keeps the text around its elements.
protocol EnclosedParser: StreamParser {
  /// Nil before the end of the JSON.
  var enclosing: Result<[UInt8], JSONError>? { get }
}

/// The text around the elements of one stream; nil before its end.
final class EnclosingText: Sendable {
  private let kept = Mutex<Result<[UInt8], JSONError>?>(nil)

  var text: Result<[UInt8], JSONError>? { kept.withLock { $0 } }

  func keep(_ parser: any StreamParser) {
    guard let parser = parser as? any EnclosedParser else { return }
    kept.withLock { $0 = parser.enclosing }
  }
}
