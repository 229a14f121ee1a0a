import ReparteeJSON

/// Decides what is written for the operations.
struct EndpointPlanner {
  let api: API
  let types: TypePlanner
  let keys: KeyStyle
  let shared: SharedFailures?
  let signIns: SignIns?
  let fields: ResponseFields?

  func plan(_ operation: Operation, named name: String) -> EndpointPlan {
    var plan = EndpointPlan(name: name, operation: operation, group: operation.group)
    plan.documentation = operation.documentation
    plan.isDeprecated = operation.isDeprecated
    var builder = RequestBuilder(operation, types: types, keys: keys, name: name)
    builder.build()
    plan.members =
      builder.members.filter { !$0.isOptional && $0.value == nil }
      + builder.members.filter { $0.isOptional || $0.value != nil }
    plan.statements = builder.statements
    plan.encoded = builder.encoded
    plan.request = request(builder.request, operation)
    plan.remarks = operation.remarks + builder.remarks
    if let server = operation.servers.first, !api.servers.contains(where: { $0.text == server }) {
      plan.remarks.append("The document serves this at \(server): send it with a client of that base URL.")
    }
    if !operation.undescribedSecurity.isEmpty {
      let names = operation.undescribedSecurity.map { "`\($0)`" }.joined(separator: ", ")
      plan.remarks.append("The document does not describe the sign-in of this operation (\(names)).")
    }
    plan.remarks += securityRemarks(operation)
    declareResponses(operation, scope: builder.scope, in: &plan)
    plan.paging = PagingRecognition.paging(
      operation, types: types, scope: builder.scope, output: plan.output)
    let names = fields?.ownProperties(of: operation.responses.filter { !$0.status.isFailure }) ?? []
    let list = names.filter { $0 != "links" || plan.paging == nil }.map { "`\($0)`" }.joined(separator: ", ")
    if !list.isEmpty {
      plan.remarks.append("`client.response(to:)` has the header fields of the response: \(list).")
    }
    plan.nested = builder.scope.nested
    return plan
  }

  /// A second endpoint, for a stream that is declared beside a JSON body.
  func streamPlan(_ operation: Operation, named name: String) -> EndpointPlan? {
    guard let index = operation.responses.firstIndex(where: { $0.stream != nil && $0.status.isSuccess })
    else {
      return nil
    }
    var operation = operation
    operation.responses[index].content = operation.responses[index].stream ?? .none
    operation.responses[index].stream = nil
    operation.paging = nil
    let asking = operation.responses[index].streamItem
    if let asking {
      operation.parameters.removeAll { $0.place == .query && $0.name == asking }
      operation.fixedQuery.append(FixedItem(name: asking, value: "true"))
    }
    var plan = plan(operation, named: name)
    plan.isSecond = true
    if asking == nil { plan.remarks.append("The API sends the stream if the request asks for it.") }
    return plan
  }

  // MARK: Responses

  private func declareResponses(_ operation: Operation, scope: TypePlanner.Scope, in plan: inout EndpointPlan)
  {
    let redirects = operation.responses.filter { $0.status.isRedirect }
    var successes = operation.responses.filter(\.status.isSuccess)
    if successes.isEmpty, redirects.contains(where: { $0.content != .none }) {
      // A redirect with a body is a response like any other.
      successes = redirects
    } else if !successes.isEmpty {
      successes += redirects.filter { isAnswer($0, to: operation) }
    }
    var failures = operation.responses.filter(\.status.isFailure)
    if successes.isEmpty, redirects.isEmpty, let index = failures.firstIndex(where: { $0.status == .any }) {
      successes = [failures.remove(at: index)]
    }
    declareOutput(successes, scope: scope, in: &plan)
    if successes.isEmpty {
      declareRedirect(redirects, in: &plan)
    } else {
      let followed = redirects.map(\.status).filter { status in
        status != .code(304) && !successes.contains { $0.status == status }
      }
      if !followed.isEmpty {
        let statuses = followed.map(text).joined(separator: ", ")
        plan.remarks.append("Redirects are followed; the API declares \(statuses).")
      }
    }
    for response in successes + failures where !response.otherContentTypes.isEmpty {
      plan.remarks.append(
        "\(text(response.status)) is declared as \(response.otherContentTypes.joined(separator: ", ")), too.")
    }
    declareFailures(failures, scope: scope, in: &plan)
  }

