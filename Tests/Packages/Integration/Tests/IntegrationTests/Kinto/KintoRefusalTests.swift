import Foundation
import Repartee
import Testing

/// All that Kinto refuses is one failure, typed, whatever the endpoint and the status; and nothing of it, or of what
/// was sent, shows a secret.
@Suite(.needsKinto)
struct KintoRefusalTests {
  struct Refused: Sendable, CustomTestStringConvertible {
    var status: HTTPResponse.Status
    var number: KintoFailure.Number
    var request: Request
    var isSignedIn = true

    var testDescription: String { "\(status.code) to \(request)" }
  }

  @Test(arguments: [
    Refused(
      status: .badRequest, number: .invalidParameters,
      request: .post("/buckets", body: .text("{", contentType: "application/json"))),
    Refused(status: .unauthorized, number: .signedOut, request: .get("/buckets/none"), isSignedIn: false),
    Refused(status: .forbidden, number: .forbidden, request: .get("/buckets/none")),
    Refused(status: .notFound, number: .unknownResource, request: .get("/nowhere")),
    Refused(status: .methodNotAllowed, number: .methodNotAllowed, request: .put("/buckets")),
    Refused(
      status: .unsupportedMediaType, number: .invalidParameters, request: .post("/buckets", body: .text("a"))),
  ])
  func everyRefusalIsTheSameFailure(_ refused: Refused) async throws {
    let client = refused.isSignedIn ? try await Kinto.signedIn.value : Kinto.client
    let resource = Resource<Void, KintoFailure>(
      refused.request, [.success(.noContent), .including(KintoFailure.responses)])
    let error = try #require(await client.result(of: resource).failure)
    #expect(error.status == refused.status)
    let failure = try #require(error.declared)
    #expect(failure.code == refused.status.code)
    #expect(failure.errno == .known(refused.number))
    #expect(failure.message?.isEmpty == false)
  }

  @Test func parametersThatDontFitAreAnArray() async throws {
    let notebook = try await Notebook()
    let error = await #expect(throws: CallError<SaveNote.Refusal>.self) {
      _ = try await notebook.save("no such identifier!")
    }
    guard case .kinto(let failure)? = error?.declared, case .parameters(let parameters)? = failure.details
    else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.errno == .known(.invalidParameters))
    #expect(parameters.map(\.location) == [.known(.path)])
  }

  @Test func whatIsMissingIsAnObject() async throws {
    let notebook = try await Notebook()
    let error = await #expect(throws: CallError<KintoFailure>.self) { _ = try await notebook.get("none") }
    #expect(error?.declared?.errno == .known(.unknownObject))
    #expect(error?.declared?.details == .subject(.init(id: "none", resourceName: "record")))
    #expect(error?.status == .notFound)
  }

  @Test func aRefusalOfAHeadIsItsStatus() async throws {
    let error = try #require(await Kinto.client.result(of: CountNotes(bucket: "none")).failure)
    #expect(error.status == .unauthorized)
    #expect(error.body?.isEmpty == true)
    #expect(error.header("WWW-Authenticate")?.hasPrefix("Basic") == true)
  }

  @Test func signingInTellsWhoOneIs() async throws {
    let account = Account(name: Kinto.unique(), password: "correct-horse")
    #expect(try await Kinto.client.send(SignUp(account: account)) == account.name)
    #expect(try await Kinto.client.send(WhoAmI()) == nil)
    #expect(try await Kinto.client.signedIn(as: account).send(WhoAmI()) == "account:\(account.name)")
  }

  @Test func noSecretIsEverShown() async throws {
    let account = Account(name: Kinto.unique(), password: "correct-horse")
    let client = Kinto.client.signedIn(as: account)
    // The response has the hash of the password in it.
    let misread = Resource<Int, Never>(SignUp(account: account).request, [.code(201, .decode)])
    let misfit = try #require(await Kinto.client.result(of: misread).failure)
    #expect(misfit.decodingError?.kind == .typeMismatch)
    #expect(misfit.text?.contains("$2b$") == true)
    let refusal = try #require(await client.result(of: DeleteNote(bucket: "none", id: "n")).failure)
    let reply = try await client.response(to: WhoAmI())
    #expect(reply.value == "account:\(account.name)")

    var shown = [client, misread, misfit, misfit.report, refusal, refusal.report, reply, reply.request]
      .map { "\($0)" }.joined(separator: "\n")
    for value in [client, misread, misfit, refusal, reply, reply.request, client.headers] as [Any] {
      dump(value, to: &shown)
    }
    #expect(shown.contains("Authorization: ***"))
    let credentials = try #require(client.headers[.authorization]?.split(separator: " ").last)
    for secret in [credentials, "correct-horse", "$2b$"] { #expect(!shown.contains(secret)) }
  }
}
