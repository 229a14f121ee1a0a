/// Writes endpoints.
struct EndpointWriter {
  let style: Style
  let types: TypeWriter

  func write(_ plan: EndpointPlan, to writer: inout SwiftWriter) {
    writer.documentation(plan.documentation)
    if plan.isDeprecated { writer.line("@available(*, deprecated)") }
    let conformance =
      (plan.paging == nil ? "Endpoint" : "PagedEndpoint") + (plan.encoded.isEmpty ? "" : ", Encodable")
    writer.block("\(style.prefix)struct \(plan.name.escapedName): \(conformance)") { writer in
      for member in plan.members { types.property(member, to: &writer) }
      if !plan.members.isEmpty { writer.line() }
      if style.needsInitializers {
        types.initializer(plan.members, to: &writer)
        writer.line()
      }
      request(plan, to: &writer)
      writer.line()
      responses(plan, to: &writer)
      if let paging = plan.paging { pages(paging, output: plan.output, to: &writer) }
      let isWhole = plan.encoded.count == plan.members.count && plan.encoded.allSatisfy { $0.key == $0.name }
      if !plan.encoded.isEmpty, !isWhole { types.codingKeys(plan.encoded, keys: .asDeclared, to: &writer) }
      payloads(plan.outputs, named: plan.output, conformance: "Sendable", to: &writer)
      payloads(plan.failures, named: plan.failure, conformance: "Error", to: &writer)
      for type in plan.nested {
        writer.line()
        types.write(type, to: &writer)
      }
    }
  }

  private func request(_ plan: EndpointPlan, to writer: inout SwiftWriter) {
    let head = "\(style.prefix)var request: Request"
    if plan.statements.isEmpty {
      let flat = "\(head) { \(plan.request.flat) }"
      if flat.count + 2 <= Code.maximumWidth, !flat.contains("\n") {
        writer.line(flat)
        return
      }
    }
    writer.block(head) { writer in
      for statement in plan.statements { self.statement(statement, to: &writer) }
      writer.line(plan.statements.isEmpty ? "" : "return ", plan.request)
    }
  }

  private func statement(_ statement: String, to writer: inout SwiftWriter) {
    if statement.count + 4 <= Code.maximumWidth {
      writer.line(statement)
    } else if let open = statement.firstIndex(of: "{"), statement.hasSuffix(" }") {
      writer.block(String(statement[..<open].dropLast())) { writer in
        writer.line(String(statement[statement.index(open, offsetBy: 2)...].dropLast(2)))
      }
    } else {
      writer.line(statement)
    }
  }

  private func responses(_ plan: EndpointPlan, to writer: inout SwiftWriter) {
    for remark in plan.remarks { writer.comment(remark) }
    writer.list(
      "\(style.prefix)static let responses", "ResponseMap<\(plan.output), \(plan.failure)>", plan.cases)
  }

  private func pages(_ paging: PagingPlan, output: String, to writer: inout SwiftWriter) {
    writer.line()
    if let items = paging.items {
      writer.shortFunction("\(style.prefix)func items(of page: \(output))", "[\(paging.item)]", items)
      writer.line()
    }
    writer.comment(paging.remark)
    let throwing = paging.next.contains("try ") ? " throws(RequestError)" : ""
    writer.function(
      "\(style.prefix)func next", ["after page: PageResponse<\(output)>"], "\(throwing) -> Cursor?"
    ) { writer in
      writer.line(paging.next)
    }
  }

  func payloads(_ cases: [PayloadCase], named name: String, conformance: String, to writer: inout SwiftWriter)
  {
    guard !cases.isEmpty else { return }
    writer.line()
    writer.block("\(style.prefix)enum \(name): \(conformance)") { writer in
      for item in cases {
        writer.documentation(item.documentation)
        writer.enumCase(item.name.escapedName, item.type)
      }
    }
  }
}
