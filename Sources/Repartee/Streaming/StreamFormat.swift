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
/// An element that can't be decoded ends the stream, with its place in the error, unless
/// ``FailableStreamFormat/skippingInvalid(_:)`` is used.
///
/// A format that has to buffer does so up to a limit: by default 1 MiB for a line, an event or an element. More is a
/// ``BodyDecodingError`` of kind ``BodyDecodingError/Kind/tooLarge``.
///
/// In a ``FailableStreamFormat`` the server may report a failure, too.
public typealias StreamFormat<Element: Sendable> = FailableStreamFormat<Element, Never>

/// A ``StreamFormat`` in which the server may report a failure. `.stream` makes a ``FailableStream`` from it.
///
/// | format | failures |
/// | --- | --- |
/// | `.jsonLines(of:at:failure:)` | lines |
/// | `.jsonArray(of:at:failure:)` | elements |
/// | `.serverSentEvents(of:failure:)` | events |
///
/// ``StreamFailureRule`` says which of them is a failure.
public struct FailableStreamFormat<Element: Sendable, DeclaredFailure: Error>: Sendable {
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
  ///   - makeParser: Creates the parser of one stream, from the decoder for the response's content type. It decides
  ///     itself about elements that can't be decoded.
  public init(
    mediaTypes: [MediaRange] = [],
    makeParser: @escaping @Sendable (any ResponseDecoder) -> any StreamParser<Element>
  ) {
    self.init(mediaTypes: mediaTypes) { decoder, _ in makeParser(decoder) }
  }

  /// Creates a format whose parser is told what to do with an element that can't be decoded.
  init(
    mediaTypes: [MediaRange],
    makeParser: @escaping @Sendable (any ResponseDecoder, InvalidElement) -> any StreamParser<Element>
  ) {
    self.mediaTypes = mediaTypes
    self.make = makeParser
  }

  /// Returns this format, skipping elements that can't be decoded; `report` is called for each, in order. A failure
  /// that the server reports is never skipped. It has no effect on a format of your own.
  public func skippingInvalid(_ report: @escaping @Sendable (BodyDecodingError) -> Void) -> Self {
    var copy = self
    copy.onInvalid = .isSkipped(report)
    return copy
  }

  func makeParser(_ decoder: any ResponseDecoder) -> any StreamParser<Element> {
    make(decoder, onInvalid)
  }
}

/// The handling of an element that can't be decoded.
enum InvalidElement: Sendable {
  /// The stream ends with an error.
  case fails
  /// The element is skipped and reported.
  case isSkipped(@Sendable (BodyDecodingError) -> Void)

  /// Returns the element; nil if it is skipped.
  /// - Throws: A ``BodyDecodingError`` at `place`.
  func element<Element>(
    at place: @autoclosure () -> String, _ decode: () throws -> Element
  ) throws -> Element? {
    do {
      return try decode()
    } catch {
      let failure = BodyDecodingError(error, type: Element.self).within(place())
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
  /// ends the stream after these elements; one of the type of the stream's declared failure is that failure.
  mutating func parse(_ chunk: Data?, into elements: inout [Element]) throws
}

extension StreamParser {
  public var isAtEnd: Bool { false }
}

extension FailableStreamFormat where Element == Data, DeclaredFailure == Never {
  /// The chunks as they arrive, of any size.
  public static var bytes: Self {
    Self(mediaTypes: ["*/*"]) { _ in Chunks() }
  }
}

private struct Chunks: StreamParser {
  mutating func parse(_ chunk: Data?, into elements: inout [Data]) {
    if let chunk, !chunk.isEmpty { elements.append(chunk) }
  }
}