  /// Whether a redirect that is declared beside a success is an answer of its own: it is not followed (RFC 9110, section
  /// 15.4). 304 is sent only to whoever sends a condition.
  private func isAnswer(_ response: DeclaredResponse, to operation: Operation) -> Bool {
    switch response.status {
    case .code(304):
      operation.parameters.contains { parameter in
        parameter.place == .header
          && ["if-none-match", "if-modified-since"].contains(parameter.name.lowercased())
      }
    case .code(300): response.content != .none
    default: false
    }
  }

  private func declareRedirect(_ redirects: [DeclaredResponse], in plan: inout EndpointPlan) {
    guard !redirects.isEmpty else {
      plan.remarks.append("No response that means success is declared.")
      plan.cases.append(.call(".success", [.text(".noContent")]))
      return
    }
    plan.output = "String?"
    plan.documentation = [plan.documentation, "Returns the URL that the response leads to."].compactMap { $0 }
      .joined(separator: "\n\n")
    for redirect in redirects {
      plan.cases.append(.joined([line(redirect.status, .text(".value { $0.headers[.location] }"))]))
    }
  }

  private func declareOutput(
    _ responses: [DeclaredResponse], scope: TypePlanner.Scope, in plan: inout EndpointPlan
  ) {
    let contents = responses.map(\.content)
    let distinct = contents.filter { $0 != .none }.reduce(into: [DeclaredResponse.Content]()) {
      distinct, content in
      if !distinct.contains(content) { distinct.append(content) }
    }
    let isSometimesEmpty = contents.contains(.none)
    if distinct.count > 1 {
      declareOutputs(responses, scope: scope, in: &plan)
      return
    }
    guard let content = distinct.first else {
      plan.cases = responses.map { line($0.status, .text(".noContent")) }
      return
    }
    let described = describe(
      content, named: isSometimesEmpty || isWrapped(content) ? "Contents" : "Output", in: scope)
    plan.output = described.type
    if isSometimesEmpty, !described.type.hasSuffix("?") { plan.output += "?" }
    for response in responses {
      if response.content != .none {
        let outcome: Code =
          isSometimesEmpty && described.isStream
          ? .text(described.outcome.flat + " { $0 }") : described.outcome
        plan.cases.append(line(response.status, outcome))
      } else {
        plan.cases.append(
          line(response.status, .text(described.hasEmptyValue ? ".noContent" : ".value(nil)")))
      }
    }
  }

  /// Whether the output is a list, a map, an open enumeration or an optional of a type, which can't be called `Output`
  /// then.
  private func isWrapped(_ content: DeclaredResponse.Content) -> Bool {
    guard case .json(let schema) = content else { return false }
    switch types.resolved(schema).shape {
    case .array, .map, .enumeration: return true
    default: return types.isNullable(schema)
    }
  }

  private func declareOutputs(
    _ responses: [DeclaredResponse], scope: TypePlanner.Scope, in plan: inout EndpointPlan
  ) {
    plan.output = scope.names.take("Output")
    var names = NameScope(taken: ["self", "init"])
    for response in responses {
      let base = statusName(response.status)
      let name = names.take(base, base + "Value")
      if response.content == .none {
        plan.outputs.append(PayloadCase(name: name, documentation: response.documentation))
        plan.cases.append(line(response.status, .text(".value(.\(name.escapedName))")))
        continue
      }
      let described = describe(response.content, named: name, in: scope)
      plan.outputs.append(
        PayloadCase(name: name, type: described.type, documentation: response.documentation))
      let transform = "{ .\(name.escapedName)($0) }"
      plan.cases.append(
        line(
          response.status,
          described.isStream
            ? .text("\(described.outcome.flat) \(transform)")
            : .text(decode(described, as: transform))))
    }
  }

  private func isRaw(_ type: String) -> Bool { type == "String" || type == "Data" }

  private func decode(_ content: DescribedContent, as transform: String, isError: Bool = false) -> String {
    let type = metatype(content.type)
    let place = content.outcome.flat == ".decode" ? type : ".at(as: \(type))"
    return "\(isError ? ".decodeError" : ".decode")(\(place)) \(transform)"
  }

