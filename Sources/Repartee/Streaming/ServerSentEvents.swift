#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import HTTPTypes

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
  /// event without data is none, an `id` with a NUL in it is ignored, and an event that the end of the body cuts
  /// off is dropped.
  /// - Parameter limit: The most bytes of one line, and of the data of one event; 1 MiB unless it is given.
  public static func serverSentEvents(limit: Int = 1 << 20) -> StreamFormat {
    StreamFormat(mediaTypes: ["text/event-stream"]) { _, _ in EventParser(limit: limit) }
  }
}

extension StreamFormat where Element: Decodable {
  /// What the data of each event decodes as: JSON, with the client's options.
  ///
  /// - Parameters:
  ///   - type: What the data of an event is decoded as.
  ///   - end: The data of an event that says that the stream is over, say `[DONE]`; nothing after it is read.
  ///   - limit: The most bytes of one line, and of the data of one event; 1 MiB unless it is given.
  public static func serverSentEvents(
    of type: Element.Type = Element.self, until end: String? = nil, limit: Int = 1 << 20
  ) -> StreamFormat {
    StreamFormat(mediaTypes: ["text/event-stream"]) { decoder, invalid in
      PayloadParser(events: EventParser(limit: limit), end: end, decoder: decoder, invalid: invalid)
    }
  }
}

extension StreamFormat {
  /// The same format, opened again when the connection breaks or the server ends the stream: with
  /// `Last-Event-ID`, after a pause that doubles from `pause` (or from what the server asked for in `retry`, an
  /// hour at most) with each failure in a row, up to 30 seconds. It is not opened again after an end marker, or when the request has a
  /// body that can be sent only once. An answer to the new request with the status of the first goes on with the
  /// stream, a 204 ends it (as in the standard), a 429 or a 5xx is one more failure, and any other status ends it
  /// with ``CallError/Reason/undeclared``.
  ///
  /// - Parameters:
  ///   - pause: The first pause; 3 seconds unless it is given, and an hour at most.
  ///   - limit: How many reconnections in a row may fail before the stream does; 10 unless it is given.
  public func reconnecting(pause: Duration = .seconds(3), limit: Int = 10) -> StreamFormat {
    var copy = self
    copy.reconnection = StreamReconnection(firstPause: pause, limit: limit)
    return copy
  }
}

/// What a stream that is opened again has to know.
public struct StreamResumption: Sendable {
  /// What to send.
  public var headers: HTTPFields = [:]
  /// How long the server asked to wait.
  public var delay: Duration?

  /// Nothing to say.
  public init(headers: HTTPFields = [:], delay: Duration? = nil) {
    self.headers = headers
    self.delay = delay
  }
}

/// When a stream is opened again.
struct StreamReconnection: Sendable {
  var firstPause: Duration
  var limit: Int

  func pause(attempt: Int, asked: Duration?) -> Duration {
    // A server may ask for any time there is; beyond an hour it gets an hour, and so does the caller.
    let first = min(max(asked ?? firstPause, .zero), .seconds(3600))
    let factor = 1 << min(attempt - 1, 16)
    return max(first, min(first * factor, .seconds(30)))
  }
}

/// The parser of the standard's section 9.2.6, over lines.
struct EventParser: StreamParser {
  private var splitter: LineSplitter
  private let limit: Int
  private var data = Data()
  private var hasData = false
  private var type = ""
  /// That of the event under way; it is the last one the server gave once a blank line follows.
  private var id = ""
  private var lastEventID = ""
  private var retry: Duration?
  private var count = 0

  init(limit: Int) {
    self.limit = limit
    splitter = LineSplitter(ending: .any, limit: limit)
  }

  var resumption: StreamResumption {
    var headers = HTTPFields()
    if !lastEventID.isEmpty { Self.lastEventIDName.map { headers[$0] = lastEventID } }
    return StreamResumption(headers: headers, delay: retry)
  }

  private static let lastEventIDName = HTTPField.Name("Last-Event-ID")

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
    var value = line[colon...].dropFirst()
    if value.first == 0x20 { value = value.dropFirst() }
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "data":
      guard data.count + (hasData ? 1 : 0) + value.count <= limit else {
        throw DecodingFailure(
          .tooLarge, path: "event \(count + 1)",
          message: "the data of an event is longer than the limit of \(byteCount(limit))")
      }
      if hasData { data.append(0x0A) }
      data.append(value)
      hasData = true
    case "event": type = String(decoding: value, as: UTF8.self)
    case "id" where !value.contains(0): id = String(decoding: value, as: UTF8.self)
    case "retry" where !value.isEmpty && value.allSatisfy { (0x30...0x39).contains($0) }:
      retry = .milliseconds(Int64(String(decoding: value, as: UTF8.self)) ?? .max)
    default: break  // a comment, or a field that the standard does not know
    }
  }

  private mutating func dispatch(into elements: inout [ServerSentEvent]) {
    lastEventID = id
    if hasData {
      count += 1
      let text = String(decoding: data, as: UTF8.self)
      elements.append(ServerSentEvent(type: type.isEmpty ? "message" : type, data: text, id: id))
    }
    (data, hasData, type) = (Data(), false, "")
  }
}

/// Decodes the data of each event.
private struct PayloadParser<Element: Decodable & Sendable>: StreamParser {
  var events: EventParser
  let end: String?
  let decoder: any ResponseDecoder
  let invalid: InvalidElement
  var count = 0
  var isAtEnd = false

  var resumption: StreamResumption { events.resumption }
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
      let element = try invalid.element(at: "event \(count)") {
        try decoder.decode(Element.self, from: Data(event.data.utf8))
      }
      if let element { elements.append(element) }
    }
    try result.get()
  }
}
