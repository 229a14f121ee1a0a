#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import HTTPTypes
public import ReparteeJSON

extension HAR {
  /// Reads an archive.
  /// - Throws: A `JSONError` with the place of the mismatch; of kind `size` for more than 4 GiB.
  public init(_ json: Data) throws(JSONError) {
    var coder = JSONCoder(dates: .iso8601)
    coder.maximumSize = .max
    let file = try coder.decode(File.self, from: json)
    entries = file.log.entries.map(\.entry)
  }

  /// Reads a file.
  /// - Throws: A `JSONError` with the place of the mismatch, or an error of the file system.
  public init(contentsOf file: URL) throws {
    try self.init(try Data(contentsOf: file))
  }

  /// The archive as JSON, each entry on its own lines.
  public var json: Data {
    get throws {
      let entries = entries.map(File.Entry.init)
      let file = File(log: .init(entries: entries))
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      encoder.dateEncodingStrategy = .custom { date, encoder in
        var container = encoder.singleValueContainer()
        // Readers expect years of four digits.
        let date = min(max(date, .distantPast), .distantFuture)
        try container.encode(iso8601Text(date.timeIntervalSinceReferenceDate) ?? "0001-01-01T00:00:00Z")
      }
      return try encoder.encode(file)
    }
  }
}

private struct File: Codable {
  struct Log: Codable {
    var version: Written<String>?
    var creator: Written<Creator>?
    var entries: [Entry]

    init(entries: [Entry]) {
      version = Written("1.2")
      creator = Written(Creator(name: "Repartee", version: "1"))
      self.entries = entries
    }
  }

  struct Creator: Encodable {
    var name: String
    var version: String
  }

  struct Pair: Codable {
    var name: String
    var value: String
  }

  struct Entry: Codable {
    var startedDateTime: Date
    var time: Double?
    var request: Request
    var response: Response
    var cache: Written<[String: String]>?
    var timings: Written<[String: Double]>?
    /// Custom, also of Chromium.
    var _error: Own<String>?
    /// Custom.
    var _secrets: Own<HAR.Secrets>?
  }

  struct Request: Codable {
    struct Body: Codable {
      var mimeType: Written<String>?
      var text: String?
      var params: [Parameter]?
      /// Custom: `base64` for a body that is not text.
      var _encoding: Own<String>?
    }

    struct Parameter: Codable {
      var name: String
      var value: String?
    }

    var method: String
    var url: String
    var httpVersion: Written<String>?
    var headers: [Pair]
    var queryString: Written<[Pair]>?
    var cookies: Written<[Pair]>?
    var headersSize: Written<Int>?
    var bodySize: Written<Int>?
    var postData: Body?
  }

  struct Response: Codable {
    struct Content: Codable {
      var size: Written<Int>?
      var mimeType: Written<String>?
      var text: String?
      var encoding: String?
    }

    var status: Int
    var statusText: String?
    var httpVersion: Written<String>?
    var headers: [Pair]
    var cookies: Written<[Pair]>?
    var content: Content?
    var redirectURL: Written<String>?
    var headersSize: Written<Int>?
    var bodySize: Written<Int>?
  }

  var log: Log
}

/// Written, but not read: other programs write other forms.
private struct Written<Value: Encodable>: Codable {
  let value: Value?

  init(_ value: Value) { self.value = value }

  init(from decoder: any Decoder) throws { value = nil }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// Nil if another program uses this name for something else.
private struct Own<Value: Codable>: Codable {
  let value: Value?

  init(_ value: Value) { self.value = value }

  init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension File.Entry {
  init(_ entry: HAR.Entry) {
    startedDateTime = entry.start
    time = entry.duration / .milliseconds(1)
    let (text, encoding) = written(entry.request.body)
    let sent = File.Request.Body(
      mimeType: Written(entry.request.headers[.contentType] ?? "application/octet-stream"), text: text,
      _encoding: encoding.map { Own($0) })
    request = File.Request(
      method: entry.request.method, url: entry.request.url, httpVersion: Written("HTTP/1.1"),
      headers: pairs(entry.request.headers), queryString: Written([]), cookies: Written([]),
      headersSize: Written(-1), bodySize: Written(entry.request.body.count),
      postData: entry.request.body.isEmpty ? nil : sent)
    let body = written(entry.response?.body ?? Data())
    response = File.Response(
      status: entry.response?.status ?? 0, statusText: entry.response?.reasonPhrase ?? "",
      httpVersion: Written("HTTP/1.1"),
      headers: pairs(entry.response?.headers ?? [:]), cookies: Written([]),
      content: .init(
        size: Written(entry.response?.body.count ?? 0),
        mimeType: Written(entry.response?.headers[.contentType] ?? "application/octet-stream"),
        text: body.text, encoding: body.encoding),
      redirectURL: Written(entry.response?.headers[.location] ?? ""), headersSize: Written(-1),
      bodySize: Written(entry.response?.body.count ?? 0))
    cache = Written([:])
    timings = Written(["send": 0, "wait": time ?? 0, "receive": 0])
    _error = entry.error.map { Own($0) }
    _secrets = entry.secrets.map { Own($0) }
  }

  var entry: HAR.Entry {
    let milliseconds = time.map { $0.isFinite ? min(max($0, 0), 1e15) : 0 } ?? 0
    var requestBody = Data()
    if let body = request.postData {
      if let text = body.text {
        requestBody = read(text, body._encoding?.value)
      } else if let params = body.params {
        requestBody = Data(params.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&").utf8)
      }
    }
    let sent = HAR.Request(
      method: request.method, url: request.url, headers: fields(request.headers), body: requestBody)
    var entry = HAR.Entry(
      start: startedDateTime, duration: .milliseconds(milliseconds), request: sent, response: nil,
      error: _error?.value)
    entry.secrets = _secrets?.value
    guard response.status != 0 else {
      entry.error = entry.error ?? "other"
      return entry
    }
    var headers = fields(response.headers)
    let body = read(response.content?.text ?? "", response.content?.encoding)
    headers[.transferEncoding] = nil
    // In a response to HEAD, these fields describe the body of a GET.
    if request.method != "HEAD" {
      let isLengthOfText = !headers.contains(.contentEncoding) && headers[.contentLength] == "\(body.count)"
      if !isLengthOfText { headers[.contentLength] = nil }
      headers[.contentEncoding] = nil
    }
    entry.response = HAR.Response(
      status: response.status, reasonPhrase: response.statusText ?? "", headers: headers, body: body)
    return entry
  }
}

private func pairs(_ fields: HTTPFields) -> [File.Pair] {
  fields.map { File.Pair(name: $0.name.rawName, value: $0.value) }
}

/// The fields without HTTP/2's pseudo header fields.
private func fields(_ pairs: [File.Pair]) -> HTTPFields {
  var fields = HTTPFields()
  for pair in pairs {
    if let name = HTTPField.Name(pair.name) { fields.append(HTTPField(name: name, value: pair.value)) }
  }
  return fields
}

private func written(_ body: Data) -> (text: String, encoding: String?) {
  if let text = String(utf8: body), !text.utf8.contains(0) { return (text, nil) }
  return (body.base64EncodedString(), "base64")
}

private func read(_ text: String, _ encoding: String?) -> Data {
  if encoding?.lowercased() == "base64",
    let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters)
  {
    return bytes
  }
  return Data(text.utf8)
}
