import Testing

@testable import Scaffolding

/// Names that Swift, Foundation and the library use, for everything that a document names.
struct ReservedNameTests {
  private static let names = """
    Any AnyObject Array Bool Codable CodingKeys Collection Data Date Decodable Decoder Dictionary Double Encodable Error \
    Float Hashable Int Int64 JSONValue Mirror Never OpenEnum Operation Optional Protocol Range Result Self Sendable Set \
    String Task Type UInt64 URL UUID Void Attempt AttemptRequest Authentication AuthenticationError BearerToken Body Box \
    CallError Client Credential Cursor Emptyable Endpoint Failure HTTPField Item Output Outcome Page PagedEndpoint Path \
    ProblemDetails Query QueryValue Quoted Repartee Request Resource Response ResponseHead ResponseMap ResponseStream \
    Session Shop Stream Swift Transport as associatedtype async await case class container cookies decode decoder default \
    enum encode encoder extension failures false form func hash headers id import in init item items key let name next nil \
    none nonisolated operator other page path private protocol public query rawValue request resource responses return \
    self some static status struct subscript super switch text throw throws true try type url value var where while
    """.split(separator: " ").map(String.init)

  /// Each name is a schema, a property, a case, an operation, a parameter, a field of a form and a file.
  private var document: String {
    var paths: [String] = []
    var schemas: [String] = []
    let names = Self.names
    for (index, name) in names.enumerated() {
      let other = names[(index + 7) % names.count], third = names[(index + 31) % names.count]
      func reference(_ name: String) -> String { "{$ref: '#/components/schemas/\(name)'}" }
      let body =
        [
          "application/json: {schema: \(reference(name))}",
          "application/x-www-form-urlencoded: {schema: {type: object, properties: {'\(name)': {type: string}, '\(other)': {type: array, items: {type: string}}}}}",
          "multipart/form-data: {schema: {type: object, required: ['\(name)'], properties: {'\(name)': {type: string, format: binary}, '\(other)': {type: array, items: {type: string}}}}}",
        ][index % 3]
      paths.append(
        """
        /p\(index)/{\(name)}:
          post:
            operationId: '\(name)'
            tags: [a]
            parameters:
              - {name: '\(name)', in: path, required: true, schema: {type: string}}
              - {name: '\(other)', in: query, schema: {type: string, enum: ['a', '\(third)']}}
              - {name: '\(third)', in: header, schema: {type: integer}}
              - {name: '\(name)', in: cookie, schema: {type: string}}
            requestBody: {content: {\(body)}}
            responses:
              "200": {description: "", headers: {'\(name)': {schema: {type: integer}}}, content: {application/json: {schema: \(reference(name))}}}
              "404": {description: "", content: {application/json: {schema: \(reference(other))}}}
        """)
      schemas.append(
        index % 3 == 2
          ? "'\(name)': {oneOf: [\(reference(other)), \(reference(third)), {type: object, title: '\(name)', properties: {'\(name)': {type: string}}}]}"
          : """
          '\(name)':
            type: object
            required: ['\(name)']
            properties:
              '\(name)': \(reference(other))
              '\(other)': {type: string, enum: ['\(name)', '\(third)', '\(other)']}
              snake_\(index % 2): {type: object, properties: {'\(third)': {type: string, format: date-time}, '\(name)': {type: string, enum: ['\(other)']}}}
          """)
    }
    return ScaffoldingTests.document(
      paths: paths.joined(separator: "\n"), schemas: schemas.joined(separator: "\n")) + """

          securitySchemes:
            session: {type: apiKey, in: header, name: A}
            value: {type: apiKey, in: query, name: b}
            request: {type: http, scheme: hmac}
        security: [{session: [], value: []}, {request: []}]
        """
  }

  @Test func everyNameCompiles() throws {
    let scaffold = try scaffold(document)
    #expect(scaffold.written == Self.names.count && scaffold.omissions == [])
    #expect(try Compiled.problems(scaffold.files) == "")
  }
}
