import Foundation
@testable import Repartee

/// A base URL, a literal path and values put into paths and queries: what goes into the request line is clean, stays
/// below the base, and has a value in one segment, where it can be read back.
@Sendable func fuzzURLs(_ input: Input) {
  let texts = input.texts(5)
  let (path, value, query, other) = (texts[1], texts[2], texts[3], texts[4])
  for text in [
    texts[0], "https://api.example.com/v1", "http://[::1]:8080/a%2Fb/?k=v", "https://h/" + texts[0],
  ] {
    guard let base = try? AbsoluteURL(text, kind: .baseURL) else { continue }
    check(base, text)
    compareWithFoundation(base, text)
    let literal = Request.Path(path)
    let paths: [Request.Path] = [
      literal, "/\(value)", "/users/\(value)/posts?q=\(query)", "a\(value)b", "/\(segments: [value, other])",
      "?q=\(value)", Request.Path("x/" + path), "/\(value)?a=b&c=\(other)",
    ]
    for path in paths where path.fault == nil {
      var url = base
      url.append(path: path.path, query: path.query)
      let items: Request.Query = [value: other, "k": query]
      url.append(query: items.encoded)
      check(url, text)
      claim(url.origin == base.origin && url.authority == base.authority, "another origin: \(url)")
      checkIsBelow(url, base, "\(text) + \(path.path)")
      // The items come last, each as it was.
      let read = (url.query ?? "").split(separator: "&", omittingEmptySubsequences: false).suffix(2)
        .map {
          $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
            Substring($0).unescaped
          }
        }
      claim(same(read, [[value, other], ["k", query]]), "\(read), not \([[value, other], ["k", query]])")
    }
    if !value.isEmpty, Request.Path("/\(value)").fault == nil {
      var url = base
      let path: Request.Path = "/\(value)/end"
      url.append(path: path.path, query: path.query)
      let segments = url.path.split(separator: "/")
      claim(
        segments.count >= 2 && same([[segments[segments.count - 2].unescaped]], [[value]]), "\(segments)"
      )
    }
  }
  guard let reference = try? AbsoluteURL(texts[0], kind: .url) else { return }
  claim(["http", "https"].contains(reference.origin.scheme), "\(reference.origin)")
}

/// Byte for byte: for Swift two texts are equal if they look the same.
private func same(_ one: [[String]], _ other: [[String]]) -> Bool {
  one.map { $0.map { Array($0.utf8) } } == other.map { $0.map { Array($0.utf8) } }
}

private func check(_ url: AbsoluteURL, _ text: String) {
  let target = url.requestTarget
  claim(target.hasPrefix("/") || !url.path.hasPrefix("/"), "\(target) of \(text)")
  claim(target.hasPrefix("/"), "the target \(target) of \(text)")
  for part in [target, url.authority, url.origin.host] {
    claim(part.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x23 }, "\(part) of \(text)")
  }
  claim((1...65_535).contains(url.origin.port), "\(url.origin)")
  claim(!url.authority.utf8.contains { "/?#@\\".utf8.contains($0) }, "\(url.authority) of \(text)")
}

/// Another parser has to find the same host and port in what is sent.
private func compareWithFoundation(_ url: AbsoluteURL, _ text: String) {
  let whole = "\(url.origin.scheme)://\(url.authority)\(url.requestTarget)"
  guard let parts = URLComponents(string: whole) else {
    return claim(false, "Foundation can't read \(whole)")
  }
  claim(
    parts.encodedHost?.lowercased() == url.origin.host,
    "\(String(describing: parts.encodedHost)), not \(url.origin.host), of \(text)")
  claim(
    parts.port ?? (url.origin.scheme == "https" ? 443 : 80) == url.origin.port, "\(url.origin) of \(text)")
}

/// RFC 3986, section 5.2.4 leaves what the base had.
private func checkIsBelow(_ url: AbsoluteURL, _ base: AbsoluteURL, _ text: String) {
  var root = base.path
  while root.hasSuffix("/") { root.removeLast() }
  claim(url.path.hasPrefix(root), "\(url.path) is not below \(root): \(text)")
  for segment in url.path.dropFirst(root.count).split(separator: "/", omittingEmptySubsequences: false) {
    let plain = segment.unescaped
    claim(plain != "." && plain != "..", "\(url.path) has the segment \(segment): \(text)")
  }
  let rest = url.path.dropFirst(root.count)
  claim(
    rest.isEmpty || rest.hasPrefix("/"),
    "\(url.path) goes on with the last segment of \(root)")
}
