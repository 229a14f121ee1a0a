import HTTPTypes
import Repartee
import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Redaction {
  /// A body without its secrets. What is coded (compressed) can't be looked into, and is `***`; the parts of a form
  /// with files are masked each by its name and its content type; other bytes that are no text are kept.
  ///
  /// - Parameter boundary: What takes the place of the boundary of a form with files, which is made up for each
  ///   request, where it is to be compared: then JSON in it has its keys in order as well. Nil leaves all as it is.
  func masked(_ body: Data, as type: MediaType?, isCoded: Bool, boundary: String? = nil) -> Data {
    masked(body, as: type, isCoded: isCoded, boundary: boundary, depth: 0)
  }

  /// The body of a request without its secrets.
  func masked(_ body: Data, of headers: HTTPFields, boundary: String? = nil) -> Data {
    masked(body, as: headers.mediaType, isCoded: headers.contains(.contentEncoding), boundary: boundary)
  }

  private func masked(
    _ body: Data, as type: MediaType?, isCoded: Bool, boundary: String?, depth: Int
  ) -> Data {
    if body.isEmpty { return body }
    if isCoded { return Data(Redaction.mask.utf8) }
    // A form is not in a form in a form.
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

  /// The parts of a multipart body (RFC 2046, section 5.1), masked.
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
    // Lines end with CR LF; what has no head is text, or nothing.
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

  /// The name of a part: its parameters are written as those of a content type are.
  private func name(of fields: HTTPFields) -> String? {
    guard let value = fields[.contentDisposition], let start = value.firstIndex(of: ";") else { return nil }
    return MediaType("form/data\(value[start...])")?.parameters["name"]
  }
}
