import Foundation
import HTTPTypes
import Repartee
import ReparteeTesting
import Testing

struct ContractCoverageTests {
  private struct Export: Endpoint {
    var request: Request { .get("/export") }
    static let responses: ResponseMap<String, UserError> = [
      .code(200, .decode.when("text/csv")),
      .code(200, .decode.when("text/plain")),
      .including(shared),
    ]
    private static let shared: ResponseMap<Never, UserError> = [
      .code(404, .error(.notFound)), .serverError(.error(.notFound)),
    ]
  }

  private func client(_ coverage: ContractCoverage, _ stubs: Stub...) -> Client {
    var client = Client.preview { for stub in stubs { stub } }
    client.retry = .off
    return client.covered(by: coverage)
  }

  @Test func eachDeclaredResponseIsCounted() async throws {
    let coverage = ContractCoverage(Export.self, GetUser.self)
    let client = client(
      coverage,
      Stub(
        Export.self, .response(.text("a", contentType: "text/csv")),
        .response(.text("b", contentType: "text/csv")), .status(404),
        .response(.text("c", contentType: "text/html")).misfit(), .status(503), .status(418).misfit(),
        .success("typed"),
        .noResponse(.offline)))
    for _ in 0..<8 { _ = await client.result(of: Export()) }

    let report = coverage.reportPerEndpoint
    #expect(report.endpoints.map(\.name) == ["Export", "GetUser"])
    #expect(
      report.endpoints[0].cases.map(\.response) == ["200 text/csv", "200 text/plain", "404", "500...599"])
    #expect(report.endpoints[0].cases.map(\.count) == [2, 0, 1, 1])
    #expect(report.endpoints[0].undeclared.map(\.response) == ["200 text/html", "418"])
    #expect(report.endpoints[1].cases.map(\.count) == [0, 0, 0])
    #expect(report.coverage == 3.0 / 7)
    #expect(
      report.description.hasPrefix(
        "42 % of the declared responses came\nExport\n  200 text/csv: 2\n  200 text/plain: never\n"))
    #expect(try JSONCoder().decode(ContractCoverage.Report.self, from: report.json) == report)
  }

  private static let shared: ResponseMap<Never, UserError> = [
    .code(404, .error(.notFound)), .serverError(.error(.notFound)),
  ]
  private struct Renaming: Endpoint {
    var request: Request { .get("/rename") }
    static let responses: ResponseMap<String, UserError> = [
      .code(200, .decode), .code(404, .error(.notFound)), .including(shared) { $0 },
    ]
  }
  private struct Sorting: Endpoint {
    var request: Request { .get("/sort") }
    static let responses: ResponseMap<String, UserError> = [.code(200, .decode), .including(shared)]
  }
  private struct Nested: Endpoint {
    var request: Request { .get("/nested") }
    static let responses: ResponseMap<String, UserError> = [
      .code(200, .decode), .including([.code(429, .error(.notFound)), .including(shared)]),
    ]
  }

  @Test func sharedFailuresAreCountedOncePerMap() async throws {
    let coverage = ContractCoverage(Renaming.self, Sorting.self, Nested.self)
    let client = client(
      coverage, Stub(Renaming.self, .status(404), .status(503)), Stub(Sorting.self, .status(500)),
      Stub(Nested.self, .status(404)))
    for _ in 0..<2 { _ = await client.result(of: Renaming()) }
    _ = await client.result(of: Sorting())
    _ = await client.result(of: Nested())

    let report = coverage.report
    #expect(report.endpoints.map { $0.cases.map(\.response) } == [["200", "404"], ["200"], ["200"]])
    #expect(report.endpoints.map { $0.cases.map(\.count) } == [[0, 1], [0], [0]])
    #expect(report.shared.map(\.name) == ["UserError", "UserError"])
    #expect(report.shared.map { $0.cases.map(\.response) } == [["404", "500...599"], ["429"]])
    #expect(report.shared.map { $0.cases.map(\.count) } == [[1, 2], [0]], "an own line is not a shared one")
    #expect(report.coverage == 3.0 / 7)
    #expect(
      report.description.hasSuffix(
        "UserError, shared\n  404: 1\n  500...599: 2\nUserError, shared\n  429: never"))
    let missing = #expect(throws: ContractCoverage.Missing.self) { try report.require(1) }
    #expect(missing?.description.hasSuffix("UserError, shared: 429 never came") == true)
    #expect(try JSONCoder().decode(ContractCoverage.Report.self, from: report.json) == report)

    let each = coverage.reportPerEndpoint
    #expect(
      each.endpoints.map { $0.cases.map(\.response) }
        == [["200", "404", "500...599"], ["200", "404", "500...599"], ["200", "429", "404", "500...599"]])
    #expect(each.endpoints.map { $0.cases.map(\.count) } == [[0, 1, 1], [0, 0, 1], [0, 0, 1, 0]])
    #expect(each.shared.isEmpty && each.coverage == 4.0 / 10)
  }

  @Test func tooLittleIsAnErrorThatSaysWhat() async throws {
    let coverage = ContractCoverage(GetUser.self)
    let client = client(
      coverage, Stub(GetUser.self, .json(#"{"id": 7, "name": "Ada"}"#), .status(500).misfit()))
    _ = await client.result(of: GetUser(id: 7))
    try coverage.report.require(0.3)
    let missing = #expect(throws: ContractCoverage.Missing.self) { try coverage.report.require(0.5) }
    #expect(
      missing?.description
        == "33 % of the declared responses came, 50 % are required\nGetUser: 404 never came\nGetUser: 400...499 never came"
    )
    _ = await client.result(of: GetUser(id: 7))
    #expect(throws: ContractCoverage.Missing.self) { try coverage.report.require(0) }
    try coverage.report.require(0, allowsUndeclared: true)
    for least in [Double.nan, .infinity, -1, 2] { _ = try? coverage.report.require(least) }
  }

  @Test func onlyAllOfThemAreAHundredPercent() throws {
    for (missing, percent) in [(0, 100), (1, 99), (999, 50), (1_001, 49), (1_999, 0)] {
      let cases = (0..<2_000).map { #"{"response": "\#($0)", "count": \#($0 < missing ? 0 : 1)}"# }
      let text =
        #"{"endpoints": [{"name": "X", "cases": [\#(cases.joined(separator: ","))], "undeclared": []}]}"#
      let report = try JSONCoder().decode(ContractCoverage.Report.self, from: Data(text.utf8))
      #expect(report.description.hasPrefix("\(percent) % of the declared responses came\n"), "\(missing)")
    }
  }

  @Test func whatWasNotNamedIsCountedWhenItIsCalled() async {
    let coverage = ContractCoverage()
    #expect(coverage.report.coverage == 1)
    _ = await client(coverage, Stub(PlainUser.self, .json(#"{"id": 7, "name": "Ada"}"#))).result(
      of: PlainUser())
    #expect(coverage.report.endpoints.map(\.name) == ["PlainUser"] && coverage.report.coverage == 1)
  }

  @Test func resourcesAreToldApartByWhatTheyAskFor() async throws {
    let coverage = ContractCoverage()
    let client = Client(
      baseURL: api,
      transport: InMemoryTransport {
        $0.head.path == "/users/9" ? .status(404) : .json(#"{"id": 7, "name": "Ada"}"#)
      }
    ).covered(by: coverage)
    for id in [7, 8] {
      _ = await client.result(of: Resource(User.self, .get("/users/\(id)")))
    }
    _ = await client.result(of: Resource(User.self, .get("/me")))
    // Another map of the same request adds its lines.
    _ = await client.result(
      of: Resource<User, Never>(
        .get("/users/\(9)"), [.success(.decode), .code(404, .value(User(id: 0, name: "nobody")))]))
    let endpoints = coverage.report.endpoints
    #expect(endpoints.map(\.name) == ["GET /users/{}", "GET /me"])
    #expect(endpoints[0].cases.map(\.count) == [2, 1] && endpoints[1].cases.map(\.count) == [1])
  }

  @Test func theReportIsTheSameEachTime() throws {
    let report = ContractCoverage(Export.self, GetUser.self).report
    let json = String(decoding: try report.json, as: UTF8.self)
    let places = ["cases", "name", "undeclared"].map { json.range(of: "\"\($0)\"")?.lowerBound }
    #expect(places == places.compactMap(\.self).sorted().map(Optional.some))
  }

  @Test func manyTestsShareIt() async {
    let coverage = ContractCoverage(GetUser.self)
    await withTaskGroup { group in
      for id in 0..<200 {
        group.addTask { [self] in
          let client = client(coverage, Stub(GetUser.self, .json(#"{"id": \#(id), "name": ""}"#)))
          _ = await client.result(of: GetUser(id: id))
        }
      }
    }
    #expect(coverage.report.endpoints[0].cases[0].count == 200)
  }
}
