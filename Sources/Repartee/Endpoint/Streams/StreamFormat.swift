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
/// | `.jsonLines(of:at:)` | one JSON value per line (NDJSON) |
/// | `.jsonSequence(of:at:)` | JSON values in a row, however they are separated (RFC 7464) |
/// | `.jsonArray(of:at:)` | the elements of one JSON array |
/// | `.serverSentEvents()` | events |
/// | `.serverSentEvents(of:until:)` | their decoded data |
///
/// An element that can't be decoded ends the stream, or is left out (``StreamFormat/skippingInvalid(_:)``). A
/// line, an event or an element above its limit, by default 1 MiB, ends it with a ``BodyDecodingError`` of kind
/// ``BodyDecodingError/Kind/tooLarge``.
///
/// A failure that the server reports among the elements is found by a ``StreamFailureRule``: `.jsonLines`,
/// `.jsonSequence`, `.jsonArray` and `.serverSentEvents` with `failure:`. In other formats `DeclaredFailure` is
/// `Never`, or what a parser of your own throws.
public struct StreamFormat<Element: Sendable, DeclaredFailure: Error>: Sendable {
  let mediaTypes: [MediaRange]
  private let make: @Sendable (any ResponseDecoder, InvalidElement) -> any StreamParser<Element>
  private var onInvalid: InvalidElement = .fails
  var requiredType: MediaRange?
  var end: StreamEnd?
  /// Whether there is something around the elements.
  var hasEnclosing = false
  var reconnection: StreamReconnection?

  /// Creates a format of your own.
  ///
  /// - Parameters:
  ///   - mediaTypes: The content types for `Accept`.
  ///   - makeParser: Creates the parser of one stream, from the decoder for its content type.
  public init(
    mediaTypes: [MediaRange] = [],
    makeParser: @escaping @Sendable (any ResponseDecoder) -> any StreamParser<Element>
  ) {
    self.init(mediaTypes: mediaTypes) { decoder, _ in makeParser(decoder) }
  }

  init(
    mediaTypes: [MediaRange],
    makeParser: @escaping @Sendable (any ResponseDecoder, InvalidElement) -> any StreamParser<Element>
  ) {
    self.mediaTypes = mediaTypes
    self.make = makeParser
  }

  /// Returns this format, skipping elements that can't be decoded; `report` gets the error of each. Failures that the
  /// server reports and formats of your own are unaffected.
  public func skippingInvalid(_ report: @escaping @Sendable (BodyDecodingError) -> Void) -> Self {
    var copy = self
    copy.onInvalid = .isSkipped(report)
    return copy
  }

  func makeParser(_ decoder: any ResponseDecoder) -> any StreamParser<Element> {
    make(decoder, onInvalid)
  }

  /// Whether the elements are the bytes of the body.
  func isRaw(_ decoder: any ResponseDecoder) -> Bool { makeParser(decoder) is RawParser }
}

enum InvalidElement: Sendable {
  case fails
  case isSkipped(@Sendable (BodyDecodingError) -> Void)

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

/// A parser of one stream, from chunks to elements, without I/O.
public protocol StreamParser<Element>: SendableMetatype {
  /// The type of the elements.
  associatedtype Element: Sendable

  /// Whether an end marker was read; nothing after it is read.
  var isAtEnd: Bool { get }

  /// Appends the elements that the next chunk completes. A chunk may end anywhere; nil is the end of the body. An error
  /// ends the stream after these elements; one of the failure type is the declared failure.
  mutating func parse(_ chunk: Data?, into elements: inout [Element]) throws
}

extension StreamParser {
  public var isAtEnd: Bool { false }
}

extension StreamFormat where Element == Data, DeclaredFailure == Never {
  /// The chunks as they arrive, of any size.
  public static var bytes: Self {
    Self(mediaTypes: ["*/*"]) { _ in RawParser() }
  }
}

private struct RawParser: StreamParser {
  mutating func parse(_ chunk: Data?, into elements: inout [Data]) {
    if let chunk, !chunk.isEmpty { elements.append(chunk) }
  }
}
