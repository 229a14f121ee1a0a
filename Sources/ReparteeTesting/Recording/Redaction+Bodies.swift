import HTTPTypes
import Repartee
import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct MaskedBody {
  var bytes: Data
  var secrets: [[UInt8]] = []
  /// False if the last `***` stands for the rest of a text, or a coded body.
  var isComplete = true
}

extension Redaction {
  /// A content-coded body becomes `***`; in a binary body only credentials are masked. Text keeps its encoding, and
  /// bytes that don't fit it.
  ///
  /// - Parameter boundary: Replaces the random boundary of a multipart form and sorts keys of JSON in it, to compare
  ///   forms.
  func masked(_ body: Data, as type: MediaType?, isCoded: Bool, boundary: String? = nil) -> MaskedBody {
    masked(body, as: type, isCoded: isCoded, boundary: boundary, depth: 0)
  }

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
    // Nests at most three forms.
    if depth < 3, let own = self.boundary(of: body, as: type) {
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

  /// The boundary of the content type, or else that of the first line, if the head of a part follows it.
  private func boundary(of body: Data, as type: MediaType?) -> String? {
    if let type, type.type == "multipart", let own = type.parameters["boundary"], !own.isEmpty,
      body.firstRange(of: Data("--\(own)".utf8)) != nil
    {
      return own
    }
    guard body.starts(with: "--".utf8) else { return nil }
    let lines = body.prefix(1_000).split(separator: UInt8(ascii: "\n"), maxSplits: 2)
    guard lines.count > 1 else { return nil }
    let (first, second) = (String(decoding: lines[0].dropFirst(2), as: UTF8.self), lines[1].prefix(8))
    guard String(decoding: second, as: UTF8.self).lowercased() == "content-" else { return nil }
    // RFC 2046, section 5.1.1.
    let own = first.hasSuffix("\r") ? String(first.dropLast()) : first
    return (1...70).contains(own.utf8.count) ? own : nil
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
    // Keeps bytes that don't fit the encoding.
    if found.secrets.isEmpty { return MaskedBody(bytes: body) }
    let text = found.bytes + (found.isComplete ? [] : Array(Redaction.mask.utf8))
    return MaskedBody(
      bytes: encoding.data(of: text), secrets: found.secrets, isComplete: found.isComplete)
  }

  /// RFC 2046, section 5.1.
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
    // Without a head, a part is text, or empty.
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
    // The omitted rest had the line end before the next boundary.
    if !content.isComplete { content.bytes += Data("\r\n".utf8) }
    shown.append(content)
    return shown
  }

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
  fileprivate var isText: Bool {
    type == "text" || BodyFormat(self) != .text || subtype.hasSuffix("+xml") || Self.texts.contains(subtype)
  }

  private static let texts: Set<String> = [
    "ecmascript", "graphql", "javascript", "json-seq", "jsonlines", "sql", "toml", "x-javascript",
    "x-ndjson", "x-sh", "x-yaml", "xml", "yaml",
  ]
}

extension Data {
  fileprivate var withoutLineEnd: Data {
    self[..<(lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? 0)]
  }

  /// UTF-8, or no binary data bytes (MIME Sniffing standard, section 3).
  fileprivate var isText: Bool {
    !contains(where: { $0 < 0x20 && !"\t\n\u{C}\r\u{1B}".utf8.contains($0) })
      || String(utf8: self) != nil
  }
}
