#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes

/// One event of a `text/event-stream` (WHATWG HTML Standard, section 9.2).
public struct ServerSentEvent: Sendable, Hashable {
  /// The type of the event; `message` if the server sends none.
  public var type: String
  /// The data, with its lines joined by LF.
  public var data: String
  /// The last event ID that the server sent, with this event or before; empty if it sent none.
  public var id: String

  /// Creates an event.
  public init(type: String = "message", data: String, id: String = "") {
    self.type = type
    self.data = data
    self.id = id
  }
}

extension FailableStreamFormat where Element == ServerSentEvent, DeclaredFailure == Never {
  /// Reads events by the rules of the standard: lines end with CR, LF or both, a byte order mark is removed, an event
  /// without data is skipped, an `id` with a NUL in it is ignored, and an event that the end of the body cuts off is
  /// dropped. A response of another content type than `text/event-stream` is ``CallError/Reason/undecodable(_:)``,
  /// unless the outcome has ``Outcome/when(_:)``; one without a content type is read.
  ///
  /// - Parameters:
  ///   - maximumElementSize: The maximum number of bytes of one line, and of the data of one event; by default 1 MiB.
  ///   - reconnection: When the stream is reopened; by default never.
  public static func serverSentEvents(
    maximumElementSize: Int = 1 << 20, reconnecting reconnection: StreamReconnection? = nil
  ) -> Self {
    Self(events: reconnection) { _, _ in EventParser(limit: maximumElementSize) }
  }
}

extension FailableStreamFormat where Element: Decodable, DeclaredFailure == Never {
  /// Decodes the data of each event: JSON, with the client's options. A response of another content type than
  /// `text/event-stream` is ``CallError/Reason/undecodable(_:)``, unless the outcome has ``Outcome/when(_:)``; one
  /// without a content type is read.
  ///
  /// - Parameters:
  ///   - type: The type of an event's data.
  ///   - end: The data of the event that ends the stream, such as `[DONE]`; nothing after it is read.
  ///   - maximumElementSize: The maximum number of bytes of one line, and of the data of one event; by default 1 MiB.
  ///   - reconnection: When the stream is reopened; by default never.
  public static func serverSentEvents(
    of type: Element.Type = Element.self, until end: String? = nil, maximumElementSize: Int = 1 << 20,
    reconnecting reconnection: StreamReconnection? = nil
  ) -> Self {
    Self(eventsUntil: end, limit: maximumElementSize, reconnecting: reconnection) {
      event, decoder, invalid, place in
      try invalid.element(at: place) {
        try decoder.decode(Element.self, from: Data(event.data.utf8))
      }
    }
  }
}

extension FailableStreamFormat {
  /// Creates a format of events. `read` returns the element of each, or nil to skip it.
  init(
    eventsUntil end: String?, limit: Int, reconnecting reconnection: StreamReconnection?,
    read:
      @escaping @Sendable (
        _ event: ServerSentEvent, _ decoder: any ResponseDecoder, _ invalid: InvalidElement, _ place: String
      ) throws -> Element?
  ) {
    self.init(events: reconnection) { decoder, invalid in
      PayloadParser(events: EventParser(limit: limit), end: end) { event, place in
        try read(event, decoder, invalid, place)
      }
    }
  }
}

extension FailableStreamFormat {
  fileprivate init(
    events reconnection: StreamReconnection?,
    makeParser: @escaping @Sendable (any ResponseDecoder, InvalidElement) -> any StreamParser<Element>
  ) {
    self.init(mediaTypes: ["text/event-stream"], makeParser: makeParser)
    requiredType = "text/event-stream"
    self.reconnection = reconnection
  }
}

