import HTTPTypes
import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Response {
  private static let shownSize = 1_000

  /// The beginning of the body, with secrets masked.
  var shownBody: [String] {
    if body.isEmpty { return [] }
    guard let masked = body.shown(as: contentType, limit: Self.shownSize, request.redaction) else {
      return ["(\(byteCount(body.count)) that are no text)"]
    }
    let lines = DisplayText.lines(masked, limit: 4 * Self.shownSize).split(separator: "\n").map(String.init)
    return body.count > Self.shownSize ? lines + ["… (\(byteCount(body.count)) in all)"] : lines
  }
}

extension BodyFormat {
  package init(_ type: MediaType?) {
    let subtype = type?.subtype ?? ""
    let isJSON = subtype == "json" || subtype.hasSuffix("+json")
    self = isJSON ? .json : subtype == "x-www-form-urlencoded" ? .form : .text
  }
}

extension Data {
  /// Masks secrets; nil if the bytes are not text.
  func shown(as type: MediaType?, limit: Int, _ redaction: Redaction) -> String? {
    guard let text = prefix(limit + 4_096).shownText(charset: type?.charset) else { return nil }
    return redaction.masked(body: text, as: BodyFormat(type), limit: limit)
  }

  /// Drops a character that is cut off at the end; nil for other data than text.
  func shownText(charset: String?) -> String? {
    let cuts = charset?.hasPrefix("utf-16") == true ? [count % 2, count % 2 + 2] : [0, 1, 2, 3]
    for cut in cuts where cut < count {
      if let text = decodedText(Data(dropLast(cut)), charset: charset) {
        return text.utf8.contains(0) ? nil : text
      }
    }
    return nil
  }
}

extension Response.Challenge: CustomStringConvertible, CustomReflectable {
  /// The scheme and the names of the parameters.
  public var description: String {
    let names = origin.redaction.shown(names: [scheme] + parameters.keys.sorted())
    return names.replacing(", ", with: " ", maxReplacements: 1)
  }

  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["challenge": description]) }
}

extension Response.Link: CustomStringConvertible, CustomReflectable {
  /// The relations and the target, with secrets masked.
  public var description: String {
    let redaction = origin.redaction
    let (relations, target) = (
      redaction.shown(names: relations), redaction.masked(url: target.absoluteString)
    )
    return DisplayText.text("\(relations): \(target)", limit: DisplayText.description)
  }

  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["link": description]) }
}

/// A server may repeat a secret of its request as a name.
func shownNames(_ fields: HTTPFields, of request: SentRequest) -> String {
  request.redaction.maskedValues(in: shownNames(fields))
}
