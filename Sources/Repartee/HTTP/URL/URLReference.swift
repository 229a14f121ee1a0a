/// A URL or a relative reference, not decoded and not checked (RFC 3986, section 4.1).
package struct URLReference: Sendable, Hashable {
  package var scheme: String?
  package var authority: String?
  package var path = ""
  var query: String?
  var fragment: String?

  /// RFC 3986, appendix B.
  package init(_ text: String) {
    var rest = text.utf8[...]
    if let colon = Self.endOfScheme(rest) {
      scheme = String(Substring(rest[..<colon]))
      rest = rest[colon...].dropFirst()
    }
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = String(Substring(rest[hash...].dropFirst()))
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = String(Substring(rest[mark...].dropFirst()))
      rest = rest[..<mark]
    }
    if rest.starts(with: "//".utf8) {
      let end = rest.dropFirst(2).firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = String(Substring(rest[..<end].dropFirst(2)))
      rest = rest[end...]
    }
    path = String(Substring(rest))
  }

  init(
    scheme: String? = nil, authority: String? = nil, path: String = "", query: String? = nil,
    fragment: String? = nil
  ) {
    self.scheme = scheme
    self.authority = authority
    self.path = path
    self.query = query
    self.fragment = fragment
  }

  /// RFC 3986, section 3.1.
  private static func endOfScheme(_ text: Substring.UTF8View) -> String.Index? {
    guard let colon = text.firstIndex(where: { ":/?#".utf8.contains($0) }), text[colon] == UInt8(ascii: ":"),
      let first = text.first, (0x61...0x7A).contains(first | 0x20),
      text[..<colon].allSatisfy({ URLCharacters.scheme.contains($0) })
    else { return nil }
    return colon
  }

  /// RFC 3986, section 5.3.
  var text: String {
    var text = scheme.map { "\($0):" } ?? ""
    if let authority { text += "//\(authority)" }
    text += path
    if let query { text += "?\(query)" }
    if let fragment { text += "#\(fragment)" }
    return text
  }

  /// RFC 3986, section 5.2.2, strictly: `http:g` is not a path.
  func resolved(against base: URLReference) -> URLReference {
    var target = self
    if scheme == nil {
      target.scheme = base.scheme
      if authority == nil {
        target.authority = base.authority
        if path.isEmpty {
          target.path = base.path
          target.query = query ?? base.query
          return target
        }
        if path.utf8.first != UInt8(ascii: "/") { target.path = Self.merged(path, into: base) }
      }
    }
    target.path = Self.removingDotSegments(from: target.path)
    return target
  }

  /// RFC 3986, section 5.2.3.
  private static func merged(_ path: String, into base: URLReference) -> String {
    if base.authority != nil, base.path.isEmpty { return "/\(path)" }
    let folder = base.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { base.path.utf8[...$0] }
    return (folder.map { String(Substring($0)) } ?? "") + path
  }

  /// RFC 3986, section 5.2.4. `%2e` counts as a dot (section 6.2.2.2): no recipient finds a `..` later.
  static func removingDotSegments(from path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: ".")) || path.utf8.contains(UInt8(ascii: "%")) else { return path }
    var input = Array(withPlainDots(path).utf8)[...]
    var output: [UInt8] = []
    let slash = UInt8(ascii: "/")
    func begins(_ prefix: String) -> Bool { input.starts(with: prefix.utf8) }
    func isAll(_ text: String) -> Bool { input.elementsEqual(text.utf8) }
    func removeLastSegment() {
      while let last = output.popLast(), last != slash {}
    }
    while !input.isEmpty {
      if begins("../") {
        input.removeFirst(3)
      } else if begins("./") || begins("/./") {
        input.removeFirst(2)
      } else if isAll("/.") {
        output.append(slash)
        break
      } else if begins("/../") {
        input.removeFirst(3)
        removeLastSegment()
      } else if isAll("/..") {
        removeLastSegment()
        output.append(slash)
        break
      } else if isAll(".") || isAll("..") {
        break
      } else {
        output.append(input.removeFirst())
        let end = input.firstIndex(of: slash) ?? input.endIndex
        output += input[..<end]
        input = input[end...]
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func withPlainDots(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: "%")) else { return path }
    // By bytes: a combining mark at the start of a segment would merge with the slash before it.
    return path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { bytes in
      let segment = Substring(bytes)
      guard segment.utf8.count <= 6 else { return segment }
      switch segment.lowercased() {
      case "%2e": return "."
      case "%2e%2e", "%2e.", ".%2e": return ".."
      default: return segment
      }
    }.joined(separator: "/")
  }
}
