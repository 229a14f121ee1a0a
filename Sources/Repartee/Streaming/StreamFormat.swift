#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The format of a body that is split into elements while it arrives.
///
/// | format | elements |
/// | --- | --- |
/// | `.bytes` | chunks, as they arrive |
/// | `.lines()` | lines of text, UTF-8 |
/// | `.jsonLines(of:at:)` | one JSON value per line (NDJSON), or the value at a path in it |
/// | `.jsonArray(of:at:)` | the elements of one JSON array |
/// | `.serverSentEvents()`, `.serverSentEvents(of:until:)` | events, or their decoded data |
///
/// An element that can't be decoded ends the stream, with its place in the error, unless ``skippingInvalid(_:)`` is
/// used. ``FailableStreamFormat`` has the same formats for streams in which the server reports a failure.
///
/// A format that has to buffer does so up to a limit: by default 1 MiB for a line, an event or an element. More is a
/// ``DecodingFailure`` of kind ``DecodingFailure/Kind/tooLarge``.
public struct StreamFormat<Element: Sendable>: Sendable {
  /// The content types for `Accept`.
  let mediaTypes: [MediaRange]
  private let make: @Sendable (any ResponseDecoder, InvalidElement) -> any StreamParser<Element>
  private var onInvalid: InvalidElement = .fails
  /// The content type that a response must have, if it has any.
  var requiredType: MediaRange?
  /// When the stream is reopened. Only a format whose parser is a ``ResumableParser`` has it.
  var reconnection: StreamReconnection?

  /// Creates a format of your own.
  ///
  /// - Parameters:
  ///   - mediaTypes: The content types for `Accept`.
  ///   - makeParser: Creates the parser of one stream, from the decoder for the response's content type and what to do
  ///     with an element that can't be decoded.
  public init(
    mediaTypes: [MediaRange] = [],
    makeParser: @escaping @Sendable (any ResponseDecoder, InvalidElement) -> any StreamParser<Element>
  ) {
    self.mediaTypes = mediaTypes
    self.make = makeParser
  }

  /// Returns this format, skipping elements that can't be decoded; `report` is called for each, in order.
  public func skippingInvalid(
    _ report: @escaping @Sendable (DecodingFailure) -> Void
  ) -> StreamFormat {
    var copy = self
    copy.onInvalid = .isSkipped(report)
    return copy
  }

  func makeParser(_ decoder: any ResponseDecoder) -> any StreamParser<Element> {
    make(decoder, onInvalid)
  }
}

/// The handling of an element that can't be decoded.
public enum InvalidElement: Sendable {
  /// The stream ends with an error.
  case fails
  /// The element is skipped and reported.
  case isSkipped(@Sendable (DecodingFailure) -> Void)

  /// Returns the element; nil if it is skipped.
  /// - Throws: A ``DecodingFailure`` at `place`.
  public func element<Element>(
    at place: @autoclosure () -> String, _ decode: () throws -> Element
  ) throws -> Element? {
    do {
      return try decode()
    } catch {
      let failure = DecodingFailure(error, type: Element.self).within(place())
      switch self {
      case .fails: throw failure
      case .isSkipped(let report): report(failure)
      }
      return nil
    }
  }
}

/// Parses chunks into elements. A parser is a value, without I/O: each reading of a stream has its own.
public protocol StreamParser<Element> {
  /// The type of the elements.
  associatedtype Element: Sendable

  /// Whether the format itself ended the stream, with an end marker. Nothing after it is read.
  var isAtEnd: Bool { get }

  /// Parses the next chunk, cut anywhere, or nil when the body is complete, and appends the complete elements. An error
  /// ends the stream after these elements.
  mutating func parse(_ chunk: Data?, into elements: inout [Element]) throws
}

extension StreamParser {
  public var isAtEnd: Bool { false }
}

extension StreamFormat where Element == Data {
  /// The chunks as they arrive, of any size.
  public static var bytes: StreamFormat {
    StreamFormat(mediaTypes: ["*/*"]) { _, _ in Chunks() }
  }
}

private struct Chunks: StreamParser {
  mutating func parse(_ chunk: Data?, into elements: inout [Data]) {
    if let chunk, !chunk.isEmpty { elements.append(chunk) }
  }
}
