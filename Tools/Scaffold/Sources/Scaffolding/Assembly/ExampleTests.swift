import Foundation
import ReparteeJSON

/// Writes tests that read the responses which a document gives as examples.
struct ExampleTests {
  let api: API
  let assembly: Assembly
  let module: String
  let style: Style

  func text() -> String {
    var writer = SwiftWriter()
    writer.line("import Foundation")
    writer.line("import HTTPTypes")
    writer.line("import Repartee")
    writer.line("import Testing")
    writer.line()
    writer.line("\(style.access == .internal ? "@testable " : "")import \(module)")
    writer.line()
    writer.documentation("Each example of the document is decoded as the document declares.")
    writer.block("@Suite struct \(assembly.name)Tests") { writer in
      writer.line("private func response(_ status: Int, _ text: String) -> Response {")
      writer.indented { writer in
        let coder = assembly.keys == .snakeCase ? "JSONCoder(keys: .snakeCase)" : "JSONCoder()"
        writer.line("let head = HTTPResponse(")
        writer.line(
          "  status: HTTPResponse.Status(code: status), headerFields: [.contentType: \"application/json\"])")
        writer.line(
          "return Response(head: head, body: Data(text.utf8), request: SentRequest(), decoder: \(coder))")
      }
      writer.line("}")
      for plan in assembly.plans {
        let isStream = plan.output.hasPrefix("ResponseStream")
        for response in plan.operation.responses where !response.examples.isEmpty && !isStream {
          guard case .json(let schema) = response.content else { continue }
          var response = response
          response.examples = response.examples.map { unquoted($0, schema) }
          writer.line()
          for example in response.examples {
            if let contradiction = Contradiction(example, schema, assembly.types) {
              writer.comment("An example of \(plan.operation.label) does not match its schema.")
              writer.comment("\(contradiction)")
            }
          }
          response.examples.removeAll { Contradiction($0, schema, assembly.types) != nil }
          if !response.examples.isEmpty { test(plan, response, to: &writer) }
        }
      }
    }
    return writer.text
  }

  /// The JSON that an example has as text, as OpenAPI allows for any media type, where the schema declares no text.
  private func unquoted(_ example: JSONValue, _ schema: Schema) -> JSONValue {
    guard case .string(let text) = example, Contradiction(example, schema, assembly.types) != nil,
      let value = try? JSONCoder().decode(JSONValue.self, from: Data(text.utf8))
    else { return example }
    return value
  }

  private func test(_ plan: EndpointPlan, _ response: DeclaredResponse, to writer: inout SwiftWriter) {
    let status = status(of: response, in: plan.operation.responses.map(\.status))
    let isFailure =
      response.status == .any ? plan.operation.responses.contains { $0.status.isSuccess } : status >= 400
    writer.line("@Test(arguments: [")
    writer.indented { writer in
      for example in response.examples { writer.line("\(Literal.string(example.description)),") }
    }
    writer.line("])")
    let name = Names.member("\(plan.name) \(response.status == .any ? "default" : String(status))")
    writer.block("func \(name.escapedName)(_ text: String) async throws") { writer in
      let call = "try await \(plan.name).responses.interpret(response(\(status), text))"
      guard isFailure else {
        writer.line("_ = \(call)")
        return
      }
      writer.block("let error = await #expect(throws: CallError<\(failure(plan))>.self)") { writer in
        writer.line("_ = \(call)")
      }
      writer.line("#expect(error?.declared != nil)")
    }
  }

  /// One that no other response of the operation stands for.
  private func status(of response: DeclaredResponse, in all: [DeclaredResponse.Status]) -> Int {
    switch response.status {
    case .code(let code): return code
    case .range(let first):
      let range = first * 100..<(first + 1) * 100
      return range.first { !all.contains(.code($0)) } ?? range.lowerBound
    case .any where all == [.any]: return 200
    case .any:
      let codes = [500..<600, 400..<500, 300..<400, 200..<300].joined()
      return codes.first { !all.contains(.code($0)) && !all.contains(.range($0 / 100)) } ?? 500
    }
  }

  private func failure(_ plan: EndpointPlan) -> String {
    plan.failures.isEmpty ? plan.failure : "\(plan.name).\(plan.failure)"
  }
}
