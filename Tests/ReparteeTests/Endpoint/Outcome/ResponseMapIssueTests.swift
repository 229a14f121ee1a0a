import ReparteeBase
import TestSupport
import Testing
@testable import Repartee
@testable import ReparteeCaching

struct ResponseMapIssueTests {
  typealias Map = ResponseMap<String, Problem>
  private let no = Problem(title: "no")

  @Test func aSoundMapHasNoIssue() {
    #expect(GetUser.responses.issues.isEmpty)
    #expect(PlainUser.responses.issues.isEmpty)
    #expect(PlainPing.responses.issues.isEmpty)
    let shared: ResponseMap<Never, Problem> = [.code(404, .error(no)), .any(.error(no))]
    #expect(shared.issues.isEmpty, "a map of failures has no output to give")
    let map: Map = [
      .code(200, .decode), .code(404, .error(no)), .clientError(.error(no)), .serverError(.error(no)),
      .any(.error(no)), .including(shared),
    ]
    #expect(map.issues.isEmpty, "to override an included failure is no fault")
  }

  @Test func aCodeDeclaredTwiceIsAnIssue() {
    let map: Map = [.code(200, .decode), .code(404, .error(no)), .code(200, .value(""))]
    #expect(map.issues == [.duplicateCode(200)])
    #expect(map.issues.first?.description == "200 is declared twice; only the first outcome is ever taken")
  }

  @Test func aCodeForSeveralContentTypesIsAnIssueOnlyIfOneHidesAnother() {
    let csv: ResponseCase<String, Problem> = .code(200, .decode.when("text/csv"))
    let json: ResponseCase<String, Problem> = .code(200, .decode.when("application/json"))
    let rest: ResponseCase<String, Problem> = .code(200, .decode)
    #expect(Map([csv, json, rest]).issues.isEmpty)
    #expect(Map([csv, json, csv]).issues == [.duplicateCode(200)])
    #expect(Map([rest, json]).issues == [.duplicateCode(200)])
    #expect(Map([.code(200, .decode.when("TEXT/CSV;q=1")), csv]).issues == [.duplicateCode(200)])
    #expect(Map([.code(200, .decode.when("text/*")), csv]).issues == [.duplicateCode(200)])
    #expect(Map([.code(200, .decode.when(.any)), rest]).issues == [.duplicateCode(200)])
    #expect(Map([.code(200, .decode.when("text/*+json")), csv]).issues.isEmpty)
    let suffixes: Map = [
      .code(200, .decode.when("application/*+json")), .code(200, .decode.when("application/hal+json")),
    ]
    #expect(suffixes.issues == [.duplicateCode(200)])
  }

