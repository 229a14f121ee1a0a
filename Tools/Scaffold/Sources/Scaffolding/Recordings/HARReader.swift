import Foundation
import ReparteeJSON

/// One request of a recording, and its response.
struct RecordedCall {
  var method: String
  var origin: String
  var segments: [String]
  var query: [(name: String, value: String)]
  var headers: [(name: String, value: String)]
  var body: RecordedBody?
  var status: Int
  var responseHeaders: [(name: String, value: String)]
  var response: RecordedBody?

  var path: String { "/" + segments.joined(separator: "/") }
  func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }
}

struct RecordedBody {
  var contentType: String
  var text: String
  var json: JSONValue?
  var form: [(name: String, value: String)] = []
}

/// Reads HAR 1.2: of a browser, a proxy, or Repartee's own.
struct HARReader {
  private(set) var calls: [RecordedCall] = []
  private(set) var omissions: [Omission] = []

  init(_ file: SourceFile) throws {
    guard let entries = file.root["log"]?["entries"]?.array else {
      throw file.error("this is no HAR document: it has no `log.entries`", at: Pointer())
    }
    for (index, entry) in entries.enumerated() {
      let place = Pointer(["log", "entries", String(index)])
      guard let request = entry["request"], let method = request["method"]?.string,
        let text = request["url"]?.string
      else { throw file.error("an entry has no request with a method and a URL", at: place) }
      guard let url = URLComponents(string: text), let scheme = url.scheme, let host = url.host,
        ["http", "https"].contains(scheme)
      else {
        omissions.append(
          Omission(operation: "\(method) entry \(index)", reason: "its URL is not one of HTTP"))
        continue
      }
      let status = entry["response"]?["status"]?.int ?? 0
      guard (100...599).contains(status) else {
        omissions.append(Omission(operation: "\(method) \(url.path)", reason: "it has no response"))
        continue
      }
      let port = url.port.map { ":\($0)" } ?? ""
      calls.append(
        RecordedCall(
          method: method.uppercased(), origin: "\(scheme)://\(host)\(port)",
          segments: url.path.split(separator: "/").map(String.init),
          query: (url.queryItems ?? []).map { ($0.name, $0.value ?? "") },
          headers: Self.pairs(request["headers"]),
          body: Self.requestBody(request["postData"]), status: status,
          responseHeaders: Self.pairs(entry["response"]?["headers"]),
          response: Self.responseBody(entry["response"]?["content"])))
    }
  }

  private static func pairs(_ value: JSONValue?) -> [(name: String, value: String)] {
    (value?.array ?? []).compactMap { pair in
      pair["name"]?.string.map { ($0, pair["value"]?.string ?? "") }
    }
  }

  private static func requestBody(_ value: JSONValue?) -> RecordedBody? {
    guard let value, let type = value["mimeType"]?.string else { return nil }
    var body = RecordedBody(contentType: type, text: value["text"]?.string ?? "")
    body.form = pairs(value["params"])
    if body.text.isEmpty, body.form.isEmpty { return nil }
    if MediaType(type).bodyFormat == .form, body.form.isEmpty {
      body.form = (URLComponents(string: "?" + body.text)?.queryItems ?? []).map {
        ($0.name.replacing("+", with: " "), ($0.value ?? "").replacing("+", with: " "))
      }
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
    return body
  }

  private static func json(_ body: RecordedBody) -> JSONValue? {
    guard MediaType(body.contentType).isJSON else { return nil }
    return try? JSONCoder().decode(JSONValue.self, from: Data(body.text.utf8))
  }
}
