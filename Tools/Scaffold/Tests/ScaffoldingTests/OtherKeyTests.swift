import Foundation
import Repartee
import Testing

@testable import Scaffolding

/// Lists whose elements differ, and keys that a document does not name, in `Written`, from `series.yaml`.
struct OtherKeyTests {
  private let body = """
    {"id": "a", "count": "7", "points": [[1, "x"], [2, "y"]], "box": [1, 2.5], "byDay": {"2024": [1]},
    "low_er": {"most": 1.5}, "Upper": {"most": 2, "until": "2024-05-31T12:00:00Z"}}
    """

  @Test func whatIsReadIsSentAgain() async throws {
    let client = Series.client(
      transport: InMemoryTransport { request in
        if request.head.method == .get { return .json(body) }
        let sent = try? JSONCoder().decode(JSONValue.self, from: request.body?.bytes ?? Data())
        let expected = try? JSONCoder().decode(JSONValue.self, from: Data(body.utf8))
        #expect(sent == expected)
        return .json(body)
      })
    let series = try await client.send(GetSeries(id: "a"))
    guard case .time(1) = series.points[0][0], case .string("x") = series.points[0][1] else {
      Issue.record("the elements of a point are something else: \(series.points)")
      return
    }
    #expect(series.count == 7 && series.box == [1, 2.5] && series.byDay == ["2024": [1]])
    #expect(series.others.keys.sorted() == ["Upper", "low_er"] && series.others["low_er"]?.most == 1.5)
    #expect(series.others["Upper"]?.until == Date(timeIntervalSince1970: 1_717_156_800))
    _ = try await client.send(SetSeries(id: "a", body: series))
  }

  @Test func aValueOfAnotherKeyThatDoesNotFitIsAnError() async throws {
    let client = Series.client(
      transport: InMemoryTransport { _ in .json(#"{"id": "a", "points": [], "byDay": {}, "odd": 1}"#) })
    await #expect(throws: CallError<Never>.self) { try await client.send(GetSeries(id: "a")) }
  }

  @Test(arguments: [
    ("{type: array, prefixItems: [{type: integer}, {type: integer}]}", "[Int]"),
    ("{type: array, items: [{type: string}, {type: string}]}", "[String]"),
    ("{type: array, prefixItems: [{type: integer}], items: {type: integer}}", "[Int]"),
    ("{type: array, prefixItems: [{}, {type: integer}]}", "[JSONValue]"),
    ("{type: array, items: true}", "[JSONValue]"), ("{prefixItems: [{type: boolean}]}", "[Bool]"),
    ("{patternProperties: {'^a': {type: integer}}}", "[String: Int]"),
    ("{patternProperties: {'^a': {type: integer}, '^b': {type: integer}}}", "[String: Int]"),
    ("{patternProperties: {'^a': {type: integer}}, additionalProperties: true}", "[String: JSONValue]"),
    ("{patternProperties: {'^a': true}}", "[String: JSONValue]"),
    ("{type: object, patternProperties: {'^a': {type: integer}, '^b': {type: string}}}", "[String: V]"),
  ])
  func listsAndMapsAreTypedWhereSwiftCan(schema: String, type: String) throws {
    let text = try scaffolded(returning("{type: object, properties: {v: \(schema)}}"))
    #expect(text.contains("var v: \(type)?\n"), "\(text)")
  }

  @Test func theOrderOfElementsIsSaid() throws {
    let pair = "{type: array, prefixItems: [{type: integer, title: time}, {type: string}]}"
    let text = try scaffolded(
      returning(
        "{type: object, properties: {a: \(pair), b: {description: All., type: array, items: \(pair)}}}"))
    #expect(text.contains("/// In this order: time, string.\n"))
    #expect(text.contains("/// All.\n    ///\n    /// Each element has, in this order: time, string.\n"))
  }

  @Test func keysOfAnyValueAreNotKeptAndThatIsSaid() throws {
    let text = try scaffolded(
      returning("{type: object, properties: {a: {type: string}}, additionalProperties: {}}"))
    #expect(text.contains("they are not kept here") && !text.contains("OtherKeys"))
  }

  @Test func whatIsReadHereIsWhatIsWritten() throws { try expectWritten("series.yaml", files: 2) }
}
