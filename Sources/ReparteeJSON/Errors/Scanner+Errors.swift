import ReparteeRedaction

extension Scanner {
  func error(for failure: ScanFailure, excerptWidth: Int, _ redaction: Redaction) -> JSONError {
    let source = SourceText(bytes: text, lines: LineIndex())
    let words = self.words(for: failure)
    let hasPlace = words.kind != .empty && words.kind != .size
    var secretDepth: Int?
    func mask(_ shown: [Range<Int>]) -> Mask {
      var mask = source.mask(shown, redaction)
      if let start = mask.startOfSecret(around: failure.offset) { secretDepth = openDepth(from: start) }
      mask.settle()
      return mask
    }
    var excerpt: String?
    if hasPlace, !failure.isEncoding {
      let place = failure.offset..<failure.offset + 1
      excerpt = source.excerpt(of: place, width: excerptWidth, masking: mask)
      if excerpt == nil { _ = mask([place]) }
    }
    return JSONError(
      storage: JSONError.Storage(
        kind: words.kind, path: openPath(for: failure),
        position: words.kind == .size ? nil : source.position(at: failure.offset),
        expected: words.expected, found: words.found, availableKeys: [], hint: hint(for: failure),
        secretDepth: secretDepth, excerpt: excerpt, underlying: nil, redaction: redaction))
  }

  private func words(
    for failure: ScanFailure
  ) -> (kind: JSONError.Kind, expected: String, found: String) {
    switch failure.problem {
    case .empty: (.empty, "a JSON value", "nothing")
    case .utf16: (.syntax, "UTF-8", "UTF-16")
    case .utf32: (.syntax, "UTF-8", "UTF-32")
    case .tooLarge(let count, let limit): (.size, "at most \(limit) bytes", "\(count)")
    case .tooDeep: (.depth, "at most \(maximumDepth) levels", "more")
    case .unexpectedEnd(let expected): (.syntax, expected.rawValue, "the end of the text")
    case .unexpected(let expected): (.syntax, expected.rawValue, token(at: failure.offset))
    case .controlCharacter:
      (.syntax, "an escaped control character", token(at: failure.offset))
    case .invalidEscape:
      (.syntax, #"an escape: \" \\ \/ \b \f \n \r \t or \u and four hexadecimal digits"#, "another character")
    case .loneSurrogate: (.syntax, "a pair of surrogates", "half of a pair")
    case .invalidUTF8: (.syntax, "UTF-8", "bytes that are not UTF-8")
    case .leadingZero: (.syntax, "a number", "a number with a leading zero")
    case .missingDigits:
      (.syntax, "a digit", failure.offset < text.count ? token(at: failure.offset) : "the end of the text")
    case .trailingBytes: (.syntax, "nothing after the value", token(at: failure.offset))
    case .trailingComma: (.syntax, "another element after ','", token(at: failure.offset))
    case .duplicateKey: (.duplicateKey, "each key once", "one twice")
    }
  }

  private func token(at offset: Int) -> String {
    guard let byte = text.byte(at: offset) else { return "the end of the text" }
    switch byte {
    case UInt8(ascii: "\""): return "a string"
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return "a number"
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): return "a bare word"
    case 0x21..<0x7F: return "'\(Character(Unicode.Scalar(byte)))'"
    case 0x80...: return "a character that is not ASCII"
    default: return "the control character \(byte)"
    }
  }

  private func hint(for failure: ScanFailure) -> String? {
    let first = firstByte
    switch failure.problem {
    case .trailingComma: return "RFC 8259 has no trailing commas"
    case .utf16, .utf32: return "the server must send UTF-8 (RFC 8259 section 8.1)"
    case .empty: return "an empty body, as of status 204 or a HEAD request, is not JSON"
    case .unexpected, .trailingBytes:
      if first == UInt8(ascii: "<") {
        return "HTML or XML, not JSON: an error or login page, or a wrong URL"
      }
      guard failure.offset < text.count else { return nil }
      let word = text.text(failure.offset..<min(text.count, failure.offset + 9))
      if word.hasPrefix("'") { return "JSON has strings in double quotes only" }
      if word.hasPrefix("/") || word.hasPrefix("#") { return "JSON has no comments" }
      if ["NaN", "Infinity", "-Infinity"].contains(where: { word.hasPrefix($0) }) {
        return "JSON has no numbers for infinity and not-a-number"
      }
      if ["True", "False", "None"].contains(where: { word.hasPrefix($0) }) {
        return "this looks like a Python literal, not JSON"
      }
      if failure.problem == .trailingBytes, first == UInt8(ascii: "{"), word.hasPrefix("{") {
        return "several values one after the other: read them with JSONElements"
      }
      return nil
    case .loneSurrogate: return "set `replacesLoneSurrogates` to read it as U+FFFD"
    case .unexpectedEnd: return "the text was cut off, or its end is missing"
    default: return nil
    }
  }

  private var firstByte: UInt8? {
    text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }
}

extension ScanFailure {
  fileprivate var isEncoding: Bool { problem == .utf16 || problem == .utf32 }
}
