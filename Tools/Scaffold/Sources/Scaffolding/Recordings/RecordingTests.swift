import ReparteeJSON

/// Writes a test per recorded response: a stub of it, and the call that reads it.
struct RecordingTests {
  let reader: RecordingReader
  let plans: [EndpointPlan]
  let types: TypePlanner
  let apiName: String
  let module: String
  let style: Style

  /// The largest body that is written into a test, in bytes.
  private static let maximumBody = 20_000

  func text() -> String {
    var writer = SwiftWriter()
    writer.line("import Foundation")
    writer.line("import Repartee")
    writer.line("import ReparteeTesting")
    writer.line("import Testing")
    writer.line()
    writer.line("\(style.access == .internal ? "@testable " : "")import \(module)")
    writer.line()
    writer.block("@Suite struct \(apiName)Tests") { writer in
      var isFirst = true
      for (group, plan) in zip(reader.groups, plans) {
        var names = NameScope()
        for status in Set(group.calls.map(\.status)).sorted()
        where status != 304 && !isFollowed(status, plan.operation) {
          guard let index = index(of: status, in: group.calls),
            let arguments = arguments(plan, group, index)
          else { continue }
          if !isFirst { writer.line() }
          isFirst = false
          let base = Names.member(plan.name) + (status < 300 ? "" : " \(status)")
          test(names.take(Names.member(base)), plan, group.calls[index], arguments, to: &writer)
        }
      }
    }
    return writer.text
  }

  /// The first call with a status whose body was recorded, or the first one.
  private func index(of status: Int, in calls: [RecordedCall]) -> Int? {
    let indices = calls.indices.filter { calls[$0].status == status }
    return indices.first { calls[$0].response?.json != nil }
      ?? indices.first { calls[$0].response != nil } ?? indices.first
  }

  /// Whether a status is a redirect that leads to another response of the operation.
  private func isFollowed(_ status: Int, _ operation: Operation) -> Bool {
    func isRedirect(_ response: DeclaredResponse) -> Bool {
      if case .code(let code) = response.status { (300..<400).contains(code) } else { false }
    }
    return operation.responses.contains { response in
      response.status == .code(status) && isRedirect(response) && response.content == .none
    }
      && operation.responses.contains { response in
        response.status.isSuccess || (isRedirect(response) && response.content != .none)
      }
  }

  private func test(
    _ name: String, _ plan: EndpointPlan, _ call: RecordedCall, _ arguments: [String],
    to writer: inout SwiftWriter
  ) {
    writer.block("@Test func \(name.escapedName)() async throws") { writer in
      let body = responseText(call)
      writer.line("let stubs = Stubs {")
      writer.indented { writer in
        if let body, call.response?.json != nil {
          writer.line("Stub(\(plan.name).self, .json(")
          let signs = Literal.signs(around: body)
          writer.line("  \(signs)\"\"\"")
          for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
            writer.line("  " + line)
          }
          writer.line("  \"\"\"\(signs), status: \(call.status)))")
        } else {
          let type =
            call.response.map { ", headers: [.contentType: \(Literal.string($0.contentType))]" } ?? ""
          let bytes = body.map { ", body: Data(\(Literal.string($0)).utf8)" } ?? ""
          writer.line("Stub(\(plan.name).self, .status(\(call.status)\(type)\(bytes)))")
        }
      }
      writer.line("}")
      writer.line(
        "let client = \(apiName).client(transport: InMemoryTransport { _ in .status(500) }).stubbed(by: stubs)"
      )
      let expression = "\(plan.name)(\(arguments.joined(separator: ", ")))"
      if call.status < 400 {
        writer.line("_ = try await client.send(\(expression))")
      } else {
        writer.block("await #expect(throws: CallError<\(failureType(plan))>.self)") { writer in
          writer.line("_ = try await client.send(\(expression))")
        }
      }
    }
  }

  private func failureType(_ plan: EndpointPlan) -> String { "\(plan.name).Failure" }

  private func responseText(_ call: RecordedCall) -> String? {
    guard let body = call.response else { return nil }
    if let json = body.json { return json.prettyPrinted }
    // A text that names a secret may hold it.
    guard body.text.utf8.count <= Self.maximumBody, !Secrets.isSecret(body.text),
      !Secrets.isCredential(body.text, reader.credentials)
    else { return "" }
    return body.text
  }

  /// The arguments of a recorded call; nil if one can't be written.
  private func arguments(_ plan: EndpointPlan, _ group: RecordingReader.Group, _ index: Int) -> [String]? {
    let call = group.calls[index]
    var arguments: [String] = []
    for member in plan.members {
      if member.isBody {
        if let json = call.body?.json, let schema = plan.operation.body?.schema {
          guard let text = SwiftValue(types).text(of: json, as: schema) else { return nil }
          arguments.append("\(member.name): \(text)")
        } else if !member.isOptional {
          return nil
        }
        continue
      }
      let value =
        group.values[index].first { $0.name == member.key }?.value
        ?? call.query.first { $0.name == member.key }?.value
        ?? call.body?.form.first { $0.name == member.key }?.value
      guard let value else {
        if member.isOptional || member.value != nil { continue }
        return nil
      }
      guard let literal = literal(value, member, call) else { return nil }
      arguments.append("\(member.name): \(literal)")
    }
    return arguments
  }

  private func literal(_ text: String, _ member: Member, _ call: RecordedCall) -> String? {
    func isHidden(_ text: String) -> Bool {
      Secrets.isSecret(member.key) || Secrets.isCredential(text, reader.credentials)
        || PathShapes.mayBeSecret(text)
    }
    func shown(_ text: String) -> String { isHidden(text) ? "***" : text }
    switch member.type {
    case "String": return Literal.string(shown(text))
    case "Int": return isHidden(text) ? "0" : Int(text).map(String.init)
    case "Bool": return Bool(text).map(String.init)
    case "[String]":
      let all = call.query.filter { $0.name == member.key }.map(\.value)
      return "[\(all.map { Literal.string(shown($0)) }.joined(separator: ", "))]"
    default: return nil
    }
  }
}
