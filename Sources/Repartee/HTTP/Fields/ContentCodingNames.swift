import HTTPTypes

extension HTTPFields {
  /// The content codings of the body in the order in which they were applied, in lower case (RFC 9110, section 8.4).
  ///
  /// Without `identity`, and without names that some servers write and that are no codings: charsets, media types,
  /// names for "none", and other fields' values. They say nothing about the bytes.
  package var contentCodings: [String] {
    guard let value = self[.contentEncoding] else { return [] }
    return value.split(separator: ",").compactMap { element in
      let name = Substring(String(element).utf8.trimmingFieldWhitespace).lowercased()
      return name.isEmpty || name == "identity" || isNoContentCoding(name) ? nil : name
    }
  }
}

private func isNoContentCoding(_ name: String) -> Bool {
  noContentCodings.contains(name) || charsets.contains(where: name.hasPrefix) || MediaType(name) != nil
}

private let noContentCodings: Set = [
  "none", "null", "nil", "undefined", "no", "false", "default", "plain", "text", "json", "xml", "html",
  // Values of Content-Transfer-Encoding that change nothing (RFC 2045, section 6.2).
  "7bit", "8bit", "binary",
  // Transfer codings, which the transport has already decoded.
  "chunked", "aws-chunked",
]

/// The beginnings of the names of charsets.
private let charsets = [
  "utf", "iso-", "iso_", "iso8859", "us-ascii", "ascii", "ansi", "latin", "unicode", "windows-", "cp125",
  "koi8", "euc-",
  "gb2312", "gbk", "gb18030", "big5", "shift_jis", "shift-jis", "sjis", "tis-620", "macintosh", "charset=",
]
