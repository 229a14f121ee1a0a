#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The parts of a form with files, `multipart/form-data` (RFC 7578), or of another multipart body.
///
/// ```swift
/// var form = MultipartForm()
/// form.append("title", "Holidays")
/// form.append(
///   "photo", .file(url, contentType: "image/jpeg"),
///   filename: "sea.jpg")
/// let request: Request = .post("/photos", body: .multipart(form))
/// ```
///
/// The parts are streamed in order. The length is known, and the body can be sent again, if that holds for all parts.
/// In names and filenames `"`, CR and LF are `%22`, `%0D` and `%0A` (WHATWG HTML Standard, multipart/form-data encoding
/// algorithm).
///
/// These fail the call with a ``RequestError`` of kind ``RequestError/Kind/body``: a NUL in a name or a filename, an
/// invalid field, a compressed part, and a part without a name in a form.
public struct MultipartForm: Sendable {
  private struct Part {
    var name: String?
    var filename: String?
    var fields: Request.Headers
    var body: Request.Body
  }

  private var parts: [Part] = []
  private var fault: RequestError?

  var count: Int { parts.count }

  /// Creates a form without parts.
  public init() {}

  /// Adds a text.
  public mutating func append(_ name: String, _ text: String) {
    append(Part(name: name, fields: [:], body: .untyped(Data(text.utf8))))
  }

  /// Adds a body with its Content-Type, which `headers` can replace.
  public mutating func append(
    _ name: String, _ body: Request.Body, filename: String? = nil, headers: Request.Headers = [:]
  ) {
    append(Part(name: name, filename: filename, fields: headers, body: body))
  }

  /// Adds a file whose bytes are in memory.
  ///
  /// ```swift
  /// form.append(
  ///   "photo", data, filename: "sea.jpg", contentType: "image/jpeg")
  /// ```
  public mutating func append(
    _ name: String, _ data: Data, filename: String, contentType: String = "application/octet-stream"
  ) {
    append(name, .data(data, contentType: contentType), filename: filename)
  }

  /// Adds a body without a name, for other types than `multipart/form-data`.
  ///
  /// ```swift
  /// parts.append(.json(metadata), headers: ["Content-ID": "<meta>"])
  /// ```
  public mutating func append(_ body: Request.Body, headers: Request.Headers = [:]) {
    append(Part(fields: headers, body: body))
  }

  private mutating func append(_ part: Part) {
    parts.append(part)
    fault = fault ?? Self.fault(of: part)
  }

  private static func fault(of part: Part) -> RequestError? {
    if part.name?.utf8.contains(0) == true || part.filename?.utf8.contains(0) == true {
      return RequestError(.body, "the name or the filename of a part has a NUL in it")
    }
    if part.body.contentType?.hasLineBreakOrNUL == true {
      return RequestError(.body, "the content type of a part has a CR, an LF or a NUL in it")
    }
    if part.body.contentCoding != nil {
      return RequestError(.body, "a part of a form can't be compressed by itself: compress the whole form")
    }
    return part.fields.fault.map { RequestError(.body, "a part can't be sent: \($0.message)") }
  }

