import Foundation
import ReparteeJSON

/// One request of a recording, and its response.
struct RecordedCall {
  var method: String
  var origin: String
  var segments: [String]
  /// Whether a slash ends the path.
  var endsInSlash: Bool
  var query: [(name: String, value: String)]
  var headers: [(name: String, value: String)]
  var body: RecordedBody?
  var status: Int
  var responseHeaders: [(name: String, value: String)]
  var response: RecordedBody?

  var trailingSlash: String { endsInSlash && !segments.isEmpty ? "/" : "" }

  /// Replaces secrets in bodies by what is of the same type.
  mutating func mask(_ credentials: [String], names: inout [String: Secrets.Secrecy]) {
    if let json = body?.json { body?.json = Secrets.masked(json, known: credentials, names: &names) }
    if let json = response?.json {
      response?.json = Secrets.masked(json, known: credentials, names: &names)
    }
    if let values = response?.values {
      response?.values = values.map { Secrets.masked($0, known: credentials, names: &names) }
    }
  }
}

struct RecordedBody {
  var contentType: String
  var text: String
  var json: JSONValue?
  /// JSON values in a row, if it is a stream of them.
  var values: [JSONValue] = []

  /// Whether it is said to be JSON, and is not.
  var isNoJSON: Bool { MediaType(contentType).isJSON && json == nil && !text.isEmpty }
  var form: [(name: String, value: String)] = []
}

/// Reads HAR 1.2: of a browser, a proxy, or Repartee's own.
struct HARReader {
  private(set) var calls: [RecordedCall] = []
  private(set) var omissions: [Omission] = []

  /// How many calls loaded a page or a part of one, and were left out.
  private(set) var pageCalls = 0

  init(_ file: SourceFile, includesPages: Bool = false) throws {
    guard let entries = file.root["log"]?["entries"]?.array else {
      throw file.error("this is not a HAR document: it has no `log.entries`", at: Pointer())
    }
    // A browser lists each page that it loaded.
    let isBrowser = file.root["log"]?["pages"]?.array?.isEmpty == false
    for (index, entry) in entries.enumerated() {
      guard let request = entry["request"], let method = request["method"]?.string,
        let text = request["url"]?.string
      else {
        omissions.append(
          Omission(operation: "entry \(index)", reason: "it has no request with a method and a URL"))
        continue
      }
      guard let url = URLComponents(string: text), let scheme = url.scheme, let host = url.host,
        ["http", "https"].contains(scheme)
      else {
        omissions.append(
          Omission(operation: "\(method) entry \(index)", reason: "its URL is not http or https"))
        continue
      }
      let status = entry["response"]?["status"]?.int ?? 0
      guard (100...599).contains(status) else {
        omissions.append(Omission(operation: "\(method) \(url.path)", reason: "it has no response"))
        continue
      }
      if !includesPages, isOfPage(entry, isBrowser: isBrowser) {
        pageCalls += 1
        continue
      }
      let port = url.port.map { ":\($0)" } ?? ""
      calls.append(
        RecordedCall(
          method: method.uppercased(), origin: "\(scheme)://\(host)\(port)",
          segments: Self.segments(url.percentEncodedPath),
          endsInSlash: url.percentEncodedPath.hasSuffix("/"),
          query: (url.queryItems ?? []).map { ($0.name, $0.value ?? "") },
          headers: Self.pairs(request["headers"]),
          body: Self.requestBody(request["postData"]), status: status,
          responseHeaders: Self.pairs(entry["response"]?["headers"]),
          response: Self.responseBody(entry["response"]?["content"])))
    }
    if pageCalls > 0 {
      omissions.append(
        Omission(
          operation: "\(pageCalls) calls", reason: "they load pages, scripts, styles, images or fonts",
          isOperation: false)
      )
    }
  }

  /// Whether a call loads a part of a page, which is no call of an API.
  private func isOfPage(_ entry: JSONValue, isBrowser: Bool) -> Bool {
    let type = MediaType(entry["response"]?["content"]?["mimeType"]?.string ?? "")
    if let kind = entry["_resourceType"]?.string {
      if kind == "document" { return !type.isJSON }
      return !["xhr", "fetch", "eventsource", "other", "preflight", "ping"].contains(kind)
    }
    return isBrowser && entry["request"]?["method"]?.string == "GET" && type.isOfPage
  }

  /// The segments of a path: decoded where a value may be, and as they are where one has a slash or a brace.
  static func segments(_ path: String) -> [String] {
    path.split(separator: "/").map { segment in
      let decoded = segment.removingPercentEncoding ?? String(segment)
      return decoded.contains { "/{}%?#".contains($0) } ? String(segment) : decoded
    }
  }

  private static func pairs(_ value: JSONValue?) -> [(name: String, value: String)] {
    (value?.array ?? []).compactMap { pair in
      // `:authority` and its like are HTTP/2's and HTTP/3's, not fields.
      pair["name"]?.string.flatMap { $0.hasPrefix(":") ? nil : ($0, pair["value"]?.string ?? "") }
    }
  }

  private static func requestBody(_ value: JSONValue?) -> RecordedBody? {
    guard let value, let type = value["mimeType"]?.string else { return nil }
    var body = RecordedBody(contentType: type, text: value["text"]?.string ?? "")
    body.form = pairs(value["params"])
    if body.text.isEmpty, body.form.isEmpty { return nil }
    // Browsers encode the fields, or do not: what the text says is certain.
    if MediaType(type).bodyFormat == .form, !body.text.isEmpty {
      let query = URLComponents(string: "?" + body.text.replacing("+", with: "%20"))
      body.form = (query?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
    }
    body.json = json(body)
    return body
  }

  private static func responseBody(_ value: JSONValue?) -> RecordedBody? {
    guard let value, var text = value["text"]?.string, !text.isEmpty else { return nil }
    if value["encoding"]?.string == "base64" {
      guard let data = Data(base64Encoded: text) else { return nil }
      text = String(decoding: data, as: UTF8.self)
    }
    var body = RecordedBody(contentType: value["mimeType"]?.string ?? "", text: text)
    body.json = json(body)
    body.values = values(body)
    return body
  }

  /// The values of a stream. One of lines may be said to be JSON.
  private static func values(_ body: RecordedBody) -> [JSONValue] {
    guard MediaType(body.contentType).isLines || MediaType(body.contentType).isSequence || body.isNoJSON
    else {
      return []
    }
    let lines = body.text.split { $0.isNewline || $0 == "\u{1E}" }.filter { !$0.allSatisfy(\.isWhitespace) }
    let values = lines.compactMap { try? JSONCoder().decode(JSONValue.self, from: Data($0.utf8)) }
    // The last one may not have been recorded as a whole.
    let isCut = values.count + 1 == lines.count && values.count > 1
    return lines.count > 1 && (values.count == lines.count || isCut) ? values : []
  }

  private static func json(_ body: RecordedBody) -> JSONValue? {
    guard MediaType(body.contentType).isJSON else { return nil }
    return try? JSONCoder().decode(JSONValue.self, from: Data(body.text.utf8))
  }
}