/// The rule for reopening a stream of events after the connection broke or the server ended it: with `Last-Event-ID`,
/// after a pause.
///
/// ```swift
/// .stream(
///   .serverSentEvents(reconnecting: .after(.seconds(1), limit: 5)))
/// ```
///
/// The first pause is the given one, or the one that the server asked for in `retry`. With each failure in a series it
/// doubles, up to 30 seconds. After one failure it is at least a second, after two failures two seconds and so on,
/// whatever was asked for. The `Retry-After` of a rejected response applies if it is longer. A server gets an hour at
/// most.
///
/// Each reconnection has the call's ``Client/timeout`` until its head is received, like the first request. The stream
/// is not reopened after an end marker, or if the request has a body that can be sent only once. The new response
/// decides:
///
/// | response | the stream |
/// | --- | --- |
/// | the status and the content type of the first | continues; an event ends the series of failures |
/// | 204 | ends, as in the standard |
/// | 429, 5xx | counts one more failure, and at the limit ends with ``CallError/Reason/undeclared`` |
/// | another status | ends with ``CallError/Reason/undeclared`` |
/// | another content type | ends with ``CallError/Reason/undecodable(_:)`` |
///
/// The error of a rejected response has its status, its header fields and up to 64 KiB of its body. Servers send
/// comments (lines that begin with a colon) to keep a connection open. A comment ends the series of failures, too, if
/// the stream was open for 5 seconds or more. If the server ends stream after stream with neither, the error at the
/// limit is ``TransportError/Kind/connectionLost``.
///
/// The `Last-Event-ID` of the request is sent until the server sends an ID; from then on, the last ID is sent. None is
/// sent if the server reset it with an empty one, or if it can't be in a header field because of a control character.
public struct StreamReconnection: Sendable, Hashable {
  /// The first pause, an hour at most.
  public var pause: Duration
  /// The number of reconnections in a row that may fail before the stream fails.
  public var limit: Int

  init(pause: Duration = .seconds(3), limit: Int = 10) {
    self.pause = pause
    self.limit = limit
  }

  /// After 3 seconds, and up to 10 failures in a row.
  public static let standard = StreamReconnection()

  /// Returns a reconnection after this pause, with a limit of failures in a row.
  public static func after(_ pause: Duration, limit: Int = 10) -> StreamReconnection {
    StreamReconnection(pause: pause, limit: limit)
  }

  /// Returns the pause before a reconnection. The first of a series has the number 1.
  func pause(attempt: Int, asked: Duration?, retryAfter: Duration?) -> Duration {
    // A server may ask for any time; it gets an hour at most, and so does the caller.
    let hour = Duration.seconds(3600)
    let first = min(max(asked ?? pause, .zero), hour)
    let factor = 1 << min(attempt - 1, 16)
    let floor = attempt > 1 ? Duration.seconds(factor / 2) : .zero
    let grown = min(max(first * factor, floor), .seconds(30))
    return max(first, grown, min(retryAfter ?? .zero, hour))
  }
}

/// The state that a reopened stream needs.
struct StreamResumption {
  /// The last ID that the server sent; empty if it reset the ID, nil if it sent none.
  var lastEventID: String?
  /// The pause that the server asked for.
  var delay: Duration?
}

/// The parser of a format that can continue after a broken connection.
protocol ResumableParser<Element>: StreamParser {
  /// The last event ID, and the pause that the server asked for.
  var resumption: StreamResumption { get }
  /// The number of events, including those that gave no element.
  var eventCount: Int { get }
  var commentCount: Int { get }
  /// Begins again after the stream was reopened: an incomplete event is dropped.
  mutating func restart()
}

/// The parser of the standard's section 9.2.6, based on lines.
struct EventParser: ResumableParser {
  private var splitter: LineSplitter
  private let limit: Int
  private var data = Data()
  private var hasData = false
  private var type = ""
  /// The ID of the current event. It becomes the last event ID at the next blank line.
  private var id: String?
  private var lastEventID: String?
  private var retry: Duration?
  private(set) var eventCount = 0
  private(set) var commentCount = 0

  init(limit: Int) {
    self.limit = limit
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

  /// Processes a line, as bytes: as a character, a combining mark belongs to the colon or the space before it.
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
    if hasData {
      eventCount += 1
      let text = String(decoding: data, as: UTF8.self)
      elements.append(ServerSentEvent(type: type.isEmpty ? "message" : type, data: text, id: id ?? ""))
    }
    (data, hasData, type) = (Data(), false, "")
  }
}

/// Decodes the data of each event.
private struct PayloadParser<Element: Sendable>: ResumableParser {
  var events: EventParser
  let end: String?
  let read: (ServerSentEvent, String) throws -> Element?
  var count = 0
  var isAtEnd = false

  init(events: EventParser, end: String?, read: @escaping (ServerSentEvent, String) throws -> Element?) {
    self.events = events
    self.end = end
    self.read = read
  }

  var resumption: StreamResumption { events.resumption }
  var eventCount: Int { events.eventCount }
  var commentCount: Int { events.commentCount }
  mutating func restart() { events.restart() }

  mutating func parse(_ chunk: Data?, into elements: inout [Element]) throws {
    var parsed: [ServerSentEvent] = []
    let result = Result { try events.parse(chunk, into: &parsed) }
    for event in parsed {
      if let end, event.data == end {
        isAtEnd = true
        return
      }
      count += 1
      if let element = try read(event, "event \(count)") { elements.append(element) }
    }
    try result.get()
  }
}
