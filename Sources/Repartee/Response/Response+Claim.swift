import HTTPTypes
import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Response {
  /// The most bytes of a body that are shown of it.
  private static let shownBeginning = 100

  /// If the body does not begin like the JSON that its content type claims: the content type as it was sent, and the
  /// first bytes, with secrets masked. `sent as application/json, the body begins with <!DOCTYPE html> <html>`
  ///
  /// Of bytes that are no text, the first four are shown, in hexadecimal. A word alone is shown only if it consists of
  /// letters, because it may be a token.
  var brokenClaim: String? {
    // The first byte may be that of a byte order mark.
    guard case .json = BodyFormat(contentType),
      let first = body.first(where: { !" \t\r\n".utf8.contains($0) && $0 < 0x80 }),
      !"{[\"".utf8.contains(first), let beginning
    else { return nil }
    let claim = headers[fields: .contentType].map(\.value).joined(separator: ", ")
    return "sent as \(Shown.text(request.redaction.masked(text: claim), limit: 100)), the body begins with "
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
    return Shown.text(words.joined(separator: " "), limit: Self.shownBeginning)
  }

  private func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
