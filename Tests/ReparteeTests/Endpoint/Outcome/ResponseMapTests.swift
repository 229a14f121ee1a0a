import Repartee
import TestSupport
import Testing

/// Which case of a map applies.
struct ResponseMapTests {
  typealias Map = ResponseMap<String, Problem>

  private func taken(
    _ map: Map, _ code: Int, _ contentType: String? = nil
  ) async -> String? {
    let client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in .text("body", contentType: contentType, status: code) })
    switch await client.result(of: Resource(.get("/x"), map)) {
    case .success(let text): return text
    case .failure(let error): return error.declaredFailure?.title
    }
  }

  @Test func exactCodeBeatsRangeWhereverItStands() async {
    let before: Map = [.code(404, .value("exact")), .clientError(.value("range"))]
    let after: Map = [.clientError(.value("range")), .code(404, .value("exact"))]
    for map in [before, after] {
      #expect(await taken(map, 404) == "exact")
      #expect(await taken(map, 405) == "range")
    }
  }

  @Test func rangesAreTriedInOrderOfDeclaration() async {
    let map: Map = [
      .codes(400..<410, .value("a")), .codes(405...420, .value("b")), .clientError(.value("c")),
      .any(.value("d")),
    ]
    for (code, name) in [
      (399, "d"), (400, "a"), (409, "a"), (410, "b"), (420, "b"), (421, "c"), (499, "c"), (500, "d"),
    ] {
      #expect(await taken(map, code) == name, "\(code)")
    }
  }

  @Test func ofTwoEqualCodesTheFirstWins() async {
    #expect(await taken([.code(200, .value("a")), .code(200, .value("b"))], 200) == "a")
  }

  @Test func namedRangesAreTheHundreds() async {
    let map: Map = [
      .informational(.value("1")), .success(.value("2")), .redirection(.value("3")),
      .clientError(.value("4")),
      .serverError(.value("5")),
    ]
    for code in [0, 1, 99, 600, 999] { #expect(await taken(map, code) == nil) }
    for hundred in 1...5 {
      for code in [hundred * 100, hundred * 100 + 99] { #expect(await taken(map, code) == "\(hundred)") }
    }
  }

  @Test func anyTakesEveryStatusThereIs() async {
    for code in [0, 99, 100, 599, 600, 999] { #expect(await taken([.any(.value("any"))], code) == "any") }
  }

  @Test func anEmptyRangeTakesNothing() async {
    #expect(await taken([.codes(200..<200, .value("a"))], 200) == nil)
    #expect(await taken([.codes(200..<200, .value("a"))], 199) == nil)
  }

  @Test func withinAStatusTheContentTypeDecides() async {
    let map: Map = [
      .code(200, .value("json").when("application/json")),
      .code(200, .value("+json").when("application/*+json")),
      .code(200, .value("text").when("text/*")), .code(200, .value("rest")),
    ]
    #expect(await taken(map, 200, "application/json; charset=utf-8") == "json")
    #expect(await taken(map, 200, "application/hal+json") == "+json")
    #expect(await taken(map, 200, "text/csv") == "text")
    #expect(await taken(map, 200, "image/png") == "rest")
  }

  @Test func withoutAReadableContentTypeTheFirstIsTaken() async {
    let map: Map = [
      .code(200, .value("json").when("application/json")), .code(200, .value("csv").when("text/csv")),
      .success(.value("range")),
    ]
    for junk in [nil, "", "junk", "text/html, text/csv"] { #expect(await taken(map, 200, junk) == "json") }
    #expect(await taken(map, 200, "image/png") == "range", "the range is for all that the code does not take")
    #expect(await taken([.code(200, .value("json").when("application/json"))], 200, "text/html") == nil)
  }

  @Test func rangesAreChosenByContentTypeToo() async {
    let map: Map = [.success(.value("csv").when("text/csv")), .success(.value("rest"))]
    #expect(await taken(map, 200, "text/csv") == "csv")
    #expect(await taken(map, 200, "text/html") == "rest")
  }

  @Test func includedFailuresComeAfterOwnCasesOfTheirKind() async {
    let shared: ResponseMap<Never, Problem> = [
      .code(404, .error(Problem(title: "shared 404"))), .code(429, .error(Problem(title: "shared 429"))),
      .code(200, .error(Problem(title: "shared 200"))), .any(.error(Problem(title: "shared any"))),
    ]
    let map: Map = [
      .including(shared), .codes(400...420, .value("own range")), .code(200, .value("own")),
    ]
    #expect(await taken(map, 404) == "shared 404", "an included code beats an own range")
    #expect(await taken(map, 410) == "own range")
    #expect(await taken(map, 429) == "shared 429")
    #expect(await taken(map, 200) == "own")
    #expect(await taken(map, 500) == "shared any")
  }

  @Test func includedMapsAreTriedInOrder() async {
    let first: ResponseMap<Never, Problem> = [.clientError(.error(Problem(title: "first")))]
    let second: ResponseMap<Never, Problem> = [
      .code(404, .error(Problem(title: "second"))), .serverError(.error(Problem(title: "second"))),
    ]
    let nested: ResponseMap<Never, Problem> = [
      .including(second), .code(300, .error(Problem(title: "nested"))),
    ]
    let map: Map = [.including(first), .including(nested)]
    #expect(await taken(map, 404) == "second", "an exact code beats a range")
    #expect(await taken(map, 410) == "first")
    #expect(await taken(map, 500) == "second")
    #expect(await taken(map, 300) == "nested")
  }

  @Test func anIncludedMapThatResolvesLeavesTheOthersTheirStatuses() async {
    let resolving = ResponseMap<Never, Problem>([.code(404, .error(Problem(title: "declared")))])
      .wrapping { response, _, declared in
        if response.headers[.eTag] != nil { return .failure(Problem(title: "resolved")) }
        return try await declared(response)
      }
    let second: ResponseMap<Never, Problem> = [.clientError(.error(Problem(title: "second")))]
    let map: Map = [.including(resolving), .including(second), .code(200, .value("own"))]
    #expect(await taken(map, 404) == "declared")
    #expect(await taken(map, 410) == "second")
    #expect(await taken(map, 200) == "own")
    let warned = TransportResponse.status(404, headers: [.eTag: "x"])
    #expect(await failure(warned, map)?.declaredFailure?.title == "resolved")
  }

  @Test func anOutcomeCanSayThatTheResponseIsNotDeclared() async {
    let map: ResponseMap<String, Never> = [.code(203, .value { _ in throw UndeclaredStatus() })]
    #expect(await failure(.status(203), map)?.isUndeclared == true)
  }

  @Test func includedFailuresAreLifted() async {
    let shared: ResponseMap<Never, Problem> = [.clientError(.decodeError)]
    let map: ResponseMap<User, UserError> = [.code(200, .decode), .including(shared) { .rejected($0) }]
    let error = await failure(.json(#"{"title": "no"}"#, status: 400), map)
    #expect(error?.declaredFailure == .rejected(Problem(title: "no")))
  }

  @Test func mapPutsTheOutputThroughAFunctionAndLeavesTheRest() async throws {
    let map: ResponseMap<Int, UserError> = GetUser.responses.map(\.id)
    #expect(try await read(.json(#"{"id": 7, "name": ""}"#), map) == 7)
    #expect(await failure(.status(404), map)?.declaredFailure == .notFound)
    #expect(await failure(.status(500), map)?.isUndeclared == true)
    #expect(await failure(.status(200), map)?.decodingError?.kind == .emptyBody)
  }

  /// A case of the model.
  private struct ModelCase {
    var codes: ClosedRange<Int>
    var isExact: Bool
    var range: String?
    var readsBody: Bool
    var name: String
  }

  @Test func theMatcherAgreesWithANaiveModel() async {
    let ranges: [String?] = [nil, nil, "application/json", "text/*", "application/*+json", "*/*"]
    let holds: [String: (String) -> Bool] = [
      "application/json": { $0 == "application/json" }, "text/*": { $0.hasPrefix("text/") },
      "application/*+json": { $0 == "application/hal+json" }, "*/*": { _ in true },
    ]
    func modelCases(_ generator: inout SplitMix64, _ prefix: String) -> [ModelCase] {
      (0..<generator.int(0...5)).map { index in
        let first = generator.int(198...204)
        let isExact = generator.bool()
        return ModelCase(
          codes: first...(isExact ? first : first + generator.int(0...4)), isExact: isExact,
          range: generator.one(of: ranges), readsBody: prefix == "own" && generator.bool(),
          name: "\(prefix)\(index)")
      }
    }
    func responseCases<Output>(
      _ cases: [ModelCase], _ outcome: (ModelCase) -> Outcome<Output, Problem>
    ) -> [ResponseCase<Output, Problem>] {
      cases.map { each in
        var outcome = outcome(each)
        if let range = each.range { outcome = outcome.when(MediaRange(stringLiteral: range)) }
        return each.isExact ? .code(each.codes.lowerBound, outcome) : .codes(each.codes, outcome)
      }
    }
    func expected(_ maps: [[ModelCase]], _ code: Int, _ type: String?) -> String? {
      let cases = maps.flatMap { $0.filter(\.isExact) } + maps.flatMap { $0.filter { !$0.isExact } }
      for each in cases where each.codes.contains(code) {
        // A part for which the request did not ask.
        if code == 206, each.readsBody, !each.isExact, (200...299).contains(each.codes) { continue }
        guard let range = each.range, let type else { return each.name }
        if holds[range]?(type) == true { return each.name }
      }
      return nil
    }
    await forAll { generator in
      let own = modelCases(&generator, "own")
      let first = modelCases(&generator, "first")
      let second = modelCases(&generator, "second")
      var map =
        responseCases(own) { each in
          each.readsBody ? Outcome { _, _ in .success(each.name) } : .value(each.name)
        } as [ResponseCase<String, Problem>]
      let included = [first, second].map { cases in
        ResponseMap<Never, Problem>(responseCases(cases) { .error(Problem(title: $0.name)) })
      }
      map.insert(.including(included[0]), at: generator.int(0...map.count))
      map.append(.including(included[1]))
      for _ in 0..<5 {
        let code = generator.int(197...209)
        let type = generator.one(of: [nil, "application/json", "text/csv", "application/hal+json", "a/b"])
        #expect(await taken(Map(map), code, type) == expected([own, first, second], code, type))
      }
    }
  }
}
