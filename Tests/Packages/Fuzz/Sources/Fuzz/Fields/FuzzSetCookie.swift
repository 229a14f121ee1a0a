import Foundation
@testable import Repartee

/// Set-Cookie fields: any text is read or refused; what is kept stays within its host and its limits, and reads as
/// itself when it is written again.
@Sendable func fuzzSetCookie(_ input: Input) {
  let now = Date(timeIntervalSince1970: 1_800_000_000)
  guard let own = try? AbsoluteURL("https://api.example.com/a/b", kind: .url),
    let open = try? AbsoluteURL("http://api.example.com/a/b", kind: .url),
    let other = try? AbsoluteURL("https://example.com/a/b", kind: .url)
  else { return claim(false, "URLs") }
  for field in input.texts(1) {
    guard let set = SetCookie(field, at: now) else { continue }
    claim(set.name.utf8.count + set.value.utf8.count <= 4_096, "\(set)")
    claim(set.expires.map { $0 <= now + SetCookie.maximumAge } ?? true, "\(set)")
    claim(SetCookie("\(set.name)=\(set.value)", at: now)?.value == set.value, "\(set) written again")
  }
  var cookies = Cookies()
  cookies.receive(input.texts(1), from: own, at: now)
  let kept = cookies.all(at: now)
  claim(kept.count <= 50 && kept.count <= cookies.count, "\(kept.count) cookies")
  claim(kept.allSatisfy { $0.host == "api.example.com" && $0.isPossible }, "\(kept)")
  claim(cookies.cookies(for: open, at: now).allSatisfy { !$0.isSecure }, "\(kept) over http")
  claim(cookies.field(for: other, at: now) == nil, "\(kept) elsewhere")
  let field = cookies.field(for: own, at: now)
  claim(field?.utf8.contains(where: isControl) != true, "\(field ?? "")")
  claim(CookieJar(kept).field(for: own, at: now) == field, "\(kept) in another jar")
  cookies.receive(["a=b"], from: open, at: now)
  claim(cookies.all(at: now).filter(\.isSecure) == kept.filter(\.isSecure), "\(kept) changed over http")
}
