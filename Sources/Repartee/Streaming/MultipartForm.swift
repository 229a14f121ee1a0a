#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A form with files in it: `multipart/form-data` (RFC 7578).
///
/// ```swift
/// var form = MultipartForm()
/// form.append("title", "Holidays")
/// form.append("photo", .file(url, contentType: "image/jpeg"), filename: "sea.jpg")
/// let request: Request = .post("/photos", body: .multipart(form))
/// ```
///
/// The parts are sent in order and streamed, so that a file takes no memory. The form's length is sent if all
/// parts know theirs, and it can be sent again if all parts can.
///
/// In names and filenames `"`, CR and LF are written `%22`, `%0D` and `%0A`, and everything else as it is, in
/// UTF-8: what browsers send and servers expect (WHATWG HTML Standard, multipart/form-data encoding algorithm).
public struct MultipartForm: Sendable {
  private var parts: [(head: String, body: Request.Body)] = []
  private var fault: RequestError?

  /// How many parts it has.
  var count: Int { parts.count }

  /// A form without parts.
  public init() {}

  /// Adds a text.
  public mutating func append(_ name: String, _ text: String) {
    parts.append((Self.head(name: name), .bytes(Data(text.utf8))))
  }

  /// Adds a body, with its own Content-Type: a file, bytes, JSON, a stream.
  public mutating func append(_ name: String, _ body: Request.Body, filename: String? = nil) {
    var head = Self.head(name: name)
    if let filename { head += "; filename=\"\(Self.quoted(filename))\"" }
    if let contentType = body.contentType {
      if contentType.hasLineBreakOrNUL {
        fault = RequestError(.body, "the content type of a part has a CR, an LF or a NUL in it")
      }
      head += "\r\nContent-Type: \(contentType)"
    }
    if body.contentCoding != nil {
      fault = RequestError(.body, "a part of a form can't be compressed by itself: compress the whole form")
    }
    parts.append((head, body))
  }

  private static func head(name: String) -> String {
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

  /// The form on its way.
  func encoded(boundary: String, _ encode: (Request.Body) throws(RequestError) -> ByteStream?)
    throws(RequestError)
    -> ByteStream
  {
    if let fault { throw fault }
    var streams: [ByteStream] = []
    for part in parts {
      streams.append(ByteStream(Data("--\(boundary)\r\n\(part.head)\r\n\r\n".utf8)))
      if let body = try encode(part.body) { streams.append(body) }
      streams.append(ByteStream(Data("\r\n".utf8)))
    }
    streams.append(ByteStream(Data("--\(boundary)--\r\n".utf8)))
    return .joined(streams)
  }

  /// A boundary that is in no head of a part and in no part given as bytes or as text. In all others, which are
  /// encoded or read only when the form is sent, 30 random letters and digits (178 bits) are relied on.
  func boundary(using generator: inout some RandomNumberGenerator) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    while true {
      let boundary = String(
        (0..<30).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] })
      let isTaken = parts.contains { part in
        part.head.contains(boundary) || part.body.bytes?.firstRange(of: Data(boundary.utf8)) != nil
      }
      if !isTaken { return boundary }
    }
  }
}
