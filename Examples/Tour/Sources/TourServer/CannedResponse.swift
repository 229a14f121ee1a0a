internal import Foundation
internal import NIOHTTP1

/// What the server sends back for a request: the paths of httpbin that the tour needs.
struct CannedResponse: Sendable {
  var status = 200
  var headers: [(String, String)] = []
  var body = ""
  /// Seconds to wait before the response.
  var delay: Int64 = 0

  init(to request: HTTPRequestHead, body: [UInt8]) {
    let parts = request.uri.split(separator: "?", maxSplits: 1)
    let path = (parts.first ?? "").split(separator: "/").map(String.init)
    let query = parts.count == 2 ? Self.items(of: parts[1]) : []

    switch (request.method, path.first, path.dropFirst().first) {
    case (.GET, "json", nil), (.HEAD, "json", nil):
      self.init(json: Self.slideshow)
    case (.GET, "xml", nil):
      self.init(
        headers: [("Content-Type", "application/xml")],
        body:
          "<?xml version='1.0' encoding='us-ascii'?>\n<slideshow title=\"Sample Slide Show\"></slideshow>\n")
    case (.GET, "html", nil):
      self.init(
        headers: [("Content-Type", "text/html; charset=utf-8")],
        body: "<!DOCTYPE html>\n<html><body><h1>Herman Melville - Moby-Dick</h1></body></html>\n")
    case (_, "json", nil):
      self.init(error: 405, "Method Not Allowed", "The method is not allowed for the requested URL.")
    case (_, "status", let code?):
      self.init(status: Int(code) ?? 400)
      if status == 204 || status == 304 { break }
      headers = [("Content-Type", "text/html; charset=utf-8")]
    case (.GET, "get", nil), (_, "anything", _):
      let json = body.isEmpty ? "null" : String(decoding: body, as: UTF8.self)
      let url = "http://\(request.headers.first(name: "Host") ?? "")\(request.uri)"
      self.init(json: #"{"args": \#(Self.object(query)), "json": \#(json), "url": \#(Self.text(url))}"#)
    case (_, "response-headers", nil):
      self.init(json: Self.object(query))
      if let type = query.first(where: { $0.name == "Content-Type" }) { headers = [(type.name, type.value)] }
    case (.GET, "image", nil):
      self.init(
        json: #"{"message": "Client did not request a supported media type.", "accept": "#
          + #"["image/webp", "image/svg+xml", "image/jpeg", "image/png", "image/*"]}"#)
      status = 406
    case (.GET, "bearer", nil):
      if let token = request.headers.first(name: "Authorization"), token.hasPrefix("Bearer ") {
        self.init(json: #"{"authenticated": true}"#)
      } else {
        self.init(status: 401, headers: [("WWW-Authenticate", "Bearer")])
      }
    case (.GET, "basic-auth", let user?):
      let credential = Data("\(user):\(path.last ?? "")".utf8).base64EncodedString()
      if request.headers.first(name: "Authorization") == "Basic \(credential)" {
        self.init(json: #"{"authenticated": true, "user": \#(Self.text(user))}"#)
      } else {
        self.init(status: 401, headers: [("WWW-Authenticate", "Basic realm=\"Fake Realm\"")])
      }
    case (_, "redirect-to", nil):
      let location = query.first { $0.name == "url" }?.value ?? "/"
      self.init(status: 303, headers: [("Location", location), ("Content-Type", "text/html; charset=utf-8")])
    case (.GET, "etag", let version?):
      let isKnown = request.headers.first(name: "If-None-Match") == "\"\(version)\""
      self.init(json: isKnown ? "" : "{}")
      status = isKnown ? 304 : 200
      headers.append(("ETag", version))
    case (.GET, "cache", let seconds?):
      self.init(json: "{\"args\": {}}")
      headers.append(("Cache-Control", "public, max-age=\(seconds)"))
    case (.GET, "robots.txt", nil):
      self.init(headers: [("Content-Type", "text/plain")], body: "User-agent: *\nDisallow: /deny\n")
    case (.GET, "bytes", let count?):
      self.init(headers: [("Content-Type", "application/octet-stream")])
      self.body = String(repeating: "~", count: min(Int(count) ?? 0, 100 << 10))
    case (.GET, "stream", let count?):
      let lines = (0..<min(Int(count) ?? 0, 100)).map { #"{"id": \#($0)}"# + "\n" }
      self.init(json: lines.joined())
    case (.GET, "delay", let seconds?):
      self.init(json: "{}")
      delay = min(Int64(seconds) ?? 0, 10)
    default:
      self.init(error: 404, "Not Found", "The requested URL was not found on the server.")
    }
  }

  private init(status: Int = 200, headers: [(String, String)] = [], body: String = "") {
    self.status = status
    self.headers = headers
    self.body = body
  }

  private init(json: String) {
    self.init(headers: [("Content-Type", "application/json")], body: json)
  }

  private init(error status: Int, _ name: String, _ text: String) {
    self.init(
      status: status, headers: [("Content-Type", "text/html; charset=utf-8")],
      body: """
        <!doctype html>
        <html lang=en>
        <title>\(status) \(name)</title>
        <h1>\(name)</h1>
        <p>\(text)</p>

        """)
  }

  private static let slideshow = #"""
    {
      "slideshow": {
        "author": "Yours Truly",
        "date": "date of publication",
        "slides": [
          {"title": "Wake up to WonderWidgets!", "type": "all"},
          {
            "items": ["Why <em>WonderWidgets</em> are great", "Who <em>buys</em> WonderWidgets"],
            "title": "Overview",
            "type": "all"
          }
        ],
        "title": "Sample Slide Show"
      }
    }

    """#

  /// Names and values in order, decoded.
  private static func items(of query: Substring) -> [(name: String, value: String)] {
    query.split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      func decoded(_ part: Substring) -> String {
        let spaced = part.replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? String(spaced)
      }
      return (decoded(parts[0]), parts.count == 2 ? decoded(parts[1]) : "")
    }
  }

  /// An object of texts; a name that is there more than once has an array.
  private static func object(_ items: [(name: String, value: String)]) -> String {
    var values: [String: [String]] = [:]
    for (name, value) in items { values[name, default: []].append(value) }
    let members = values.sorted { $0.key < $1.key }.map { name, values in
      let texts = values.map(text)
      return "\(text(name)): \(texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ", "))]")"
    }
    return "{\(members.joined(separator: ", "))}"
  }

  /// A text in quotes.
  private static func text(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
