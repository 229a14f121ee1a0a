import HTTPTypes
import Repartee
import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Redaction {
  /// Returns a body with its secrets masked. A coded (compressed) body becomes `***`, because it can't be inspected.
  /// The parts of a multipart form are masked by their names and content types. Other bytes that are not text are kept.
  ///
  /// - Parameter boundary: The replacement for the boundary of a multipart form, which is random for each request. It
  ///   makes forms comparable, so JSON in them also gets sorted keys. Nil changes neither.
  func masked(_ body: Data, as type: MediaType?, isCoded: Bool, boundary: String? = nil) -> Data {
    masked(body, as: type, isCoded: isCoded, boundary: boundary, depth: 0)
  }

  /// Returns the body of a request with its secrets masked.
  func masked(_ body: Data, of headers: HTTPFields, boundary: String? = nil) -> Data {
    masked(body, as: headers.mediaType, isCoded: headers.contains(.contentEncoding), boundary: boundary)
  }

  private func masked(
    _ body: Data, as type: MediaType?, isCoded: Bool, boundary: String?, depth: Int
  ) -> Data {
    if body.isEmpty { return body }
    if isCoded { return Data(Redaction.mask.utf8) }
    // Limits the nesting of forms.
    if depth < 3, let type, type.type == "multipart", let own = type.parameters["boundary"], !own.isEmpty {
      return maskedParts(of: body, own, as: boundary, depth)
    }
    guard let text = String(validating: body, as: UTF8.self) else { return body }
    let shown = Data(masked(body: text, as: BodyFormat(type), limit: .max).utf8)
    guard depth > 0, boundary != nil, BodyFormat(type) == .json else { return shown }
    return (try? JSONCoder().decode(JSONValue.self, from: shown)).flatMap(inOrder) ?? shown
  }

  private func inOrder(_ json: JSONValue) -> Data? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try? encoder.encode(json)
  }

  /// Returns a multipart body (RFC 2046, section 5.1) with its parts masked.
  private func maskedParts(of body: Data, _ boundary: String, as newBoundary: String?, _ depth: Int) -> Data {
    let delimiter = Data("--\(boundary)".utf8)
    var masked = Data()
    var rest = body[...]
    while let found = rest.firstRange(of: delimiter) {
      masked += maskedPart(rest[..<found.lowerBound], newBoundary, depth)
      masked += Data("--\(newBoundary ?? boundary)".utf8)
      rest = rest[found.upperBound...]
    }
    return masked + maskedPart(rest, newBoundary, depth)
  }

  private func maskedPart(_ part: Data, _ boundary: String?, _ depth: Int) -> Data {
    // Lines end with CR LF. A part without a head is text, or empty.
    guard
      let end = part.firstRange(of: Data("\r\n\r\n".utf8)) ?? part.firstRange(of: Data("\n\n".utf8))
    else { return masked(Data(part), as: nil, isCoded: false, boundary: boundary, depth: depth + 1) }
    var fields = HTTPFields()
    var head = String(decoding: part[..<end.lowerBound], as: UTF8.self)
    for line in head.split(whereSeparator: \.isNewline) {
      let pair = line.split(separator: ":", maxSplits: 1)
      guard pair.count == 2, let name = HTTPField.Name(String(pair[0])) else { continue }
      fields.append(HTTPField(name: name, value: String(pair[1])))
      if self.isSecret(name.rawName) { head.replace(line, with: "\(pair[0]): \(Redaction.mask)") }
    }
    let value = part[end.upperBound...]
    let isSecret = name(of: fields).map { self.isSecret($0, isItem: true) } ?? false
    let shown =
      isSecret
      ? Data("\(Redaction.mask)\r\n".utf8)
      : masked(
        Data(value), as: fields.mediaType, isCoded: fields.contains(.contentEncoding), boundary: boundary,
        depth: depth + 1)
    return Data(head.utf8) + part[end] + shown
  }

  /// Returns the name of a part. Its parameters have the syntax of those of a content type.
  private func name(of fields: HTTPFields) -> String? {
    guard let value = fields[.contentDisposition], let start = value.firstIndex(of: ";") else { return nil }
    return MediaType("form/data\(value[start...])")?.parameters["name"]
  }
}
