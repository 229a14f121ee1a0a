#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A form with files: `multipart/form-data` (RFC 7578).
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
/// The parts are streamed in order. The length is known, and the form can be sent again, if that holds for all parts.
/// In names and filenames `"`, CR and LF are `%22`, `%0D` and `%0A` (WHATWG HTML Standard, multipart/form-data encoding
/// algorithm).
public struct MultipartForm: Sendable {
  private var parts: [(disposition: String, body: Request.Body)] = []
  private var fault: RequestError?

  var count: Int { parts.count }

  /// Creates a form without parts.
  public init() {}

  /// Adds a text.
  public mutating func append(_ name: String, _ text: String) {
    parts.append((Self.disposition(name: name), .untyped(Data(text.utf8))))
  }

  /// Adds a body with its Content-Type. A compressed one fails the call with a ``RequestError`` of kind
  /// ``RequestError/Kind/body``.
  public mutating func append(_ name: String, _ body: Request.Body, filename: String? = nil) {
    var disposition = Self.disposition(name: name)
    if let filename { disposition += "; filename=\"\(Self.quoted(filename))\"" }
    if body.contentType?.hasLineBreakOrNUL == true {
      fault = RequestError(.body, "the content type of a part has a CR, an LF or a NUL in it")
    }
    if body.contentCoding != nil {
      fault = RequestError(.body, "a part of a form can't be compressed by itself: compress the whole form")
    }
    parts.append((disposition, body))
  }

  private static func disposition(name: String) -> String {
    "Content-Disposition: form-data; name=\"\(quoted(name))\""
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

  func encoded(
    with json: JSONCoder, randomness: () -> UInt64
  ) throws(RequestError) -> (stream: ByteStream, boundary: String) {
    if let fault { throw fault }
    var heads: [String] = []
    var bodies: [ByteStream?] = []
    for part in parts {
      let encoded = try part.body.encoded(with: json, randomness: randomness)
      heads.append(
        part.disposition + (encoded.contentType.map { "\r\nContent-Type: \($0)" } ?? ""))
      bodies.append(encoded.stream)
    }
    let boundary = boundary(between: heads, randomness)
    var streams: [ByteStream] = []
    for (head, body) in zip(heads, bodies) {
      streams.append(ByteStream(Data("--\(boundary)\r\n\(head)\r\n\r\n".utf8)))
      if let body { streams.append(body) }
      streams.append(ByteStream(Data("\r\n".utf8)))
    }
    streams.append(ByteStream(Data("--\(boundary)--\r\n".utf8)))
    return (.joined(streams), boundary)
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