  struct DescribedContent {
    var type: String
    var outcome: Code
    var isStream = false
    var hasEmptyValue = true
  }

  func describe(_ content: DeclaredResponse.Content, named hint: String, in scope: TypePlanner.Scope)
    -> DescribedContent
  {
    switch content {
    case .none: return DescribedContent(type: "Void", outcome: .text(".noContent"))
    case .problem: return DescribedContent(type: "ProblemDetails", outcome: .text(".decode"))
    case .text: return DescribedContent(type: "String", outcome: .text(".decode"))
    case .bytes: return DescribedContent(type: "Data", outcome: .text(".decode"))
    case .json(let schema):
      let type = types.type(of: schema, use: .decoded, named: hint, in: scope)
      let isOptional = types.isNullable(schema) && type != "JSONValue"
      return DescribedContent(
        type: isOptional ? type + "?" : type,
        // `.decode` reads these two without a decoder, with the quotes of JSON.
        outcome: .text(isRaw(type) ? ".decode(.at())" : ".decode"))
    case .events(let schema):
      let type = types.type(of: schema, use: .decoded, named: "Event", in: scope)
      if type == "JSONValue" || type == "String" {
        return DescribedContent(
          type: "ResponseStream<ServerSentEvent, Never>", outcome: .text(".stream(.serverSentEvents())"),
          isStream: true,
          hasEmptyValue: false)
      }
      return DescribedContent(
        type: "ResponseStream<\(type), Never>",
        outcome: .text(".stream(.serverSentEvents(of: \(metatype(type))))"),
        isStream: true, hasEmptyValue: false)
    case .lines(let schema): return stream(of: schema, named: "Line", "jsonLines", in: scope)
    case .sequence(let schema): return stream(of: schema, named: "Element", "jsonSequence", in: scope)
    }
  }

  private func stream(
    of schema: Schema, named hint: String, _ format: String, in scope: TypePlanner.Scope
  ) -> DescribedContent {
    let type = types.type(of: schema, use: .decoded, named: hint, in: scope)
    return DescribedContent(
      type: "ResponseStream<\(type), Never>", outcome: .text(".stream(.\(format)(of: \(metatype(type))))"),
      isStream: true, hasEmptyValue: false)
  }

  // MARK: Failures

  private func declareFailures(
    _ responses: [DeclaredResponse], scope: TypePlanner.Scope, in plan: inout EndpointPlan
  ) {
    var own = responses
    var including: SharedFailures?
    if let shared {
      own.removeAll { response in
        shared.entries.contains(SharedFailures.Entry(status: response.status, content: response.content))
      }
      if own.count < responses.count { including = shared }
    }
    guard !own.isEmpty else {
      if let including {
        plan.failure = including.type
        plan.cases.append(.call(".including", [.text(including.map)]))
      }
      return
    }
    plan.failure = scope.names.take("Failure")
    var names = NameScope(taken: ["self", "init", "other"])
    for response in own {
      let base = statusName(response.status)
      let name = names.take(base, base + "Value")
      let failure = failureCase(response, named: name, in: scope)
      plan.failures.append(failure.payload)
      plan.cases.append(failure.line)
    }
    if let including {
      plan.failures.append(PayloadCase(name: "other", type: including.type))
      plan.cases.append(.text(".including(\(including.map)) { .other($0) }"))
    }
  }

  func failureCase(
    _ response: DeclaredResponse, named name: String, in scope: TypePlanner.Scope
  ) -> (payload: PayloadCase, line: Code) {
    let documentation = response.documentation
    let escaped = name.escapedName
    switch response.content {
    case .none, .events, .lines, .sequence:
      return (
        PayloadCase(name: name, documentation: documentation),
        line(response.status, .text(".error(.\(escaped))"))
      )
    case .problem:
      return (
        PayloadCase(name: name, type: "ProblemDetails", documentation: documentation),
        line(response.status, .text(".problem { .\(escaped)($0) }"))
      )
    case .json, .text, .bytes:
      let described = describe(response.content, named: "\(name) body", in: scope)
      return (
        PayloadCase(name: name, type: described.type, documentation: documentation),
        line(response.status, .text(decode(described, as: "{ .\(escaped)($0) }", isError: true)))
      )
    }
  }

  func metatype(_ type: String) -> String { type + ".self" }
}
