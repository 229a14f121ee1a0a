import HTTPTypes
import Repartee
import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Redaction {
  /// A body without its secrets. What is coded (compressed) can't be looked into, and is `***`; the parts of a form with
  /// files are masked each by its name and its content type; other bytes that are no text are kept.
  ///
  /// - Parameter boundary: What takes the place of the boundary of a form with files, which is made up for each request;
  ///   nil leaves it as it is.
  func masked(_ body: Data, as type: MediaType?, isCoded: Bool, boundary: String? = nil) -> Data {
    if body.isEmpty { return body }
    if isCoded { return Data(Redaction.mask.utf8) }
    if let type, type.type == "multipart", let own = type.parameters["boundary"], !own.isEmpty {
      return maskedParts(of: body, own, as: boundary ?? own)
    }
    guard let text = String(bytes: body, encoding: .utf8) else { return body }
    return Data(masked(body: text, as: BodyFormat(type), limit: .max).utf8)
  }

  /// The body of a request without its secrets.
  func masked(_ body: Data, of headers: HTTPFields, boundary: String? = nil) -> Data {
    masked(body, as: headers.mediaType, isCoded: headers.contains(.contentEncoding), boundary: boundary)
  }

  /// The parts of a multipart body (RFC 2046, section 5.1), masked.
  private func maskedParts(of body: Data, _ boundary: String, as newBoundary: String) -> Data {
    let delimiter = Data("--\(boundary)".utf8)
    var masked = Data()
    var rest = body[...]
    while let found = rest.firstRange(of: delimiter) {
      masked += maskedPart(rest[..<found.lowerBound])
      masked += Data("--\(newBoundary)".utf8)
      rest = rest[found.upperBound...]
    }
    return masked + maskedPart(rest)
  }

  private func maskedPart(_ part: Data) -> Data {
    guard let end = part.firstRange(of: Data("\r\n\r\n".utf8)) else { return part }
    var fields = HTTPFields()
    for line in String(decoding: part[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n") {
      let pair = line.split(separator: ":", maxSplits: 1)
      if pair.count == 2, let name = HTTPField.Name(String(pair[0])) {
        fields.append(HTTPField(name: name, value: String(pair[1])))
      }
    }
    let disposition = fields[.contentDisposition] ?? ""
    let name = disposition.firstRange(of: "name=\"").map {
      disposition[$0.upperBound...].prefix { $0 != "\"" }
    }
    let value = part[end.upperBound...]
    let shown =
      name.map { isSecret($0, isItem: true) } ?? false
      ? Data("\(Redaction.mask)\r\n".utf8) : masked(Data(value), as: fields.mediaType, isCoded: false)
    return part[..<end.upperBound] + shown
  }
}
