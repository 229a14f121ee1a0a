import HTTPTypes

extension ResponseHead {
  /// The name for a file, from Content-Disposition (RFC 6266, section 4.3): `filename*` if it is valid (RFC 8187; UTF-8
  /// or ISO 8859-1), or else `filename`. Nil if there is none.
  ///
  /// The server chose it: compare with what is there before you write to it. It is never a path, and at most 240 bytes
  /// of UTF-8: of a path it is what follows the last `/` or `\`. Control characters and those that change the direction
  /// of text are removed, as are dots and white space at its beginning and end. `:`, `*`, `?`, `"`, `<`, `>` and `|`
  /// become `_`, which is put before a name that Windows reserves (`CON`, `nul.txt`). A longer name is cut before its
  /// extension.
  ///
  /// ```swift
  /// // Content-Disposition: attachment; filename="../etc/a.pdf"
  /// let file = folder.appending(path: report.fileName ?? "report")
  /// ```
  public var fileName: String? {
    let fields = head.headerFields.filter { $0.name == .contentDisposition }
    guard let text = fields.first?.text, fields.allSatisfy({ $0.text.hasSameBytes(as: text) }) else {
      return nil
    }
    // The type, which some servers leave out, is no parameter.
    var rest = ";\(text)".utf8[...]
    let parameters = rest.parameters()
    let names = [parameters["filename*"].flatMap(extendedValue), parameters["filename"]]
    return names.lazy.compactMap { $0.flatMap(safeFileName) }.first
  }
}

extension HTTPField {
  /// UTF-8, or else ISO 8859-1.
  fileprivate var text: String {
    guard value.unicodeScalars.contains("\u{FFFD}") else { return value }
    // The buffer is copied at once.
    let bytes = unsafe withUnsafeBytesOfValue { unsafe Array($0) }
    return utf8Text(bytes) ?? latin1Text(bytes)
  }
}

/// RFC 8187, section 3.2.1; nil if it is malformed.
private func extendedValue(_ text: String) -> String? {
  let parts = text.utf8.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
  guard parts.count == 3, let charset = parts[0].lowercaseToken else { return nil }
  var bytes: [UInt8] = []
  var rest = parts[2]
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "%") else {
      bytes.append(byte)
      continue
    }
    let digits = rest.prefix(2)
    guard digits.count == 2, digits.first != UInt8(ascii: "+"), let code = UInt8(Substring(digits), radix: 16)
    else { return nil }
    bytes.append(code)
    rest = rest[digits.endIndex...]
  }
  switch charset {
  case "utf-8": return utf8Text(bytes)
  case "iso-8859-1": return latin1Text(bytes)
  default: return nil
  }
}

private func utf8Text(_ bytes: [UInt8]) -> String? {
  let text = String(decoding: bytes, as: UTF8.self)
  return text.utf8.elementsEqual(bytes) ? text : nil
}

private func latin1Text(_ bytes: [UInt8]) -> String {
  String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
}

private let mostBytes = 240

private func safeFileName(_ text: String) -> String? {
  var name = String.UnicodeScalarView()
  // Scalars, not characters: a combining mark after a slash would hide it.
  let last =
    text.unicodeScalars.split(separator: "\\", omittingEmptySubsequences: false).last
    ?? text.unicodeScalars[...]
  for scalar in last.split(separator: "/", omittingEmptySubsequences: false).last ?? last {
    switch scalar {
    case ":", "*", "?", "\"", "<", ">", "|": name.append("_")
    case _ where !scalar.isRemoved: name.append(scalar)
    case _: break
    }
  }
  let trimmed = String(name.trimmingDotsAndSpaces)
  guard !trimmed.isEmpty else { return nil }
  return shortened(isReserved(trimmed) ? "_\(trimmed)" : trimmed)
}

private func shortened(_ name: String) -> String? {
  guard name.utf8.count > mostBytes else { return name }
  let dot = name.unicodeScalars.lastIndex(of: ".")
  let ending = dot.map { String(name.unicodeScalars[$0...]) } ?? ""
  let kept = ending.utf8.count <= 20 ? ending : ""
  var count = 0
  let beginning = name.unicodeScalars.prefix { scalar in
    count += UTF8.width(scalar)
    return count <= mostBytes - kept.utf8.count
  }
  return String(beginning.trimmingDotsAndSpaces) + kept
}

/// Names of devices, with any extension.
private func isReserved(_ name: String) -> Bool {
  let stem = String(name.unicodeScalars.prefix { $0 != "." }.trimmingDotsAndSpaces).uppercased()
  if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
  return stem.unicodeScalars.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT"))
    && stem.unicodeScalars.last.map { "0123456789¹²³".unicodeScalars.contains($0) } == true
}

extension Unicode.Scalar {
  /// Control characters, ends of lines, and what changes the direction of text.
  fileprivate var isRemoved: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: properties.isBidiControl
    default: false
    }
  }

  fileprivate var isDotOrSpace: Bool { self == "." || properties.isWhitespace }
}

extension BidirectionalCollection<Unicode.Scalar> {
  fileprivate var trimmingDotsAndSpaces: String.UnicodeScalarView {
    var rest = self[...]
    while rest.first?.isDotOrSpace == true { rest.removeFirst() }
    while rest.last?.isDotOrSpace == true { rest.removeLast() }
    return String.UnicodeScalarView(rest)
  }
}
