import Foundation
@testable import Repartee

/// Server-sent events: the same wherever the chunks are cut, and the same as the standard's algorithm over the whole
/// text.
@Sendable func fuzzServerSentEvents(_ input: Input) {
  var random = input.random
  let limit = Bool.random(using: &random) ? 1 << 20 : Int.random(in: 0...40, using: &random)
  let whole = Events([input.bytes], limit)
  let chunks = input.chunks(&random)
  let other = Events(chunks, limit)
  claim(whole == other, "\(chunks.map(\.count)) \(limit): \(whole), not \(other)")
  if limit == 1 << 20 {
    let model = Events(standard: input.bytes)
    claim(whole == model, "\(whole), not \(model)")
  }
  // After a restart half an event is forgotten, and the parser goes on as a new one with the same ID.
  var parser = EventParser(limit: limit)
  var events: [ServerSentEvent] = []
  for chunk in chunks {
    try? parser.parse(Data(chunk), into: &events)
    if Int.random(in: 0...3, using: &random) == 0 { parser.restart() }
  }
  let pause = StreamReconnection().pause(
    attempt: events.count + 1, asked: parser.resumption.delay, retryAfter: nil)
  claim((Duration.zero...Duration.seconds(3_600)).contains(pause), "a pause of \(pause)")
  // As payloads.
  let format = StreamFormat<[String], Never>.serverSentEvents(until: "[DONE]", maximumElementSize: limit)
    .skippingInvalid {
      _ = $0.report
    }
  var payloads = format.makeParser(JSONCoder())
  var elements: [[String]] = []
  for chunk in chunks { try? payloads.parse(Data(chunk), into: &elements) }
}

private struct Events: Equatable {
  var events: [ServerSentEvent] = []
  var failure: String?
  var delay: Duration?
  var id: String?

  init(_ chunks: [[UInt8]], _ limit: Int) {
    var parser = EventParser(limit: limit)
    do {
      for chunk in chunks { try parser.parse(Data(chunk), into: &events) }
      try parser.parse(nil, into: &events)
    } catch {
      failure = "\(error)"
      return
    }
    delay = parser.resumption.delay
    id = parser.resumption.lastEventID
  }

  /// WHATWG HTML, section 9.2.6, on a whole stream.
  init(standard bytes: [UInt8]) {
    var lines: [[UInt8]] = [[]]
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    while let byte = rest.popFirst() {
      switch byte {
      case 0x0D:
        if rest.first == 0x0A { rest.removeFirst() }
        lines.append([])
      case 0x0A: lines.append([])
      default: lines[lines.count - 1].append(byte)
      }
    }
    lines.removeLast()
    var data: [String] = []
    var type = ""
    var idUnderWay: String?
    for line in lines {
      if line.isEmpty {
        id = idUnderWay
        if !data.isEmpty {
          let text = data.joined(separator: "\n")
          events.append(ServerSentEvent(type: type.isEmpty ? "message" : type, data: text, id: id ?? ""))
        }
        (data, type) = ([], "")
        continue
      }
      let parts = line.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
      var value = parts.count == 2 ? parts[1] : []
      if value.first == 0x20 { value.removeFirst() }
      let text = String(decoding: value, as: UTF8.self)
      switch String(decoding: parts[0], as: UTF8.self) {
      case "data": data.append(text)
      case "event": type = text
      case "id": if !value.contains(0) { idUnderWay = text }
      case "retry":
        if !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) {
          delay = .milliseconds(Int64(text) ?? .max)
        }
      default: break
      }
    }
  }
}
