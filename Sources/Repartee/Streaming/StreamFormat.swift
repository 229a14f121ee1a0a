#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How a body falls into elements while it arrives.
///
/// | format | elements |
/// | --- | --- |
/// | `.bytes` | chunks, as they come |
/// | `.lines()` | lines of text, UTF-8 |
/// | `.jsonLines(of:at:)` | one JSON value a line (NDJSON), or what it has at a key path |
/// | `.jsonArray(of:at:)` | the elements of one JSON array |
/// | `.serverSentEvents()`, `.serverSentEvents(of:until:)` | events, or what their data decodes as |
///
/// An element that does not fit ends the stream with its place, unless ``skippingInvalid(_:)`` says otherwise.
/// ``FailableStreamFormat`` has the same formats for streams in which the server reports a failure.
///
/// Every format that has to keep something keeps it up to a limit: 1 MiB for a line, an event or an element,
/// unless the format is given another; more is a ``DecodingFailure`` of kind
/// ``DecodingFailure/Kind/tooLarge``.
public struct StreamFormat<Element: Sendable>: Sendable {
  /// What it asks for in `Accept`.
  let mediaTypes: [MediaRange]
  private let make: @Sendable (any ResponseDecoder, InvalidElement) -> any StreamParser<Element>
  private var onInvalid: InvalidElement = .fails
  /// The content type that a response has to have, if it has any.
  var requiredType: MediaRange?
  /// Only a format whose parser is a ``ResumableParser`` has it.
  var reconnection: StreamReconnection?

  /// A format of your own.
  ///
  /// - Parameters:
  ///   - mediaTypes: What to ask for in `Accept`.
  ///   - makeParser: Makes the parser of one stream. It is given the decoder for the response's content type,
  ///     and what to do with an element that does not fit.
  public init(
    mediaTypes: [MediaRange] = [],
    makeParser: @escaping @Sendable (any ResponseDecoder, InvalidElement) -> any StreamParser<Element>
  ) {
    self.mediaTypes = mediaTypes
    self.make = makeParser
  }

  /// The same format, in which an element that does not fit is left out; `report` is told of each, in order.
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

/// What becomes of an element that does not fit.
public enum InvalidElement: Sendable {
  /// The stream ends with it.
  case fails
  /// It is left out, and reported.
  case isSkipped(@Sendable (DecodingFailure) -> Void)

  /// The element, nil if it is to be left out.
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

/// Takes chunks and gives elements. It is a value, without I/O: one for each time that a stream is read.
public protocol StreamParser<Element> {
  /// What the body is a sequence of.
  associatedtype Element: Sendable

  /// Whether the format itself said that it is over (an end marker); what comes after is not read.
  var isAtEnd: Bool { get }

  /// Takes the next chunk, cut anywhere, or nil when the body is complete, and appends the elements that are
  /// whole now. What it throws ends the stream after the elements that it appended.
  mutating func parse(_ chunk: Data?, into elements: inout [Element]) throws
}

extension StreamParser {
  public var isAtEnd: Bool { false }
}

extension StreamFormat where Element == Data {
  /// The chunks as they come, of any size.
  public static var bytes: StreamFormat {
    StreamFormat(mediaTypes: ["*/*"]) { _, _ in Chunks() }
  }
}

private struct Chunks: StreamParser {
  mutating func parse(_ chunk: Data?, into elements: inout [Data]) {
    if let chunk, !chunk.isEmpty { elements.append(chunk) }
  }
}
