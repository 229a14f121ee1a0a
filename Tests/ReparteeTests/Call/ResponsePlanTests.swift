import Foundation
import Repartee
import ReparteeTesting
import TestSupport
import Testing

/// RFC 9110, section 15.3.7: a part is never taken for the whole.
struct ResponsePlanTests {
  private let part = TransportResponse.json(
    #"{"id":1,"name":"a"}"#, status: 206, headers: [.contentRange: "bytes 0-18/40"])

  private func result<Output, Failure>(
    _ map: ResponseMap<Output, Failure>, range: String? = nil
  ) async -> Result<Output, CallError<Failure>> {
    let client = Client(baseURL: api, transport: InMemoryTransport { [part] _ in part })
    return await client.result(of: Resource(.get("/users/1", headers: ["Range": range]), map))
  }

  @Test func aPartForWhichNobodyAskedIsUndeclared() async {
    for map: ResponseMap<User, Never> in [
      .anySuccess, [.codes(200..<300, .decode)], [.codes(206...206, .decode)],
      [.success(.decode.when("application/json"))],
    ] {
      let error = await result(map).error
      #expect(error?.isUndeclared == true && error?.isRetryable == false && error?.attempts.count == 1)
      #expect(error?.response?.status == .partialContent && error?.response?.contentRange?.total == 40)
      #expect(error?.response?.text == #"{"id":1,"name":"a"}"#)
      #expect(error?.summary == "a part of the resource, for which the request did not ask")
    }
    let stream = await result([.success(.stream(.bytes))] as ResponseMap<ResponseStream<Data, Never>, Never>)
    #expect(stream.error?.isUndeclared == true && stream.error?.response?.body.count == 19)
  }

  @Test func whatDoesNotReadTheBodyTakesNoPartForTheWhole() async throws {
    try await result(ResponseMap<Void, Never>.anySuccess).get()
    #expect(try await result([.success(.value(7))] as ResponseMap<Int, Never>).get() == 7)
  }

  @Test func aPartThatWasAskedForIsTakenByARange() async throws {
    for range in ["bytes=0-18", "items=3-4", "nonsense"] {
      let user = try await result(.anySuccess as ResponseMap<User, Never>, range: range).get()
      #expect(user.id == 1)
    }
  }

  @Test func theExactCodeTakesEveryPart() async throws {
    let map: ResponseMap<User, Never> = [.success(.decode), .code(206, .decode)]
    #expect(try await result(map).get().id == 1)
    // A function that reads every status sees that it is a part.
    #expect(try await result([.any(.decode)] as ResponseMap<User, Never>).get().id == 1)
    let status = Resource(.get("/x"), failure: UserError.self) { $0.status.code }
    let client = Client(baseURL: api, transport: InMemoryTransport { [part] _ in part })
    #expect(try await client.send(status) == 206)
  }

  @Test func theRangeIsThatOfTheRequestAsSent() async throws {
    struct Ranged: Stage {
      func send(
        _ request: AttemptRequest, next: NextStage
      ) async throws(AttemptError) -> AttemptResponse {
        var request = request
        request.headers[.range] = "bytes=0-18"
        return try await next(request)
      }
    }
    var client = Client(baseURL: api, transport: InMemoryTransport { [part] _ in part })
    client.stages = [Ranged()]
    #expect(try await client.send(PlainUser()).id == 1)
  }

  @Test func wrappingAndInterpretActAlike() async throws {
    let map: ResponseMap<User, Never> = ResponseMap.anySuccess.wrapping { response, _, declared in
      try await declared(response)
    }
    #expect(await result(map).error?.isUndeclared == true)
    #expect(try await result(map, range: "bytes=0-18").get().id == 1)

    let asked = SentRequest(headers: [.range: "bytes=0-18"])
    let plain: ResponseMap<User, Never> = .anySuccess
    let user = try await plain.interpret(.json(#"{"id":1,"name":"a"}"#, status: 206, request: asked))
    #expect(user.id == 1)
    await #expect(throws: CallError<Never>.self) {
      try await plain.interpret(.json(#"{"id":1,"name":"a"}"#, status: 206))
    }
  }

  @Test func coverageCountsItAsUndeclared() async {
    let coverage = ContractCoverage(PlainUser.self)
    let client = Client(baseURL: api, transport: InMemoryTransport { [part] _ in part })
    _ = await client.covered(by: coverage).result(of: PlainUser())
    let (declared, undeclared) = (
      coverage.report.lines.filter(\.isDeclared), coverage.report.lines.filter { !$0.isDeclared }
    )
    #expect(undeclared.map(\.response) == ["206 application/json"])
    #expect(declared.map(\.count) == [0])
  }
}
