import HTTPTypes
import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Response {
  private static let shownBeginning = 100

  /// Nil unless a body that was sent as JSON is something else:
  /// `sent as application/json, the body begins with <!DOCTYPE html> <html>`
  ///
  /// A word alone is shown only if it has nothing but letters: it may be a token.
  var wrongContentType: String? {
    guard case .json = BodyFormat(contentType),
      let first = body.first(where: { !" \t\r\n".utf8.contains($0) && $0 < 0x80 }),
      !"{[\"".utf8.contains(first), let beginning
    else { return nil }
    let types = headers[fields: .contentType].map(\.value).joined(separator: ", ")
    return
      "sent as \(DisplayText.text(request.redaction.masked(text: types), limit: 100)), the body begins with "
      + beginning
  }

  private var beginning: String? {
    guard let text = body.prefix(Self.shownBeginning + 4_096).shownText(charset: contentType?.charset) else {
      return "the bytes " + body.prefix(4).map { hex($0) }.joined(separator: " ")
    }
    let masked = request.redaction.masked(body: text, as: .text, limit: Self.shownBeginning)
    let words = masked.split(whereSeparator: \.isWhitespace)
    if words.count == 1, let word = words.first, word.first != "<", !word.allSatisfy(\.isLetter) {
      return nil
    }
    return DisplayText.text(words.joined(separator: " "), limit: Self.shownBeginning)
  }

  private func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
