import Foundation
@testable import Repartee

/// Percent-encoding: what is encoded is read back, and has only the characters that it may have.
@Sendable func fuzzPercentEncoding(_ input: Input) {
  let text = input.text
  let encoded = text.percentEncoded(keeping: .unreserved)
  claim(encoded.unescaped.utf8.elementsEqual(text.utf8), "\(encoded)")
  claim(encoded.utf8.allSatisfy { URLCharacters.unreserved.contains($0) || $0 == 0x25 }, "\(encoded)")
  claim(
    encoded.percentEncoded(keeping: .unreserved, keepingEscapes: true) == encoded, "escaped twice: \(encoded)"
  )
  for characters in [URLCharacters.path, .query, .unreserved] {
    let kept = text.percentEncoded(keeping: characters, keepingEscapes: true)
    claim(kept.percentEncoded(keeping: characters, keepingEscapes: true) == kept, "escaped twice: \(kept)")
    claim(kept.unescaped.utf8.elementsEqual(text.unescaped.utf8), "\(kept)")
    claim(text.hasLineBreakOrNUL == text.utf8.contains { [0, 10, 13].contains($0) }, "")
  }
  // Foundation drops a byte order mark.
  if text.utf8.elementsEqual(input.bytes), !text.unescaped.unicodeScalars.contains("\u{FEFF}") {
    claim(
      text.removingPercentEncoding.map { $0.utf8.elementsEqual(text.unescaped.utf8) } ?? true,
      "\(text.unescaped)")
  }
}
