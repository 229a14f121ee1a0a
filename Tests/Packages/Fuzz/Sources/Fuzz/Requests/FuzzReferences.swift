import Foundation
@testable import Repartee

/// What a Location or a Link leads to: clean, absolute, the same when it is read again, and, of plain references, what
/// Foundation makes of them.
@Sendable func fuzzReferences(_ input: Input) {
  let texts = input.texts(2)
  for text in ["https://example.com/a/b/c?d", "http://h", "https://[::1]:8//x/", texts[1]] {
    // A reference without a path leaves the path of the base as it is, dots and all.
    guard let base = try? AbsoluteURL(text, kind: .url), !base.path.unescaped.contains("/.") else { continue }
    _ = base.url(texts[0])
    _ = base.isReached(by: texts[0])
    guard let url = try? base.resolving(texts[0]) else { continue }
    for part in [url.requestTarget, url.authority, url.fragment ?? ""] {
      claim(
        part.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x23 }, "\(part) of \(texts[0]) at \(text)"
      )
    }
    claim(url.requestTarget.hasPrefix("/"), "\(url.requestTarget)")
    for segment in url.path.split(separator: "/") {
      claim(segment != "." && segment != "..", "\(url.path) of \(texts[0]) at \(text)")
    }
    let whole =
      "\(url.origin.scheme)://\(url.authority)\(url.path)"
      + (url.query.map { "?\($0)" } ?? "") + (url.fragment.map { "#\($0)" } ?? "")
    let again = try? base.resolving(whole)
    claim(again == url, "\(whole) leads to \(String(describing: again)), not to \(url)")
    compareWithFoundation(url, whole, texts[0], text)
  }
}

private func compareWithFoundation(_ url: AbsoluteURL, _ whole: String, _ reference: String, _ base: String) {
  guard let parts = URLComponents(string: whole) else {
    return claim(false, "Foundation can't read \(whole)")
  }
  claim(
    parts.encodedHost?.lowercased() == url.origin.host,
    "\(String(describing: parts.encodedHost)) is the host of \(whole)")
  // Only where both are plain: there Foundation follows RFC 3986 as well.
  let isPlain = (reference + base).utf8.allSatisfy {
    URLCharacters.unreserved.contains($0) || "/:?#=&".utf8.contains($0)
  }
  guard isPlain, !reference.contains("//"), !base.dropFirst(8).contains("//"), !reference.contains(":"),
    !base.dropFirst(8).contains("/."), !reference.isEmpty,
    let expected = URL(string: reference, relativeTo: URL(string: base))?.absoluteURL, expected.host() != nil
  else { return }
  let path = expected.path(percentEncoded: true)
  claim(
    (path.isEmpty ? "/" : path) == (url.path.isEmpty ? "/" : url.path),
    "\(url.path), by Foundation \(path): \(reference) at \(base)")
  claim(
    (expected.query(percentEncoded: true) ?? "") == (url.query ?? ""), "\(whole), by Foundation \(expected)")
}
