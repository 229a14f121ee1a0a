import Foundation
import HTTPTypes
@testable import Repartee

/// Content types, ranges of them, charsets, entity tags, parts, names of files: any text is read or refused, and what
/// is read is the same when it is written and read.
@Sendable func fuzzMediaTypes(_ input: Input) {
  let texts = input.texts(2)
  if let type = MediaType(texts[0]) {
    claim(MediaType(type.headerValue) == type, "\(type.headerValue) is another")
    // Not `description`, which cuts what is long.
    let essence = "\(type.type)/\(type.subtype)"
    claim(type.description.unicodeScalars.count <= 120, "\(type)")
    var written = essence
    for (name, value) in type.parameters { written += "; \(name)=\(quoted(value))" }
    claim(
      MediaType(written) == type, "\(type) \(type.parameters) is \(String(describing: MediaType(written)))")
    claim(MediaRange.any.contains(type), "not in */*")
    claim(MediaRange(stringLiteral: essence).contains(type), "\(type) is not in itself")
    let range = MediaRange(stringLiteral: texts[1])
    if range.contains(type) { claim(MediaRange.any.contains(range), "\(range)") }
    _ = range.acceptable.description
    _ = range.contentType
    for charset in [type.charset, texts[1].lowercased()] {
      _ = decodedText(Data(texts[0].utf8), charset: charset)
    }
  }
  if let tag = EntityTag(texts[0]) {
    claim(EntityTag(tag.description) == tag, "\(tag) is another when it is read again")
  }
  if let range = ContentRange(texts[0]) {
    claim(ContentRange(range.description) == range, "\(range) is another when it is read again")
  }
  let fields: HTTPFields = [.contentDisposition: texts[0]]
  if let name = Response(status: 200, headers: fields).fileName {
    let isPlain = name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !"/\\:*?\"<>|".utf8.contains($0) }
    claim(isPlain && !name.hasPrefix(".") && (1...240).contains(name.utf8.count), name)
  }
  for charset in ["utf-8", "iso-8859-1", "utf-16", "utf-16le", "utf-16be"] {
    let text = decodedText(input.data, charset: charset)
    if charset == "utf-8" {
      claim((text == nil) == (String(validating: input.bytes, as: UTF8.self) == nil), "utf-8")
    }
    if charset == "iso-8859-1" { claim(text?.unicodeScalars.count == input.bytes.count, "latin1") }
  }
}
