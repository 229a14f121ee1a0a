#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes

/// One event of a `text/event-stream` (WHATWG HTML Standard, section 9.2).
public struct ServerSentEvent: Sendable, Hashable {
  /// The type of the event; by default `message`.
  public var type: String
  /// The data, its lines joined by LF.
  public var data: String
  /// The last event ID so far; empty if the server sent none.
  public var id: String

  /// Creates an event.
  public init(type: String = "message", data: String, id: String = "") {
    self.type = type
    self.data = data
    self.id = id
  }
}

extension StreamFormat where Element == ServerSentEvent, DeclaredFailure == Never {
  /// Reads events. One without data is skipped, and an incomplete last one dropped.
  ///
  /// A response of another content type than `text/event-stream` is ``CallError/Reason/undecodable(_:)``, unless the
  /// outcome has ``Outcome/when(_:)``.
  ///
  /// - Parameters:
  ///   - maximumElementSize: The maximum number of bytes of a line, and of an event's data; by default 1 MiB.
  ///   - reconnection: When the stream is reopened; by default never.
  public static func serverSentEvents(
    maximumElementSize: Int = 1 << 20, reconnecting reconnection: StreamReconnection? = nil
  ) -> Self {
    Self(events: reconnection) { _, _ in EventParser(limit: maximumElementSize) }
  }
}

extension StreamFormat where Element: Decodable, DeclaredFailure == Never {
  /// Decodes the data of each event as JSON, up to `end` (``StreamEnd``); otherwise as
  /// ``StreamFormat/serverSentEvents(maximumElementSize:reconnecting:)``.
  ///
  /// An event without data, or with only whitespace, is no element; its ID counts. A body that ends before `end` fails
  /// with ``TransportError/Kind/connectionLost``.
  public static func serverSentEvents(
    of type: Element.Type = Element.self, until end: StreamEnd? = nil, maximumElementSize: Int = 1 << 20,
    reconnecting reconnection: StreamReconnection? = nil
  ) -> Self {
    Self(eventsUntil: end, limit: maximumElementSize, reconnecting: reconnection) { _, _, _, _ in }
  }
}

extension StreamFormat where Element: Decodable {
  /// `check` throws the failure in an event.
  init(
    eventsUntil end: StreamEnd?, limit: Int, reconnecting reconnection: StreamReconnection?,
    check: @escaping PayloadParser<Element>.Check
  ) {
    self.init(events: reconnection) { decoder, invalid in
      PayloadParser(
        events: EventParser(limit: limit, skipsMissingData: false), end: end, decoder: decoder,
        invalid: invalid, check: check)
    }
    self.end = end
  }
}

extension StreamFormat {
  fileprivate init(
    events reconnection: StreamReconnection?,
    makeParser: @escaping @Sendable (any ResponseDecoder, InvalidElement) -> any StreamParser<Element>
  ) {
    self.init(mediaTypes: ["text/event-stream"], makeParser: makeParser)
    requiredType = "text/event-stream"
    self.reconnection = reconnection
  }
}

struct EventParser: ResumableParser {
  private var splitter: LineSplitter
  private let limit: Int
  private let skipsMissingData: Bool
  private var data = Data()
  private var hasData = false
  private var type = ""
  /// Becomes the last event ID at the next blank line.
  private var id: String?
  private var lastEventID: String?
  private var retry: Duration?
  private(set) var eventCount = 0
  private(set) var commentCount = 0

  /// The standard skips an event that has a type and no data.
  init(limit: Int, skipsMissingData: Bool = true) {
    self.limit = limit
    self.skipsMissingData = skipsMissingData
    splitter = LineSplitter(ending: .any, limit: limit)
  }

  var resumption: StreamResumption { StreamResumption(lastEventID: lastEventID, delay: retry) }

  mutating func restart() {
    splitter = LineSplitter(ending: .any, limit: limit)
    (data, hasData, type, id) = (Data(), false, "", lastEventID)
  }

