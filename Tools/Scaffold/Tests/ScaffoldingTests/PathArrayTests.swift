import Testing

@testable import Scaffolding

/// How lists stand in a path (RFC 6570).
struct PathArrayTests {
  private func path(_ style: String) throws -> String {
    try scaffolded(
      document(
        paths: """
          /x/{id}{m}/y:
            get:
              operationId: a
              parameters:
                - {name: id, in: path, required: true, schema: {type: integer}}
                - {name: m, in: path, required: true, \(style), schema: {type: array, items: {type: integer}}}
              responses: {"204": {description: ""}}
          """))
  }

  @Test func theElementsOfALabelAreJoinedByDots() throws {
    #expect(
      try path("style: label, explode: true").contains(
        #""/x/\(id).\(m.map { "\($0)" }.joined(separator: "."))/y""#))
  }

  @Test func eachElementOfAMatrixHasTheName() throws {
    #expect(
      try path("style: matrix, explode: true").contains(
        #"""
            var path = Request.Path.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
            path.appendLiteral("/x/")
            path.appendInterpolation(id)
            for item in m {
              path.appendLiteral(";m=")
              path.appendInterpolation(item)
            }
            path.appendLiteral("/y")
            return .get(Request.Path(stringInterpolation: path))
        """#))
  }
}
