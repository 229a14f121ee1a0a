import Foundation
import HTTPTypes
import Repartee
import Synchronization

/// The origin of one test: it answers each request as the entry of its number says, and remembers what it saw.
final class Origin: Sendable {
  struct Seen: Sendable {
    var number: Int
    var request: HTTPRequest
    /// The fields of the response that the client has to receive as they are.
    var fields: [(name: String, value: String)] = []
  }

  private struct State {
    var now: Date
    var seen: [Seen] = []
    /// The validators of the last response, and when it was given.
    var time: Date
    var tag: String?
    var modified: String?
  }

  let test: CacheTest
  let token: String
  private let state: Mutex<State>

  init(_ test: CacheTest, token: String) {
    self.test = test
    self.token = token
    let start = Date(timeIntervalSince1970: 1_790_000_000)
    state = Mutex(State(now: start, time: start))
  }

  var now: Date { state.withLock { $0.now } }
  var seen: [Seen] { state.withLock { $0.seen } }
  var lastTime: Date { state.withLock { $0.time } }

  func pass(_ seconds: TimeInterval) { state.withLock { $0.now += seconds } }

  /// Returns what is expected of a request; nil if it has no valid number.
  func entry(of head: HTTPRequest) -> CacheTest.Entry? {
    let number = HTTPField.Name("Req-Num").flatMap { head.headerFields[$0] }.flatMap { Int($0) } ?? 0
    return test.requests.indices.contains(number - 1) ? test.requests[number - 1] : nil
  }

  func response(to head: HTTPRequest) throws -> TransportResponse {
    guard let entry = entry(of: head),
      let number = HTTPField.Name("Req-Num").flatMap({ head.headerFields[$0] }).flatMap({ Int($0) })
    else { return .status(500) }
    let (count, numbers, now, tag, modified) = state.withLock { state in
      state.seen.append(Seen(number: number, request: head))
      return (state.seen.count, state.seen.map(\.number), state.now, state.tag, state.modified)
    }
    var code = entry.responseStatus?.code ?? 200
    var reason = entry.responseStatus?.reason ?? ""
    if let expected = entry.expectedType, expected.hasSuffix("validated") {
      let fields = head.headerFields
      let isConditional =
        expected == "etag_validated"
        ? tag != nil && fields[.ifNoneMatch] == tag : modified != nil && fields[.ifModifiedSince] == modified
      (code, reason) = isConditional ? (304, "Not Modified") : (999, "304 Not Generated")
    }
    var fields = HTTPFields()
    for field in entry.responseHeaders ?? [] {
      guard let name = HTTPField.Name(field.name) else { continue }
      fields.append(HTTPField(name: name, value: text(of: field, in: entry, head, at: now)))
    }
    let compared = (entry.responseHeaders ?? []).filter(\.isCompared).compactMap { field in
      HTTPField.Name(field.name).flatMap { fields[$0] }.map { (field.name, $0) }
    }
    state.withLock { $0.seen[count - 1].fields = compared }
    if !fields.contains(.contentType) { fields[.contentType] = "text/plain" }
    if !fields.contains(.date) { fields[.date] = httpDate(now) }
    state.withLock { state in
      state.time = now
      state.tag = fields[.eTag]
      state.modified = fields[.lastModified]
    }
    for (name, value) in [
      ("Server-Request-Count", "\(count)"), ("Client-Request-Count", "\(number)"),
      ("Server-Now", "\(Int(now.timeIntervalSince1970 * 1_000))"),
      ("Request-Numbers", numbers.map(String.init).joined(separator: " ")),
    ] {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    if entry.disconnect ?? false { throw TransportError(.connectionLost) }
    // A body of null counts as none given, as in the suite's own server.
    let hasBody = code != 304 && code != 204
    return .init(
      head: HTTPResponse(status: .init(code: code, reasonPhrase: reason), headerFields: fields),
      body: ByteStream(hasBody ? Data((entry.responseBody ?? token).utf8) : Data()))
  }

  private func text(of field: CacheTest.Field, in entry: CacheTest.Entry, _ head: HTTPRequest, at now: Date)
    -> String
  {
    switch field.value {
    case .none: return ""
    case .seconds(let seconds):
      let date = now.addingTimeInterval(seconds)
      return entry.rfc850?.contains(field.name.lowercased()) ?? false ? rfc850Date(date) : httpDate(date)
    case .text(let text):
      guard entry.magicLocations ?? false, ["location", "content-location"].contains(field.name.lowercased())
      else {
        return text
      }
      return text.isEmpty
        ? "\(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "")"
        : "\(head.scheme ?? "")://\(head.authority ?? "")/test/\(token)/\(text)"
    }
  }
}

private func formatter(_ format: String) -> DateFormatter {
  let formatter = DateFormatter()
  formatter.locale = Locale(identifier: "en_US_POSIX")
  formatter.timeZone = TimeZone(secondsFromGMT: 0)
  formatter.dateFormat = format
  return formatter
}

func httpDate(_ date: Date) -> String { formatter("EEE, dd MMM yyyy HH:mm:ss 'GMT'").string(from: date) }
func rfc850Date(_ date: Date) -> String { formatter("EEEE, dd-MMM-yy HH:mm:ss 'GMT'").string(from: date) }