  mutating func parse(_ chunk: Data?, into elements: inout [ServerSentEvent]) throws {
    guard let chunk else { return }  // an event without a blank line at its end is dropped
    var lines: [LineSplitter.Line] = []
    let result = Result { () throws(BodyDecodingError) in try splitter.split(chunk, into: &lines) }
    for line in lines {
      try take(line.number == 1 ? line.bytes.withoutByteOrderMark : line.bytes, into: &elements)
    }
    try result.get()
  }

  /// Takes bytes: as a character, a combining mark belongs to the colon or the space before it.
  private mutating func take(_ line: Data, into elements: inout [ServerSentEvent]) throws {
    if line.isEmpty { return dispatch(into: &elements) }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    if colon == line.startIndex {  // a comment
      commentCount += 1
      return
    }
    var value = line[colon...].dropFirst()
    if value.first == 0x20 { value = value.dropFirst() }
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "data":
      guard data.count + (hasData ? 1 : 0) + value.count <= limit else {
        throw BodyDecodingError(
          .tooLarge, path: "event \(eventCount + 1)",
          message: "the data of an event is longer than the limit of \(byteCount(limit))")
      }
      if hasData { data.append(0x0A) }
      data.append(value)
      hasData = true
    case "event": type = String(decoding: value, as: UTF8.self)
    case "id" where !value.contains(0): id = String(decoding: value, as: UTF8.self)
    case "retry" where !value.isEmpty && value.allSatisfy { (0x30...0x39).contains($0) }:
      retry = .milliseconds(Int64(String(decoding: value, as: UTF8.self)) ?? .max)
    default: break  // a field that the standard does not know
    }
  }

  private mutating func dispatch(into elements: inout [ServerSentEvent]) {
    lastEventID = id
    if hasData || !skipsMissingData && !type.isEmpty {
      eventCount += 1
      let text = String(decoding: data, as: UTF8.self)
      elements.append(ServerSentEvent(type: type.isEmpty ? "message" : type, data: text, id: id ?? ""))
    }
    (data, hasData, type) = (Data(), false, "")
  }
}

struct PayloadParser<Element: Decodable & Sendable>: ResumableParser {
  /// Throws the failure in an event, whose data is given as bytes, too.
  typealias Check =
    @Sendable (
      _ event: ServerSentEvent, _ data: Data, _ decoder: any ResponseDecoder, _ place: String
    ) throws -> Void

  private var events: EventParser
  private let end: StreamEnd?
  private let decoder: any ResponseDecoder
  private let invalid: InvalidElement
  private let check: Check
  private var count = 0
  private(set) var isAtEnd = false

  init(
    events: EventParser, end: StreamEnd?, decoder: any ResponseDecoder, invalid: InvalidElement,
    check: @escaping Check
  ) {
    self.events = events
    self.end = end
    self.decoder = decoder
    self.invalid = invalid
    self.check = check
  }

  var resumption: StreamResumption { events.resumption }
  var eventCount: Int { events.eventCount }
  var commentCount: Int { events.commentCount }
  mutating func restart() { events.restart() }

  mutating func parse(_ chunk: Data?, into elements: inout [Element]) throws {
    var parsed: [ServerSentEvent] = []
    let result = Result { try events.parse(chunk, into: &parsed) }
    for event in parsed {
      if let element = try take(event) { elements.append(element) }
      if isAtEnd { return }
    }
    try result.get()
  }

  private mutating func take(_ event: ServerSentEvent) throws -> Element? {
    count += 1
    let (data, place) = (Data(event.data.utf8), "event \(count)")
    let end = end.flatMap { $0.isReached(byData: event.data, type: event.type) ? $0 : nil }
    do {
      try check(event, data, decoder, place)
    } catch let error as BodyDecodingError {
      // A rule that reads JSON can't read a marker that is none.
      if end?.isData != true { throw error }
    }
    isAtEnd = end != nil
    if data.isBlank || end?.isElement == false { return nil }
    return try invalid.element(at: place) { try decoder.decode(Element.self, from: data) }
  }
}