  /// Nil for a part without a name, which is an error in a form.
  private static func disposition(of part: Part) -> String? {
    part.name.map { name in
      "form-data; name=\"\(quoted(name))\""
        + (part.filename.map { "; filename=\"\(quoted($0))\"" } ?? "")
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "%22"
      case "\r": quoted += "%0D"
      case "\n": quoted += "%0A"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted
  }

  /// Adds the parameter `type` that `multipart/related` has to have (RFC 2387, section 3.1).
  private func completed(_ type: String) -> String {
    guard let media = MediaType(type), media.subtype == "related", media.parameters["type"] == nil else {
      return type
    }
    let start = media.parameters["start"]
    let root = start.flatMap { start in parts.first { $0.fields["Content-ID"] == start } } ?? parts.first
    let text = root?.fields[.contentType] ?? root?.body.contentType
    return text.flatMap { MediaType($0) }.map { "\(type); type=\"\($0.type)/\($0.subtype)\"" } ?? type
  }

  fileprivate func encoded(
    as type: String?, with json: JSONCoder, randomness: () -> UInt64
  ) throws(RequestError) -> Request.Body.Encoded {
    guard let type, let media = MediaType(type), media.type == "multipart" else {
      throw RequestError(.body, "the type of a multipart body begins with multipart/")
    }
    let (stream, boundary) = try encoded(
      asForm: media.subtype == "form-data", with: json, randomness: randomness)
    return Request.Body.Encoded(
      stream: stream, contentType: completed(type).withBoundary(boundary), boundary: boundary)
  }

  private func encoded(
    asForm isForm: Bool, with json: JSONCoder, randomness: () -> UInt64
  ) throws(RequestError) -> (stream: ByteStream, boundary: String) {
    if let fault { throw fault }
    var heads: [String] = []
    var bodies: [ByteStream?] = []
    for part in parts {
      let encoded = try part.body.encoded(with: json, randomness: randomness)
      heads.append(try Self.head(of: part, encoded, asForm: isForm))
      bodies.append(encoded.stream)
    }
    let boundary = boundary(between: heads, randomness)
    var streams: [ByteStream] = []
    for (head, body) in zip(heads, bodies) {
      streams.append(ByteStream(Data("--\(boundary)\r\n\(head)\r\n".utf8)))
      if let body { streams.append(body) }
      streams.append(ByteStream(Data("\r\n".utf8)))
    }
    streams.append(ByteStream(Data("--\(boundary)--\r\n".utf8)))
    return (.joined(streams), boundary)
  }

  private static func head(
    of part: Part, _ encoded: Request.Body.Encoded, asForm isForm: Bool
  ) throws(RequestError) -> String {
    var fields = part.fields.fields
    if let boundary = encoded.boundary { fields.complete(boundary) }
    var lines: [String] = []
    if isForm, !part.fields.replaces(.contentDisposition) {
      guard let disposition = disposition(of: part) else {
        throw RequestError(.body, "a part of multipart/form-data needs a name (RFC 7578, section 4.2)")
      }
      lines.append("Content-Disposition: \(disposition)")
    }
    if !part.fields.replaces(.contentType), let type = encoded.contentType {
      lines.append("Content-Type: \(type)")
    }
    lines += fields.map { "\($0.name.rawName): \($0.value)" }
    return lines.map { $0 + "\r\n" }.joined()
  }

  /// Occurs in no head or part in memory; for other parts, 180 random bits suffice.
  private func boundary(between heads: [String], _ randomness: () -> UInt64) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    var attempts = 0
    while true {
      var boundary = ""
      for _ in 0..<3 {
        var bits = randomness()
        for _ in 0..<10 {
          boundary.append(alphabet[Int(bits & 63)])
          bits >>= 6
        }
      }
      // A source that is not random repeats itself.
      if attempts > 0 { boundary += "\(attempts)" }
      let isTaken =
        heads.contains { $0.contains(boundary) }
        || parts.contains { $0.body.bytes?.firstRange(of: Data(boundary.utf8)) != nil }
      if !isTaken { return boundary }
      attempts += 1
    }
  }
}

extension Request.Body {
  /// A form with files, see ``MultipartForm``, or another multipart body (RFC 2046, section 5.1).
  ///
  /// ```swift
  /// .multipart(parts, type: "multipart/related")
  /// ```
  ///
  /// Other types than `multipart/form-data` have no Content-Disposition but in a part's own fields. That of
  /// `multipart/related` gets the parameter `type` of its root (RFC 2387, section 3.1): the part with the Content-ID
  /// of `start`, or else the first. A Content-Type of your own gets the boundary, in the place of any other.
  public static func multipart(_ form: MultipartForm, type: String = "multipart/form-data") -> Request.Body {
    Request.Body(content: .parts(form.encoded), contentType: type)
  }
}

extension MultipartForm: CustomStringConvertible, CustomReflectable {
  /// The number of parts.
  public var description: String { "a form of \(count == 1 ? "1 part" : "\(count) parts")" }

  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["form": description]) }
}
