import Foundation
import HTTPTypes
import Repartee
import ReparteeTesting
import TestSupport
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

  private func text(_ line: ContractCoverage.Report.Line) -> String {
    "\(line.name) \(line.response): \(line.count)\(line.isDeclared ? "" : ", undeclared")"
      + (line.isShared ? ", shared" : "")
  }

  @Test func eachDeclaredResponseIsCounted() async throws {
    let coverage = ContractCoverage(Export.self, GetUser.self)
    let client = client(
      coverage,
      Stub(
        Export.self, .response(.text("a", contentType: "text/csv")),
        .response(.text("b", contentType: "text/csv")), .status(404),
        .response(.text("c", contentType: "text/html")).unexpected(), .status(503), .status(418).unexpected(),
        .success("typed"),
        .noResponse(.offline)))
    for _ in 0..<8 { _ = await client.result(of: Export()) }

    let report = coverage.reportPerEndpoint
    #expect(
      report.lines.map(text) == [
        "Export 200 text/csv: 2", "Export 200 text/plain: 0", "Export 404: 1", "Export 500...599: 1",
        "Export 200 text/html: 1, undeclared", "Export 418: 1, undeclared",
        "GetUser 200: 0", "GetUser 404: 0", "GetUser 400...499: 0",
      ])
    #expect(report.coverage == 3.0 / 7)
    #expect(
      report.description.hasPrefix(
        "42 % of the declared responses occurred\nExport\n  200 text/csv: 2\n  200 text/plain: never\n"))
    #expect(report.description.contains("\n  418: 1, not declared\nGetUser\n  200: never\n"))
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
    #expect(
      report.lines.map(text) == [
        "Renaming 200: 0", "Renaming 404: 1", "Sorting 200: 0", "Nested 200: 0",
        "UserError 404: 1, shared", "UserError 500...599: 2, shared", "UserError 429: 0, shared",
      ], "an own line is not a shared one")
    #expect(report.coverage == 3.0 / 7)
    #expect(
      report.description.hasSuffix(
        "UserError, shared\n  404: 1\n  500...599: 2\n  429: never"))
    let missing = #expect(throws: ConformanceViolation.self) { try report.require(1) }
    #expect(missing?.detail.hasSuffix("\nUserError, shared: 429 never occurred") == true)
    #expect(try JSONCoder().decode(ContractCoverage.Report.self, from: report.json) == report)

    let each = coverage.reportPerEndpoint
    #expect(
      each.lines.map(text) == [
        "Renaming 200: 0", "Renaming 404: 1", "Renaming 500...599: 1",
        "Sorting 200: 0", "Sorting 404: 0", "Sorting 500...599: 1",
        "Nested 200: 0", "Nested 429: 0", "Nested 404: 1", "Nested 500...599: 0",
      ])
    #expect(each.coverage == 4.0 / 10)
  }

  @Test func tooLittleIsAnErrorThatSaysWhat() async throws {
    let coverage = ContractCoverage(GetUser.self)
    let client = client(
      coverage, Stub(GetUser.self, .json(#"{"id": 7, "name": "Ada"}"#), .status(500).unexpected()))
    _ = await client.result(of: GetUser(id: 7))
    try coverage.report.require(0.3)
    let missing = #expect(throws: ConformanceViolation.self) { try coverage.report.require(0.5) }
    #expect(
      missing?.description
        == """
        50 % of the declared responses occurred, and no undeclared one (ContractCoverage): 33 % occurred
        GetUser: 404 never occurred
        GetUser: 400...499 never occurred
        """)
    _ = await client.result(of: GetUser(id: 7))
    let undeclared = #expect(throws: ConformanceViolation.self) { try coverage.report.require(0) }
    #expect(undeclared?.detail.hasSuffix("\nGetUser: 500 is not declared, but occurred (1)") == true)
    try coverage.report.require(0, allowsUndeclared: true)
    for least in [Double.nan, .infinity, -1, 2] { _ = try? coverage.report.require(least) }
  }

  @Test func onlyAllOfThemAreAHundredPercent() throws {
    for (missing, percent) in [(0, 100), (1, 99), (999, 50), (1_001, 49), (1_999, 0)] {
      let lines = (0..<2_000).map { number in
        """
        {"name": "X", "response": "\(number)", "count": \(number < missing ? 0 : 1), \
        "isDeclared": true, "isShared": false}
        """
      }
      let text = #"{"lines": [\#(lines.joined(separator: ","))]}"#
      let report = try JSONCoder().decode(ContractCoverage.Report.self, from: Data(text.utf8))
      #expect(report.description.hasPrefix("\(percent) % of the declared responses occurred\n"), "\(missing)")
    }
  }

  @Test func whatWasNotNamedIsCountedWhenItIsCalled() async {
    let coverage = ContractCoverage()
    #expect(coverage.report.coverage == 1)
    _ = await client(coverage, Stub(PlainUser.self, .json(#"{"id": 7, "name": "Ada"}"#))).result(
      of: PlainUser())
    #expect(coverage.report.lines.map(\.name) == ["PlainUser"] && coverage.report.coverage == 1)
  }

  @Test func resourcesAreDistinguishedByTheirRequests() async throws {
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
    #expect(
      coverage.report.lines.map(text) == [
        "GET /users/{} 200...299: 2", "GET /users/{} 404: 1", "GET /me 200...299: 1",
      ])
  }

  @Test func theReportIsTheSameEachTime() throws {
    let report = ContractCoverage(Export.self, GetUser.self).report
    let json = String(decoding: try report.json, as: UTF8.self)
    let names = ["count", "isDeclared", "isShared", "name", "response"]
    let places = names.map { json.range(of: "\"\($0)\"")?.lowerBound }
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
    #expect(coverage.report.lines[0].count == 200)
  }
}
