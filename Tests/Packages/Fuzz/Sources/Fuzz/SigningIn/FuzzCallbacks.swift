import Foundation
import Repartee
import ReparteeOAuth

/// A callback gives its code if it has the state, no other issuer, no error and nothing twice; otherwise an error that
/// shows no value.
func checkCallback(_ text: String) {
  let values = Callback(text)
  for (issuer, requiresIssuer) in [(SigningIn.issuer, false), (SigningIn.issuer, true), (nil, false)] {
    let request = SigningIn.request(issuer: issuer, requiresIssuer: requiresIssuer)
    let hasIssuer = values["iss"].map { issuer == nil || same($0, issuer) } ?? !requiresIssuer
    let isGood = same(values["state"], request.state) && hasIssuer && values["error"] == nil
    let code = values["code"] ?? ""
    let isCode = !code.isEmpty && code.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    do throws(CallbackError) {
      let read = try request.code(from: text)
      claim(isGood && isCode && !values.hasRepetitions && same(read, code), "the code \(read) of \(text)")
    } catch {
      claim(!isGood || !isCode || values.hasRepetitions, "\(error): \(text)")
      check(error, values, request, text)
    }
  }

  // What stands beside a code, and whatever the code is.
  let good = "app://done?state=\(SigningIn.state)&code=\(escaped(text))"
  let isCode = !text.isEmpty && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  claim((try? SigningIn.request().code(from: good)) == (isCode ? text : nil), good)
  guard !text.contains("S3CR3T") else { return }
  guard text != "error" else { return }
  do throws(CallbackError) {
    _ = try SigningIn.request().code(
      from: "/?error=x&\(escaped(text))=S3CR3T&code=S3CR3T&error_description=S3CR3T&state=\(SigningIn.state)")
    claim(false, "a code beside an error: \(text)")
  } catch {
    claim(!SigningIn.shown(error).contains("S3CR3T"), SigningIn.shown(error))
  }
}

private func check(
  _ error: CallbackError, _ values: Callback, _ request: AuthorizationRequest, _ text: String
) {
  let hasState = values.all["state"]?.contains { same($0, request.state) } ?? false
  claim((error == .otherState) == !hasState, "\(error), with the state: \(hasState): \(text)")
  let shown = SigningIn.shown(error)
  claim(shown.unicodeScalars.count <= 2_000, shown)
  claim("\(error)".unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, shown)
  if case .refused(let refused) = error {
    claim(same(refused.code.rawValue, values["error"]) && !refused.code.rawValue.isEmpty, shown)
  }
}

/// The values of a query, read in another way.
private struct Callback {
  var all: [String: [String]] = [:]

  init(_ text: String) {
    let url = text.unicodeScalars.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
    let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return }
    for item in parts[1].split(separator: "&") {
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        String(String.UnicodeScalarView($0.map { $0 == "+" ? " " : $0 })).unescaped
      }
      // Names that look the same are different ones.
      all[pair[0].unicodeScalars.map { "\($0.value)," }.joined(), default: []].append(
        pair.count > 1 ? pair[1] : "")
    }
    for name in ["state", "iss", "code", "error"] {
      all[name] = all.removeValue(forKey: name.unicodeScalars.map { "\($0.value)," }.joined())
    }
  }

  var hasRepetitions: Bool { all.values.contains { $0.count > 1 } }

  subscript(name: String) -> String? { all[name]?.first }
}

/// A request is the same when it is written and read again, and each of its values is one item of its URL.
func checkRequest(_ texts: [String]) {
  let scope = texts[1].contains("openid") ? "openid" : texts[1]
  guard
    let request = try? SigningIn.oauth.authorizationRequest(
      redirectURI: texts[0], scope: scope, parameters: ["x" + texts[2]: texts[3]])
  else { return claim(false, "no request for \(texts)") }
  claim(request.url.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x23 }, request.url)
  let values = Callback(request.url)
  claim(values.all.count == (request.nonce == nil ? 8 : 9), request.url)
  claim(same(values["state"], request.state), request.url)
  let again = (try? JSONEncoder().encode(request)).flatMap {
    try? JSONDecoder().decode(AuthorizationRequest.self, from: $0)
  }
  claim(same(again?.url, request.url) && same(again?.redirectURI, texts[0]), request.url)
  claim(same(again?.state, request.state) && same(again?.verifier, request.verifier), request.url)
  claim(same(again?.nonce, request.nonce) && same(again?.issuer, request.issuer), request.url)
}

private func escaped(_ text: String) -> String {
  text.utf8.map { byte in
    let digits = String(byte, radix: 16)
    return "%" + (digits.count == 1 ? "0" : "") + digits
  }.joined()
}

/// Byte for byte: for Swift two texts are equal if they look the same.
private func same(_ one: String?, _ other: String?) -> Bool {
  one.map { Array($0.utf8) } == other.map { Array($0.utf8) }
}
