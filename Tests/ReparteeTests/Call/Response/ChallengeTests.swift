import Foundation
import HTTPTypes
@testable import Repartee
import TestSupport
import Testing

private typealias Challenge = Response.Challenge

/// WWW-Authenticate fields (RFC 9110, section 11).
struct ChallengeTests {
  private func read(_ fields: String...) async throws -> [Challenge] {
    var headers = HTTPFields()
    for value in fields { headers.append(HTTPField(name: .wwwAuthenticate, value: value)) }
    let transport = InMemoryTransport { [headers] _ in .status(401, headers: headers) }
    let result = await Client(baseURL: api, transport: transport).result(
      of: Resource<Void, Never>(.get("/x"), [.success(.noContent)]))
    return try #require(result.error?.response).challenges
  }

  private let basic = Challenge(scheme: "Basic", parameters: ["realm": "simple"])
  private let newauth = Challenge(
    scheme: "Newauth", parameters: ["realm": "apps", "type": "1", "title": "Login to \"apps\""])

  @Test func theExamplesOfTheRFCAreRead() async throws {
    #expect(
      try await read(#"Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"""#)
        == [basic, newauth])
    #expect(
      try await read(#"Newauth realm="apps", type=1, title="Login to \"apps\"", Basic realm="simple""#)
        == [newauth, basic])
    #expect(
      try await read(#"Basic realm="WallyWorld""#).first?.realm == "WallyWorld", "RFC 7617, section 2")
    let bearer = try await read(
      #"Bearer realm="example", error="invalid_token", error_description="The access token expired""#)
    #expect(bearer.count == 1 && bearer.first?.scheme == "bearer", "RFC 6750, section 3")
    #expect(bearer.first?["error"] == "invalid_token" && bearer.first?["ERROR"] == "invalid_token")
    #expect(bearer.first?["error_description"] == "The access token expired" && bearer.first?["x"] == nil)
  }

  @Test func challengesOfSeveralFieldsAreReadInOrder() async throws {
    let challenges = try await read(#"Basic realm="simple", Negotiate"#, "Bearer", #"Digest nonce="a,b""#)
    #expect(challenges.map(\.scheme) == ["basic", "negotiate", "bearer", "digest"])
    #expect(challenges.last?["nonce"] == "a,b")
    #expect(try await read().isEmpty)
  }

  @Test(arguments: [
    ("Negotiate", nil), ("Negotiate abc", "abc"), ("Negotiate oRQwEqADCgEA==", "oRQwEqADCgEA=="),
    ("Negotiate a-._~+/9=", "a-._~+/9="), ("Negotiate   abc  ", "abc"), ("Negotiate abc==  , Basic", "abc=="),
    ("Negotiate abc, realm=x", "abc"),
  ])
  func aTokenIsNoParameter(field: String, token: String?) {
    let challenge = Challenge.all(in: field).first
    #expect(challenge?.scheme == "negotiate" && challenge?.token == token)
    #expect(challenge?.parameters.isEmpty == !field.contains("realm"))
  }

  @Test(arguments: [
    #"Bearer realm="x",error=y"#, #"Bearer realm = "x" , error = y"#, "Bearer\trealm\t=\t\"x\"\t,\terror=\ty",
    #"BEARER REALM="x", ERROR=y"#, #"  , ,Bearer realm="x", , ,,error=y,,"#, "Bearer realm=x,error=\"y\"",
    #"Bearer realm="x" error="y""#, #"Bearer ,realm=x, error=y"#, #"Bearer realm="x" junk, error=y"#,
    #"Bearer realm="x", error=y, realm="z", Realm=z, ERROR="""#, #"Bearer realm="\x", error="\y""#,
  ])
  func theSameChallengeIsWrittenInManyWays(field: String) {
    let challenge = Challenge(scheme: "bearer", parameters: ["realm": "x", "error": "y"])
    #expect(Challenge.all(in: field) == [challenge])
  }

  @Test func isShownWithoutValues() {
    let challenges = Challenge.all(
      in: #"Digest realm="my-realm", nonce="planted-1", opaque="planted-2", Negotiate cGxhbnRlZA=="#)
    var text = "\(challenges) \(String(reflecting: challenges))"
    dump(challenges, to: &text)
    #expect(challenges.first?["nonce"] == "planted-1" && challenges.last?.token == "cGxhbnRlZA==")
    #expect(challenges.map(\.description) == ["digest nonce, opaque, realm", "negotiate"])
    #expect(!text.contains("planted") && !text.contains("cGxhbn") && !text.contains("my-realm"))
  }

  @Test func quotesKeepCommasEqualsSignsAndWhatLooksLikeAChallenge() {
    let challenges = Challenge.all(
      in: #"Bearer realm="a, Basic realm=\"b\", c=d", scope="repository:x/y:pull,push", Basic x="\\""#)
    #expect(challenges.map(\.scheme) == ["bearer", "basic"])
    #expect(challenges.first?.realm == #"a, Basic realm="b", c=d"#)
    #expect(challenges.first?["scope"] == "repository:x/y:pull,push")
    #expect(challenges.last?["x"] == "\\")
  }

  @Test func valuesMayBeEmptyOrOfAnyLanguage() {
    let challenge = Challenge.all(in: #"Bearer a="", b="größe 中 👩", c=x"#).first
    #expect(challenge?["a"] == "" && challenge?["b"] == "größe 中 👩" && challenge?["c"] == "x")
  }

  @Test func aCombiningMarkHidesNoQuote() {
    let challenges = Challenge.all(in: "Bearer realm=\"x\u{301}\"\u{301}, Basic realm=\"y\"")
    #expect(challenges.map(\.scheme) == ["bearer", "basic"] && challenges.first?.realm == "x\u{301}")
  }

  @Test(arguments: [
    ("", []), (",", []), ("=", []), ("\"", []), ("\"Basic\"", []), ("realm=x", []), ("a=b, c=\"d\"", []),
    ("Bearer realm=\"x", ["bearer"]), ("Bearer realm=\"x\\", ["bearer"]), ("Bearer \"", ["bearer"]),
    ("Bearer =x", []), ("Bearer realm==", ["bearer"]), ("Bearer a b c d", ["bearer"]),
    ("Bearer realm=\"x\" Basic realm=\"y\"", ["bearer"]), ("(), Basic", ["basic"]),
    ("\"a, Bearer\", Basic", ["basic"]), ("Bearer \"a, Basic\", Digest", ["bearer", "digest"]),
    ("ä, Basic", ["basic"]), ("ä Basic, Digest", ["digest"]), ("Basic\u{0} x=1", ["basic"]),
    ("Bearer \u{0}, Basic", ["bearer", "basic"]), ("{Bearer, Basic}", ["basic"]),
  ])
  func whatIsNotWellFormedIsPassedOver(field: String, schemes: [String]) {
    #expect(Challenge.all(in: field).map(\.scheme) == schemes)
  }

  @Test func anUnterminatedQuoteGoesToTheEnd() {
    #expect(Challenge.all(in: #"Bearer realm="x, Basic realm=y"#).first?.realm == "x, Basic realm=y")
    #expect(Challenge.all(in: #"Bearer realm="x\"#).first?.realm == #"x\"#)
  }

  @Test func atMost50AreRead() async throws {
    let many = Array(repeating: "Basic realm=x", count: 80).joined(separator: ", ")
    #expect(Challenge.all(in: many).count == 50)
    #expect(Challenge.all(in: many).allSatisfy { $0.realm == "x" })
    #expect(try await read(many, many, "Bearer").count == 50)
    #expect(try await read("Negotiate", many).first?.scheme == "negotiate")
  }

  // Were it quadratic, it would take minutes.
  @Test(
    .timeLimit(.minutes(2)),
    arguments: [
      "a", "a ", "a=", "a=b", "a=b,", "a=\"", "\"", "\\", "a=\"\\", "=", ",", " ", "a==", "a b", "\u{0}",
      "ä ",
      "Bearer a=\"b\", ", "a\t=\t", "a  \t ", "\"x\" ", "a=\"b\"c",
    ])
  func hostileFieldsAreReadInLinearTime(piece: String) {
    for size in [100_000, 400_000] {
      let field = String(repeating: piece, count: size / piece.utf8.count)
      #expect(Challenge.all(in: field).count <= 50)
      #expect(Challenge.all(in: "Bearer realm=x, " + field).first?.scheme == "bearer")
    }
  }

  @Test func garbageNeverTraps() async {
    await forAll(runs: 2_000) { generator in
      let text = generator.mangled(
        #"Bearer realm="a\"b", scope=x , Negotiate abc==, Basic, Digest q = "1,2""#)
      for challenge in Challenge.all(in: text) {
        #expect(challenge.scheme == challenge.scheme.lowercased() && !challenge.scheme.isEmpty)
        #expect(challenge.parameters.keys.allSatisfy { !$0.isEmpty && $0 == $0.lowercased() })
      }
      _ = Challenge.all(in: generator.text(0...40))
    }
  }

  @Test func whatIsWrittenIsReadBack() async {
    await forAll(runs: 2_000) { generator in
      let challenges = generator.array(0...6) { $0.challenge }
      let field = challenges.map { generator.written($0) }.reduce(into: generator.comma(0)) { field, text in
        if !field.allSatisfy({ ", \t".contains($0) }) { field += generator.comma(1) }
        field += text
      }
      let read = Challenge.all(in: field + generator.comma(0))
      #expect(read == challenges.map(\.challenge), "\(field)")
    }
  }
}

private struct WrittenChallenge {
  var scheme: String
  var token: String?
  var parameters: [(name: String, value: String)] = []

  var challenge: Challenge {
    Challenge(
      scheme: scheme, token: token,
      parameters: Dictionary(parameters.map { ($0.name.lowercased(), $0.value) }) { first, _ in first })
  }
}

extension SplitMix64 {
  private mutating func token(_ characters: String) -> String {
    String(array(1...6) { $0.one(of: Array(characters)) })
  }

  fileprivate var challenge: WrittenChallenge {
    mutating get {
      let letters = "abcXYZ019!#$%&'*+-.^_`|~"
      var challenge = WrittenChallenge(scheme: token(letters))
      switch int(0...3) {
      case 0: challenge.token = token("abcXYZ019-._~+/") + one(of: ["", "=", "=="])
      case 1: break
      default:
        challenge.parameters = array(1...4) { generator in
          (generator.token(letters), generator.bool() ? generator.token(letters) : generator.text())
        }
      }
      return challenge
    }
  }

  private mutating func space(_ least: Int) -> String {
    String(array(least...2) { $0.one(of: [" ", "\t"]) })
  }

  /// A comma, or several, or none.
  fileprivate mutating func comma(_ least: Int) -> String {
    array(least...2) { generator in generator.space(0) + "," + generator.space(0) }.joined()
  }

  fileprivate mutating func written(_ challenge: WrittenChallenge) -> String {
    if let token = challenge.token { return challenge.scheme + space(1) + token }
    var text = challenge.scheme
    for (index, parameter) in challenge.parameters.enumerated() {
      text += index == 0 ? space(1) : comma(1)
      text += parameter.name + space(0) + "=" + space(0) + written(value: parameter.value)
    }
    return text
  }

  private mutating func written(value: String) -> String {
    let isToken = !value.isEmpty && value.utf8.allSatisfy { "abcXYZ019!#$%&'*+-.^_`|~".utf8.contains($0) }
    if isToken, bool() { return value }
    var quoted = "\"".unicodeScalars
    for scalar in value.unicodeScalars {
      if scalar == "\"" || scalar == "\\" || bool() && scalar.isASCII { quoted.append("\\") }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }
}
