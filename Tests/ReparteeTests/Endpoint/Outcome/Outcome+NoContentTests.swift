import Foundation
import Repartee
import TestSupport
import Testing

struct OutcomeNoContentTests {
  private let validated: ResponseMap<Void, Never> = [.any(.noContent(.validatedEmpty))]

  @Test func noContentAsACheckTakesAnyBody() async throws {
    try await read(.json("{}"), [.any(.noContent(.noContent))] as ResponseMap<Void, Never>)
    #expect(try await read(.json("7"), [.any(.noContent(.noContent))] as ResponseMap<Int?, Never>) == nil)
  }

  @Test func validatedEmptyRefusesABodyAndKeepsIt() async throws {
    for code in [200, 204, 205] { try await read(.status(code), validated) }
    for body in ["{}", " \n", "<html>"] {
      let error = await failure(.text(body, contentType: "text/html", status: 204), validated)
      #expect(error?.decodingError?.kind == .invalidEmptyResponse)
      #expect(error?.decodingError?.message.contains(body) == false)
      #expect(error?.response?.text == body)
      #expect(error?.response?.status.code == 204)
    }
    let error = await failure(.text("{}", contentType: nil, status: 204), validated)
    #expect(error?.decodingError?.message == "a body of 2 bytes where none was declared")
    let string: ResponseMap<String, Never> = [.any(.noContent(.validatedEmpty))]
    #expect(try await read(.status(200), string) == "")
    #expect(await failure(.json("{}"), string)?.decodingError?.kind == .invalidEmptyResponse)
    let void: ResponseMap<Void, Never> = [.any(.validatedEmpty)]
    try await read(.status(204), void)
    #expect(await failure(.json("{}"), void)?.decodingError?.kind == .invalidEmptyResponse)
  }

  @Test func aCheckOfYourOwnGivesSuccessAFailureOrADecodingFailure() async throws {
    let map: ResponseMap<Void, Problem> = [.success(.noContent(.confirmed))]
    try await read(.json(#"{"returnCode":200,"message":"ok"}"#), map)
    let refused = await failure(.json(#"{"returnCode":500,"message":"full"}"#), map)
    #expect(refused?.declaredFailure == Problem(title: "full"))
    let mismatch = await failure(.json(#"{"returnCode":200,"message":"ok"}"#, status: 201), map)
    #expect(mismatch?.decodingError?.kind == .custom)
    #expect(mismatch?.decodingError?.message == "returnCode is 200, and the status 201")
    let junk = await failure(.json("[]"), map)
    #expect(junk?.decodingError?.kind == .typeMismatch)
    let optional: ResponseMap<User?, Problem> = [.success(.noContent(.confirmed))]
    #expect(try await read(.json(#"{"returnCode":200,"message":"ok"}"#), optional) == nil)
  }
}

extension OutcomeNoContentTests {
  @Test func aCheckOfYourOwnCanAskAnother() async throws {
    let map: ResponseMap<Void, Problem> = [.success(.noContent(.confirmedOrEmpty))]
    try await read(.status(204), map)
    try await read(.json(#"{"returnCode":200,"message":"ok"}"#), map)
    #expect(await failure(.json("{}", status: 204), map)?.decodingError?.kind == .invalidEmptyResponse)
    #expect(
      await failure(.json(#"{"returnCode":500,"message":"full"}"#), map)?.declared == Problem(title: "full"))
  }
}

extension OutcomeNoContentTests {
  @Test func acceptHasTheDecodersTypesForACheckOfYourOwn() async throws {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .json(confirmation) })
    let check: ResponseMap<Int?, Problem> = [.code(200, .noContent(.confirmed))]
    let outcome: ResponseMap<Void, Problem> = [.code(200, .confirmed)]
    let checked = try await client.response(to: Resource(.get("/x"), check)).request
    let own = try await client.response(to: Resource(.get("/x"), outcome)).request
    #expect(checked.headers[.accept] == "application/json")
    #expect(own.headers[.accept] == "*/*")
  }

  @Test func aCheckKeepsItsContentTypesItsOptionsAndItsRetryability() async throws {
    let check = Outcome<Void, Problem>.decode(Said.self) { _ in }.snakeCase.when("application/json").transient
    let outcome = Outcome<Int?, Problem>.noContent(check)
    #expect(outcome.mediaRange == "application/json" && outcome.retryability == .transient)
    #expect(try await read(.json(#"{"return_code":7}"#), [.any(outcome)]) == nil)
  }

  @Test func aStreamedOutcomeReadsNoWholeResponse() async throws {
    let streamed = Outcome<Void, Never>(stream: { _, _ in .success(()) })
    await #expect(throws: BodyDecodingError.self) {
      try await streamed.read(Response(status: 200), with: JSONCoder()).get()
    }
  }
}

private let confirmation = #"{"returnCode":200,"message":"ok"}"#

private struct Said: Decodable {
  var returnCode: Int
}

extension Outcome<Void, Problem> {
  fileprivate static var confirmedOrEmpty: Outcome {
    Outcome(async: { response, decoder in
      let check: Outcome = response.status == .noContent ? .validatedEmpty : .confirmed
      return try await check.read(response, with: decoder)
    })
  }
}

private struct Confirmation: Decodable {
  var returnCode: Int
  var message: String
}

extension Outcome<Void, Problem> {
  fileprivate static var confirmed: Outcome {
    Outcome { response, decoder in
      let body = try decoder.decode(Confirmation.self, from: response.body)
      guard body.returnCode < 400 else { return .failure(Problem(title: body.message)) }
      guard body.returnCode == response.status.code else {
        throw BodyDecodingError(
          message: "returnCode is \(body.returnCode), and the status \(response.status.code)")
      }
      return .success(())
    }
  }
}