  @Test func aRangeThatCanNeverMatchIsAnIssue() {
    let covered: Map = [.clientError(.error(no)), .success(.decode), .codes(404...410, .error(no))]
    #expect(covered.issues == [.unreachable(first: 404, last: 410)])
    let byTwo: Map = [.codes(200...249, .decode), .codes(250...299, .decode), .success(.decode)]
    #expect(byTwo.issues == [.unreachable(first: 200, last: 299)])
    let byCodes: Map = [.codes(200...201, .decode), .code(201, .decode), .code(200, .decode)]
    #expect(
      byCodes.issues == [.unreachable(first: 200, last: 201)], "exact codes beat it wherever they stand")
    let all: Map = [.any(.decode), .serverError(.error(no))]
    #expect(all.issues == [.unreachable(first: 500, last: 599)])
    let empty: Map = [.success(.decode), .codes(500..<500, .error(no))]
    #expect(empty.issues == [.unreachable(first: 500, last: 499)])
    #expect(empty.issues.first?.description == "a range of codes is empty and never matches")
    #expect(
      all.issues.first?.description
        == "500...599 never matches: other outcomes take precedence for all its codes")
  }

  @Test func aRangeForOneContentTypeLeavesTheRest() {
    let map: Map = [
      .success(.decode.when("text/csv")), .success(.decode), .code(404, .error(no).when("text/html")),
      .codes(404...404, .error(no)),
    ]
    #expect(map.issues.isEmpty)
    let everything: Map = [.success(.decode.when(.any)), .success(.decode)]
    #expect(everything.issues == [.unreachable(first: 200, last: 299)])
  }

  @Test func codesOutside100To599AreIssues() {
    for code in [-1, 0, 99, 600, 1_000, Int.max, Int.min] {
      let map: Map = [.success(.decode), .code(code, .error(no))]
      #expect(map.issues == [.outsideStatusCodes(first: code, last: code)])
    }
    for range in [99...100, 599...600, 0...998, 1...999, 1_000...2_000, Int.min...Int.max - 1] {
      let map: Map = [.codes(range, .decode)]
      let isAll = range.lowerBound <= 0 && range.upperBound >= 999
      #expect(
        map.issues == (isAll ? [] : [.outsideStatusCodes(first: range.lowerBound, last: range.upperBound)]))
    }
    #expect(([.any(.decode)] as Map).issues.isEmpty)
    #expect(
      ([.codes(599...600, .decode)] as Map).issues.first?.description
        == "599...600 is not within 100...599, the range of status codes")
    #expect(
      ([.any(.decode), .code(99, .decode)] as Map).issues.first?.description.hasPrefix("99 is not within 100")
        == true)
  }

  @Test func aMapThatNeverGivesTheOutputIsAnIssue() {
    let custom: ResponseMap<Never, Problem> = [.any(Outcome { _, _ in .failure(Problem(title: "")) })]
    let maps: [Map] = [
      [], [.clientError(.decodeError), .code(404, .error(no))], [.including([.any(.error(no))])],
      [.including(custom)],
    ]
    for map in maps { #expect(map.issues == [.noOutput]) }
    let onlyWhereItNeverMatches: Map = [.codes(200..<200, .decode), .any(.error(no)), .success(.decode)]
    #expect(
      onlyWhereItNeverMatches.issues == [
        .unreachable(first: 200, last: 199), .unreachable(first: 200, last: 299), .noOutput,
      ])
    let second: Map = [.code(200, .error(no)), .code(200, .decode)]
    #expect(second.issues == [.duplicateCode(200), .noOutput])
    let outcomes: [Outcome<String, Problem>] = [
      .decode, .value(""), .noContent, .decode(Int.self) { "\($0)" }, .init { _, _ in .success("") },
      .init(async: { _, _ in .success("") }), .init(stream: { _, _ in .success("") }),
    ]
    for outcome in outcomes { #expect(Map([.code(200, outcome)]).issues.isEmpty) }
    #expect(
      ResponseMapIssue.noOutput.description
        == "every call fails: no outcome gives the output; add one, such as .code(200, .decode)")
  }

  @Test func aStreamedOutcomeAsAnAlternativeIsAnIssue() {
    typealias Lines = ResponseMap<[String], Problem>
    let streamed: [Outcome<[String], Problem>] = [
      .init(stream: { _, _ in .success([]) }), .stream(.lines()) { _ in [] },
    ]
    for stream in streamed {
      #expect(Lines([.code(200, stream)]).issues.isEmpty)
      for several in [
        stream.or(.value([])), Outcome.value([]).or(stream), .value([]).or(.value([])).or(stream),
        stream.or(.value([])).or(.value([])),
      ] {
        let map: Lines = [.code(200, several), .clientError(several), .serverError(.error(no))]
        #expect(
          map.issues == [
            .streamedAlternative(first: 200, last: 200), .streamedAlternative(first: 400, last: 499),
          ])
        #expect(map.map(\.count).issues == map.issues)
      }
    }
    let shared: ResponseMap<Never, Problem> = [
      .code(404, .init(stream: { _, _ in .failure(Problem(title: "")) }).or(.error(no)))
    ]
    let map: Map = [.code(200, .decode), .including(shared)]
    #expect(map.issues == [.streamedAlternative(first: 404, last: 404)])
    #expect(
      map.issues.first?.description
        == "the outcome of 404 combines a stream with another by `or`; a stream is read only once, so every call fails"
    )
  }

  @Test func aStreamedOutcomeThatGoesThroughResolvingIsAnIssue() {
    let map: Map = [.code(200, .decode), .serverError(.init(stream: { _, _ in .success("") }))]
    #expect(map.issues.isEmpty)
    let resolved = map.wrapping { response, _, declared in try await declared(response) }
    #expect(resolved.issues == [.streamedResolving(first: 500, last: 599)])
    #expect(resolved.map(\.count).issues == resolved.issues)
    #expect(
      resolved.issues.first?.description
        == "the outcome of 500...599 streams, and can't be reached through `wrapping`")
    let shared = ResponseMap<Never, Problem>([
      .code(404, .init(stream: { _, _ in .failure(Problem(title: "")) }))
    ])
    .wrapping { response, _, declared in try await declared(response) }
    #expect(
      Map([.code(200, .decode), .including(shared)]).issues == [.streamedResolving(first: 404, last: 404)])
  }

  @Test func mapAndIncludingKeepIssues() {
    let map: Map = [.code(200, .decode), .code(200, .decode)]
    #expect(map.map(\.count).issues == [.duplicateCode(200)])
  }

  private struct Faulty: Endpoint {
    typealias Output = String
    var request: Request { .get("/faulty") }
    static let responses: ResponseMap<String, Never> = [.code(200, .decode), .code(200, .decode)]
  }
  private struct Once: Endpoint {
    typealias Output = String
    var request: Request { .get("/once") }
    static var responses: ResponseMap<String, Never> {
      asked.withLock { $0 += 1 }
      return [.success(.decode)]
    }
    static let asked = Mutex(0)
  }
  private struct Sound: Endpoint {
    var request: Request { .get("/sound") }
    static let responses: ResponseMap<String, Never> = .anySuccess
  }

  @Test func issuesAreReportedOncePerEndpointTypeAndTheMapIsMadeOnce() {
    let reports = Mutex<[String]>([])
    let cache = ResponseMapCache { endpoint, issues in
      reports.withLock { $0.append("\(endpoint): \(issues.map(\.description))") }
    }
    for _ in 0..<3 {
      #expect(cache.map(of: Faulty.self).issues == [.duplicateCode(200)])
      _ = cache.map(of: Sound.self)
      _ = cache.map(of: Once.self)
    }
    #expect(
      reports.withLock { $0 } == ["Faulty: [\"200 is declared twice; only the first outcome is ever taken\"]"]
    )
    #expect(Once.asked.withLock { $0 } == 1)
  }

  /// Its map asks for itself while it is made, as another task could.
  private struct Reentrant: Endpoint {
    typealias Output = String
    var request: Request { .get("/reentrant") }
    static var responses: ResponseMap<String, Never> {
      if asked.withLock({
        $0 += 1; return $0
      }) == 1 {
        _ = cache.map(of: Self.self)
      }
      return [.code(200, .decode), .code(200, .decode)]
    }
    static let asked = Mutex(0)
    static let reports = Mutex(0)
    static let cache = ResponseMapCache { _, _ in reports.withLock { $0 += 1 } }
  }

  @Test func aMapThatIsMadeTwiceAtATimeIsReportedOnce() {
    _ = Reentrant.cache.map(of: Reentrant.self)
    #expect(Reentrant.asked.withLock { $0 } == 2)
    #expect(Reentrant.reports.withLock { $0 } == 1)
  }

  @Test func mappedAndIncludedOutcomesStayTransient() {
    let shared: ResponseMap<Never, Problem> = [.code(503, .error(no).transient)]
    let map: Map = [.code(200, .decode), .code(429, .error(no).transient), .including(shared)]
    let transient = [200, 429, 503].map { map.map(\.count).outcome(for: $0, contentType: nil)?.retryability }
    #expect(transient == [nil, .transient, .transient])
  }

  @Test func aMapThatResolvesMayGiveTheOutputItself() {
    let map = ResponseMap<Int, Never>([]).wrapping { _, _, _ in .success(7) }
    #expect(map.issues.isEmpty)
  }

  @Test func aRuleForRetriesIsLostInATransformedMap() {
    let rule: Map = [.code(200, .decode), .retryRule { _ in .permanent }]
    #expect(rule.issues.isEmpty && rule.snakeCase.issues.isEmpty)
    #expect(rule.wrapping { response, _, declared in try await declared(response) }.issues.isEmpty)
    #expect(rule.map(\.count).issues == [.ignoredRetryRule])
    #expect(rule.map(\.count).issues[0].description.contains("declare the rule in this map"))

    let shared: ResponseMap<Never, Problem> = [.code(503, .error(no)), .retryRule { _ in .permanent }]
    let including: Map = [.code(200, .decode), .including(shared)]
    let both: Map = [.code(200, .decode), .including(shared), .retryRule { _ in .transient }]
    let twice: ResponseMap<Never, Problem> = [.including(shared)]
    let nested: Map = [.code(200, .decode), .including(twice)]
    for map in [including, both, nested] { #expect(map.issues.isEmpty) }
    #expect(including.map(\.count).issues.isEmpty, "the included rule is kept")
    @Sendable func same(_ output: Never) -> Never {}
    let transformed: Map = [.code(200, .decode), .including(shared.map(same))]
    #expect(transformed.issues == [.ignoredRetryRule])
  }
}
