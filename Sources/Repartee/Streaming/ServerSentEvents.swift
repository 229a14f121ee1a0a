#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes

/// One event of a `text/event-stream` (WHATWG HTML Standard, section 9.2).
public struct ServerSentEvent: Sendable, Hashable {
  /// What kind of event it is; `message` unless the server says otherwise.
  public var type: String
  /// The data, its lines joined by LF.
  public var data: String
  /// The last event ID that the server gave, with this event or before; empty if it gave none.
  public var id: String

  /// An event.
  public init(type: String = "message", data: String, id: String = "") {
    self.type = type
    self.data = data
    self.id = id
  }
}

extension StreamFormat where Element == ServerSentEvent {
  /// The events, by the rules of the standard: lines end with CR, LF or both, a byte order mark is left out, an
  /// event without data is skipped, an `id` with a NUL in it is ignored, and an event that the end of the body cuts
  /// off is dropped. A response of another content type than `text/event-stream` is
  /// ``CallError/Reason/undecodable(_:)``, unless the outcome says ``Outcome/when(_:)``; one without any is read.
  ///
  /// - Parameters:
  ///   - maximumElementSize: The most bytes of one line, and of the data of one event; 1 MiB unless it is given.
  ///   - reconnection: When the stream is opened again; never unless it is given.
  public static func serverSentEvents(
    maximumElementSize: Int = 1 << 20, reconnecting reconnection: StreamReconnection? = nil
  ) -> StreamFormat {
    StreamFormat(events: reconnection) { _, _ in EventParser(limit: maximumElementSize) }
  }
}

extension StreamFormat where Element: Decodable {
  /// What the data of each event decodes as: JSON, with the client's options. A response of another content type than
  /// `text/event-stream` is ``CallError/Reason/undecodable(_:)``, unless the outcome says ``Outcome/when(_:)``; one
  /// without any is read.
  ///
  /// - Parameters:
  ///   - type: What the data of an event is decoded as.
  ///   - end: The data of an event that says that the stream is over, say `[DONE]`; nothing after it is read.
  ///   - maximumElementSize: The most bytes of one line, and of the data of one event; 1 MiB unless it is given.
  ///   - reconnection: When the stream is opened again; never unless it is given.
  public static func serverSentEvents(
    of type: Element.Type = Element.self, until end: String? = nil, maximumElementSize: Int = 1 << 20,
    reconnecting reconnection: StreamReconnection? = nil
  ) -> StreamFormat {
    StreamFormat(eventsUntil: end, limit: maximumElementSize, reconnecting: reconnection) {
      event, decoder, invalid, place in
      try invalid.element(at: place) {
        try decoder.adjusted(for: Element.self).decode(Element.self, from: Data(event.data.utf8))
      }
    }
  }
}

extension StreamFormat {
  /// Events; `read` gives the element of each, or nil where it is left out.
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

/// When a stream of events is opened again, because the connection broke or the server ended it: with
/// `Last-Event-ID`, after a pause.
///
/// ```swift
/// .stream(
///   .serverSentEvents(reconnecting: .after(.seconds(1), limit: 5)))
/// ```
///
/// The first pause is the one given, or what the server asked for in `retry`. With each failure in a row it doubles,
/// up to 30 seconds; after a failure it is a second or more, two after the next and so on, whatever was asked for.
/// The `Retry-After` of a refusal counts where it is longer. A server gets an hour at most.
///
/// Each time the call's ``Client/timeout`` bounds the way to the head, as it does for the first one. The stream is
/// not opened again after an end marker, or when the request has a body that can be sent only once. What the new
/// response means:
///
/// | response | the stream |
/// | --- | --- |
/// | the status of the first, and a content type as it was | goes on; an event ends the row of failures |
/// | 204 | ends, as in the standard |
/// | 429, 5xx | it is one more failure, and ends the stream with ``CallError/Reason/undeclared`` at the limit |
/// | another status | ends with ``CallError/Reason/undeclared`` |
/// | another content type | ends with ``CallError/Reason/undecodable(_:)`` |
///
/// The error of a refusal has the status, the header fields and the body of that response, up to 64 KiB. A comment (a
/// line that begins with a colon, which servers send to keep a connection open) shows that the server is there, though
/// it has nothing to say: a stream with a comment ends the row of failures too, if it was open for 5 seconds or more. A
/// server that ends one stream after the other with neither ends it with ``TransportError/Kind/connectionLost`` at the
/// limit.
///
/// The `Last-Event-ID` of the request is sent until the server gives an ID; from then on the last one is, and none
/// where the server took it back, with an empty one, or where it can't stand in a header field because there is a
/// control character in it.
public struct StreamReconnection: Sendable, Hashable {
  /// The first pause, an hour at most.
  public var pause: Duration
  /// How many reconnections in a row may fail before the stream does.
  public var limit: Int

  init(pause: Duration = .seconds(3), limit: Int = 10) {
    self.pause = pause
    self.limit = limit
  }

  /// After 3 seconds, and up to 10 failures in a row.
  public static let standard = StreamReconnection()

  /// After that pause, and up to so many failures in a row: 10 unless you say otherwise.
  public static func after(_ pause: Duration, limit: Int = 10) -> StreamReconnection {
    StreamReconnection(pause: pause, limit: limit)
  }

  /// How long to wait before a reconnection, the first of a row being 1.
  func pause(attempt: Int, asked: Duration?, retryAfter: Duration?) -> Duration {
    // A server may ask for any time there is; beyond an hour it gets an hour, and so does the caller.
    let hour = Duration.seconds(3600)
    let first = min(max(asked ?? pause, .zero), hour)
    let factor = 1 << min(attempt - 1, 16)
    let floor = attempt > 1 ? Duration.seconds(factor / 2) : .zero
    let grown = min(max(first * factor, floor), .seconds(30))
    return max(first, grown, min(retryAfter ?? .zero, hour))
  }
}

/// What a stream that is opened again has to know.
struct StreamResumption {
  /// The last ID that the server gave; empty if it took that back, nil if it gave none.
  var lastEventID: String?
  /// How long the server asked to wait.
  var delay: Duration?
}

/// The parser of a format that can go on from where it broke.
protocol ResumableParser<Element>: StreamParser {
  /// What to say to the server, and how long it asked to wait.
  var resumption: StreamResumption { get }
  /// How many events there were, also those that gave no element.
  var eventCount: Int { get }
  var commentCount: Int { get }
  /// Begins anew after the stream was opened again: half an event is forgotten.
  mutating func restart()
}

/// The parser of the standard's section 9.2.6, over lines.
struct EventParser: ResumableParser {
  private var splitter: LineSplitter
  private let limit: Int
  private var data = Data()
  private var hasData = false
  private var type = ""
  /// That of the event under way; it is the last one the server gave once a blank line follows.
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
    guard let chunk else { return }  // what is not ended by a blank line is dropped
    var lines: [LineSplitter.Line] = []
    let result = Result { () throws(DecodingFailure) in try splitter.split(chunk, into: &lines) }
    for line in lines {
      try take(line.number == 1 ? line.bytes.withoutByteOrderMark : line.bytes, into: &elements)
    }
    try result.get()
  }

  /// Bytes, not characters: a combining mark belongs to the colon or the space before it, as Swift counts.
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
        throw DecodingFailure(
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
