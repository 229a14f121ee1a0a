import Foundation
import Repartee
import TestSupport
import Testing

/// How a declared failure is called where it is shown. A payload is never shown.
struct NamedFailureTests {
  private static let secret = "hunter2"

  private enum Shared: Error {
    case notFound
    case limited(after: Int)
  }

  private struct Refusal: Error {
    var text = NamedFailureTests.secret
  }

  private indirect enum Failure: Error {
    case plain
    case text(String)
    case labeled(code: String, Int)
    case body(Refusal)
    case github(Shared)
    case nested(Failure)
  }

  /// The error of a call that declares a failure.
  private func error<F: Error>(_ failure: F) async -> CallError<F>? {
    let map: ResponseMap<String, F> = [.any(.error(failure))]
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(400) })
    guard case .failure(let error) = await client.result(of: Resource(.get("/x"), map)) else { return nil }
    return error
  }

  @Test(arguments: [
    (Failure.plain, "plain"), (.text(secret), "text"), (.labeled(code: secret, 7), "labeled"),
    (.body(Refusal()), "body"), (.github(.notFound), "github.notFound"),
    (.github(.limited(after: 7)), "github.limited"),
    (.nested(.nested(.text(secret))), "nested.nested.text"),
    (.nested(.nested(.nested(.nested(.nested(.plain))))), "nested.nested.nested.nested"),
  ])
  private func itIsTheNameOfTheCase(failure: Failure, name: String) async throws {
    let error = try #require(await error(failure))
    #expect(error.failureName == name)
    #expect(error.summary == "a declared failure (Failure.\(name))")
    #expect(error.description == "GET /x → 400 Bad Request, no body: a declared failure (Failure.\(name))")
    #expect(!error.description.contains(Self.secret))
  }

  @Test func aFailureThatIsNoEnumHasItsTypeOnly() async throws {
    let error = try #require(await error(Refusal()))
    #expect(error.failureName == nil && error.summary == "a declared failure (Refusal)")
    #expect(!error.description.contains(Self.secret))
  }

  @Test func anyErrorIsCalledByWhatItIs() async throws {
    let error = try #require(await error(Shared.notFound as any Error))
    #expect(error.failureName == "notFound" && error.summary == "a declared failure (Shared.notFound)")
  }

  private enum Described: Error, CustomStringConvertible {
    case plain
    case text(String)
    var description: String { NamedFailureTests.secret }
  }

  private enum Mirrored: Error, CustomReflectable {
    case text(String)
    var customMirror: Mirror {
      Mirror(self, children: [NamedFailureTests.secret: 1], displayStyle: .enum)
    }
  }

  private struct Says: Error, CustomStringConvertible {
    var description: String
  }

  @Test func whatAFailureSaysOfItselfIsInTheDescriptionOnly() async throws {
    let error = try #require(await error(Says(description: "the cart is full (C-17)")))
    #expect(
      error.description
        == "GET /x → 400 Bad Request, no body: a declared failure (Says): the cart is full (C-17)")
    #expect(error.summary == "a declared failure (Says)" && error.failureName == nil)
    let plain = try #require(await self.error(PlainError("sign in first")))
    #expect(plain.description.hasSuffix(": a declared failure (PlainError): sign in first"))
    #expect(PlainError("sign in first").description == "a request: sign in first")
  }

  @Test(arguments: ["a\nb\r\n\u{2028}c", "a\u{1B}[31m", "", "\n", String(repeating: "ä🙂", count: 100_000)])
  func itIsOneLineOfAtMostTwoHundredBytes(text: String) async throws {
    let error = try #require(await error(Says(description: text)))
    let shown = error.description.dropFirst(
      "GET /x → 400 Bad Request, no body: a declared failure (Says)".count)
    #expect(shown.utf8.count <= 202 && !shown.contains(where: \.isNewline) && !shown.contains("\u{1B}"))
  }

  /// 40 times: masked, what was not cut yet is shorter than what is shown.
  @Test(arguments: [1, 40, 100]) func itsSecretsAreMaskedBeforeItIsCut(count: Int) async throws {
    let token = "secret-token-" + String(repeating: "7", count: 300)
    var client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(400) })
    client.authentication = .bearer(token)
    let says = Says(description: String(repeating: "no: \(token), password=hunter2 ", count: count))
    let map: ResponseMap<String, Says> = [.any(.error(says))]
    let error = try #require(await client.result(of: Resource(.get("/x"), map)).error)
    #expect(!error.description.contains("secret-token") && !error.description.contains("hunter2"))
    #expect(error.description.contains("no: ***") == (count < 100))  // nothing of more than 16 KiB
  }

  @Test func aDescriptionOrAMirrorOfItsOwnIsNotAsked() async throws {
    let plain = try #require(await error(Described.plain))
    #expect(plain.failureName == nil && plain.summary == "a declared failure (Described)")
    #expect(try #require(await error(Described.text("x"))).failureName == "text")
    #expect(try #require(await error(Mirrored.text("x"))).summary == "a declared failure (Mirrored)")
  }

  private enum Coded: NamedFailure {
    case code(String)
    case unnamed
    var failureName: String? {
      if case .code(let code) = self { code } else { nil }
    }
  }

  private enum Outer: Error {
    case payment(Coded)
  }

  @Test func aNameOfItsOwnReplacesThatOfTheCase() async throws {
    #expect(try #require(await error(Coded.code("card_declined"))).failureName == "card_declined")
    #expect(
      try #require(await error(Coded.code("invalid_token"))).summary
        == "a declared failure (Coded.invalid_token)")
    #expect(try #require(await error(Coded.unnamed)).summary == "a declared failure (Coded)")
    #expect(try #require(await error(Coded.code(""))).failureName == nil)
    #expect(try #require(await error(Outer.payment(.code("frozen")))).failureName == "payment.frozen")
    #expect(try #require(await error(Outer.payment(.unnamed))).failureName == "payment")
  }

  @Test func aHostileNameIsOneShortLineWithoutTokens() async throws {
    for text in [
      "a\nb", "\u{1B}[31m", "a\0b", String(repeating: "x", count: 100_000),
      "ghp_0123456789abcdefghijABCDEFGHIJ012345",
    ] {
      let error = try #require(await error(Coded.code(text)))
      let name = try #require(error.failureName)
      #expect(name.unicodeScalars.count <= 70 && !name.contains("abcdefghij"), "\(name)")
      #expect(error.description.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }
  }

  @Test func otherReasonsHaveNone() async throws {
    let undeclared = await failure(.status(500), [] as ResponseMap<String, Failure>)
    #expect(try #require(undeclared).failureName == nil)
    let unreadable = await failure(.json("["), [.any(.decode)] as ResponseMap<User, Failure>)
    #expect(try #require(unreadable).failureName == nil)
  }
}
