import HTTPTypes
import Repartee
import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A body without its secrets.
struct MaskedBody {
  var bytes: Data
  /// What is masked.
  var secrets: [[UInt8]] = []
  /// Whether only secrets are masked. If not, the last `***` stands for more: a coded body, or the rest of a text whose
  /// secrets can't be told from other text.
  var isComplete = true
}

extension Redaction {
  /// Returns a body with its secrets masked. A coded (compressed) body becomes `***`, because it can't be inspected.
  /// The parts of a multipart form are masked by their names and content types. Bytes that are not text are kept,
  /// except a credential among them.
  ///
  /// Text is read in its encoding, and written in it again. Text is what its type says is text, what is UTF-8, and what
  /// contains no control characters. Bytes that don't fit the encoding are kept, for example half a character where a
  /// stream was dropped.
  ///
  /// - Parameter boundary: The replacement for the boundary of a multipart form, which is random for each request. It
  ///   makes forms comparable, so JSON in them also gets sorted keys. Nil changes neither.
  func masked(_ body: Data, as type: MediaType?, isCoded: Bool, boundary: String? = nil) -> MaskedBody {
    masked(body, as: type, isCoded: isCoded, boundary: boundary, depth: 0)
  }

  /// Returns the body of a request with its secrets masked.
  func masked(_ body: Data, of headers: HTTPFields, boundary: String? = nil) -> MaskedBody {
    masked(body, as: headers.mediaType, isCoded: headers.contains(.contentEncoding), boundary: boundary)
  }

  private func masked(
    _ body: Data, as type: MediaType?, isCoded: Bool, boundary: String?, depth: Int
  ) -> MaskedBody {
    if body.isEmpty { return MaskedBody(bytes: body) }
    if isCoded {
      return MaskedBody(bytes: Data(Redaction.mask.utf8), secrets: [Array(body)], isComplete: false)
    }
    // Limits the nesting of forms.
    if depth < 3, let type, type.type == "multipart", let own = type.parameters["boundary"], !own.isEmpty {
      return maskedParts(of: body, own, as: boundary, depth)
    }
    var shown = maskedText(body, as: type)
    if depth > 0, boundary != nil, BodyFormat(type) == .json,
      let json = try? JSONCoder().decode(JSONValue.self, from: shown.bytes), let sorted = inOrder(json)
    {
      shown.bytes = sorted
    }
    return shown
  }

  private func inOrder(_ json: JSONValue) -> Data? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try? encoder.encode(json)
  }

  private func maskedText(_ body: Data, as type: MediaType?) -> MaskedBody {
    let encoding = BodyEncoding(of: body, charset: type?.charset)
    guard encoding.isWide || type?.isText ?? false || body.isText else {
      let found = masked(binary: Array(body))
      return MaskedBody(bytes: found.secrets.isEmpty ? body : Data(found.bytes), secrets: found.secrets)
    }
    let found = masked(whole: encoding.utf8(of: body), as: BodyFormat(type))
    // The body as it came, also where its bytes don't fit its encoding.
    if found.secrets.isEmpty { return MaskedBody(bytes: body) }
    let text = found.bytes + (found.isComplete ? [] : Array(Redaction.mask.utf8))
    return MaskedBody(
      bytes: encoding.data(of: text), secrets: found.secrets, isComplete: found.isComplete)
  }

  /// Returns a multipart body (RFC 2046, section 5.1) with its parts masked.
  private func maskedParts(
    of body: Data, _ boundary: String, as newBoundary: String?, _ depth: Int
  ) -> MaskedBody {
    let delimiter = Data("--\(boundary)".utf8)
    var shown = MaskedBody(bytes: Data())
    var rest = body[...]
    while let found = rest.firstRange(of: delimiter) {
      shown.append(maskedPart(Data(rest[..<found.lowerBound]), newBoundary, depth))
      shown.bytes += Data("--\(newBoundary ?? boundary)".utf8)
      rest = rest[found.upperBound...]
    }
    shown.append(maskedPart(Data(rest), newBoundary, depth))
    return shown
  }

  private func maskedPart(_ part: Data, _ boundary: String?, _ depth: Int) -> MaskedBody {
    // Lines end with CR LF. A part without a head is text, or empty.
    guard
      let end = part.firstRange(of: Data("\r\n\r\n".utf8)) ?? part.firstRange(of: Data("\n\n".utf8))
    else { return masked(part, as: nil, isCoded: false, boundary: boundary, depth: depth + 1) }
    let (fields, head) = maskedHead(part[..<end.lowerBound])
    var shown = head
    shown.bytes += part[end]
    let value = Data(part[end.upperBound...])
    if name(of: fields).map({ isSecret($0, value: value.withoutLineEnd, isItem: true) }) ?? false {
      shown.append(MaskedBody(bytes: Data("\(Redaction.mask)\r\n".utf8), secrets: [Array(value)]))
      return shown
    }
    var content = masked(
      value, as: fields.mediaType, isCoded: fields.contains(.contentEncoding), boundary: boundary,
      depth: depth + 1)
    // The line end before the next boundary belongs to what is left out.
    if !content.isComplete { content.bytes += Data("\r\n".utf8) }
    shown.append(content)
    return shown
  }

  /// Returns the header fields of a part, and its head with the secret ones masked.
  private func maskedHead(_ head: Data) -> (HTTPFields, MaskedBody) {
    var fields = HTTPFields()
    var secrets: [[UInt8]] = []
    var text = String(decoding: head, as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) {
      let pair = line.split(separator: ":", maxSplits: 1)
      guard pair.count == 2, let name = HTTPField.Name(String(pair[0])) else { continue }
      fields.append(HTTPField(name: name, value: String(pair[1])))
      guard isSecret(name.rawName) else { continue }
      secrets.append(Array(pair[1].utf8))
      text.replace(line, with: "\(pair[0]): \(Redaction.mask)")
    }
    return (fields, MaskedBody(bytes: Data(text.utf8), secrets: secrets))
  }

  /// Returns the name of a part. Its parameters have the syntax of those of a content type.
  private func name(of fields: HTTPFields) -> String? {
    guard let value = fields[.contentDisposition], let start = value.firstIndex(of: ";") else { return nil }
    return MediaType("form/data\(value[start...])")?.parameters["name"]
  }
}

extension MaskedBody {
  fileprivate mutating func append(_ other: MaskedBody) {
    bytes += other.bytes
    secrets += other.secrets
    isComplete = isComplete && other.isComplete
  }
}

extension MediaType {
  /// Whether the type is one of text, whatever the bytes are.
  fileprivate var isText: Bool {
    type == "text" || BodyFormat(self) != .text || subtype.hasSuffix("+xml") || Self.texts.contains(subtype)
  }

  private static let texts: Set<String> = [
    "ecmascript", "graphql", "javascript", "json-seq", "jsonlines", "sql", "toml", "x-javascript",
    "x-ndjson", "x-sh", "x-yaml", "xml", "yaml",
  ]
}

extension Data {
  /// The bytes without the line end before the next boundary.
  fileprivate var withoutLineEnd: Data {
    self[..<(lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? 0)]
  }

  /// Whether the bytes are text: in UTF-8, or in another encoding, without a control character that no text contains
  /// (the binary data bytes of the MIME Sniffing standard, section 3).
  fileprivate var isText: Bool {
    !contains(where: { $0 < 0x20 && !"\t\n\u{C}\r\u{1B}".utf8.contains($0) })
      || String(validating: self, as: UTF8.self) != nil
  }
}
