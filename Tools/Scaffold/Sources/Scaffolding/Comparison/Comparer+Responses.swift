extension Comparer {
  /// A response as an endpoint reads it.
  struct Reading {
    enum Role {
      case output, failure
      /// Among the failures that most operations share.
      case shared
      /// None of both: a redirect, which the client follows.
      case unread
    }

    var response: DeclaredResponse
    var role: Role
    /// `GetOrder.Failure.notFound`
    var path: String
    /// Nil without a body.
    var type: String?
  }

  private typealias Readings = (old: [Reading], new: [Reading])

  func compareResponses(_ one: Side.Call, _ other: Side.Call, _ index: Int) {
    let readings = (old: Self.readings(of: one, on: old), new: Self.readings(of: other, on: new))
    let calls = (old: one, new: other)
    let count = findings.count
    var known: Set<DeclaredResponse.Status> = []
    for before in readings.old {
      let status = before.response.status
      known.insert(status)
      if let after = readings.new.first(where: { $0.response.status == status }) {
        compare(before, after, calls, at: spot(before, after, calls, index))
      } else {
        reportGone(before, readings.new, calls, index)
      }
    }
    for after in readings.new where !known.contains(after.response.status) {
      reportNew(after, readings.old, calls, index)
    }
    if let before = one.stream, let after = other.stream {
      compareStreams(before, after, calls, index)
    } else {
      reportStream(calls, index)
    }
    let isExplained = findings[count...].contains { $0.change.mark >= .swift }
    if !isExplained { compareResults(calls, readings, index) }
  }

  private func spot(
    _ before: Reading?, _ after: Reading?, _ calls: (old: Side.Call, new: Side.Call), _ index: Int
  ) -> Spot {
    let status = (before ?? after)?.response.status.text ?? ""
    func named(_ reading: Reading?, _ call: Side.Call) -> Named {
      Named(path: reading?.path ?? call.plan.name, type: reading?.type)
    }
    let isShared = before?.role == .shared && after?.role == .shared
    return Spot(
      origin: isShared ? .shared : .operation(index), operation: index, direction: .read, unit: .response,
      label: status, key: "status \(status)", before: named(before, calls.old), after: named(after, calls.new)
    )
  }

  // MARK: One status

  private func compare(
    _ before: Reading, _ after: Reading, _ calls: (old: Side.Call, new: Side.Call), at spot: Spot
  ) {
    reportWords(spot, before.response.documentation, after.response.documentation)
    let others = (before.response.otherContentTypes, after.response.otherContentTypes)
    let type = (old: before.response.contentType, new: after.response.contentType)
    let isAsked = type.old.map { after.response.otherContentTypes.contains($0) } ?? false
    if !isAsked { compareOthers(others.0, others.1, at: spot) }
    if before.role != after.role, before.role == .unread || after.role == .unread {
      let isRead = after.role != .unread
      report(
        spot, .type, isRead ? .swift : .breaks, "\(spot.label) is \(isRead ? "read" : "no longer read")",
        part: "type")
      return
    }
    let isReported = compareContents(before, after, isAsked: isAsked, calls, at: spot)
    if !isReported, let old = type.old, let new = type.new, MediaType(old).name != MediaType(new).name {
      report(
        spot, .contentType, .neither, "\(spot.label) is \(new), not \(old)", before: nil, after: nil,
        part: "content type")
    }
  }

  /// Returns whether something was reported.
  private func compareContents(
    _ before: Reading, _ after: Reading, isAsked: Bool, _ calls: (old: Side.Call, new: Side.Call),
    at spot: Spot
  ) -> Bool {
    switch (before.response.content, after.response.content) {
    case (.none, .none), (.problem, .problem), (.text, .text), (.bytes, .bytes): return false
    case (.json(let schema), .json(let next)), (.events(let schema), .events(let next)),
      (.lines(let schema), .lines(let next)), (.sequence(let schema), .sequence(let next)):
      let isReported = compare(
        Side.Value(
          schema: schema, type: Self.content(before.type), nested: calls.old.plan.nested),
        Side.Value(schema: next, type: Self.content(after.type), nested: calls.new.plan.nested), at: spot)
      let isNull = (old: old.isNullable(schema), new: new.isNullable(next))
      if isReported || isNull.old == isNull.new { return isReported }
      let isChanged = before.type != after.type
      report(
        spot, isNull.new ? .nullable : .notNull, isNull.new ? .breaks : isChanged ? .swift : .neither,
        "\(spot.label) may \(isNull.new ? "" : "no longer ")be null", part: "null")
      return true
    case (.none, _):
      // A body that is not expected is not read.
      report(spot, .type, .swift, "\(spot.label) has a body", part: "type")
    case (let content, .none):
      let mayBeEmpty = content == .text || content == .bytes || before.type?.hasSuffix("?") == true
      report(spot, .type, mayBeEmpty ? .swift : .breaks, "\(spot.label) has no body", part: "type")
    default:
      guard isAsked else { return retype(spot, .breaks) }
      report(
        spot, .contentType, .swift,
        "\(spot.label) is read as \(after.response.contentType ?? ""), not as \(before.response.contentType ?? "")",
        part: "type")
    }
    return true
  }

  private func reportGone(
    _ before: Reading, _ after: [Reading], _ calls: (old: Side.Call, new: Side.Call), _ index: Int
  ) {
    let spot = spot(before, nil, calls, index)
    if let range = Self.covering(before, in: after) {
      let whole = self.spot(before, range, calls, index)
      guard !compareContents(before, range, isAsked: false, calls, at: whole) else { return }
      let mark: Change.Mark = before.path == range.path && before.type == range.type ? .neither : .swift
      report(gone: spot, mark, "\(spot.label) is part of \(range.response.status.text)")
      return
    }
    switch before.role {
    case .output: report(gone: spot, .breaks, "\(spot.label) is gone")
    case .failure, .shared: report(gone: spot, .swift, "\(spot.label) is gone")
    case .unread: report(gone: spot, .neither, "\(spot.label), which is not read, is gone")
    }
  }

  private func reportNew(
    _ after: Reading, _ before: [Reading], _ calls: (old: Side.Call, new: Side.Call), _ index: Int
  ) {
    let spot = spot(nil, after, calls, index)
    if let range = Self.covering(after, in: before) {
      // It was read as the range says.
      var whole = self.spot(range, after, calls, index)
      (whole.label, whole.key) = (spot.label, spot.key)
      if !compareContents(range, after, isAsked: false, calls, at: whole) {
        let isSame = range.path == after.path && range.type == after.type
        report(new: spot, isSame ? .neither : .swift, "\(spot.label) is new")
      }
      return
    }
    switch after.role {
    case .output: report(new: spot, .breaks, "\(spot.label) is new")
    case .failure, .shared:
      let isDeclared = MapLines(calls.old.plan).includesShared && isShared(after.response)
      report(new: spot, isDeclared ? .neither : .swift, "\(spot.label) is new")
    case .unread: report(new: spot, .neither, "\(spot.label), which is not read, is new")
    }
  }

  /// Whether the old version has it among the failures that most operations share.
  private func isShared(_ response: DeclaredResponse) -> Bool {
    old.assembly.shared?.entries.contains { $0.status == response.status } == true
  }

  /// The line of a map that a status without one of its own falls under, if that says the same of the call.
  private static func covering(_ reading: Reading, in others: [Reading]) -> Reading? {
    guard case .code(let code) = reading.response.status else { return nil }
    let range =
      others.first { $0.response.status == .range(code / 100) } ?? others.first { $0.response.status == .any }
    guard let range, (range.role == .output) == (reading.role == .output) else { return nil }
    return range.role == .output ? range : nil
  }

  // MARK: The whole

  private func compareStreams(
    _ one: EndpointPlan, _ other: EndpointPlan, _ calls: (old: Side.Call, new: Side.Call), _ index: Int
  ) {
    func content(_ plan: EndpointPlan) -> DeclaredResponse? {
      plan.operation.responses.first(where: \.status.isSuccess)
    }
    guard let before = content(one), let after = content(other) else { return }
    func reading(_ response: DeclaredResponse, _ plan: EndpointPlan) -> Reading {
      Reading(response: response, role: .output, path: "\(plan.name).Output", type: plan.output)
    }
    let readings = (old: reading(before, one), new: reading(after, other))
    var spot = spot(readings.old, readings.new, calls, index)
    (spot.label, spot.key) = ("the stream", "stream")
    let streams = (
      old: Side.Call(operation: one.operation, plan: one),
      new: Side.Call(operation: other.operation, plan: other)
    )
    _ = compareContents(readings.old, readings.new, isAsked: false, streams, at: spot)
    if one.name != other.name {
      spot.unit = .operation
      (spot.before, spot.after) = (Named(path: one.name), Named(path: other.name))
      if calls.old.plan.name == calls.new.plan.name { reportRenamed(spot) }
    }
  }

  private func reportStream(_ calls: (old: Side.Call, new: Side.Call), _ index: Int) {
    var spot = operationSpot(calls, index)
    (spot.unit, spot.label, spot.key) = (.response, "the stream", "stream")
    if let gone = calls.old.stream {
      spot.before = Named(path: gone.name)
      report(gone: spot, .breaks, "the stream is gone")
    } else if let new = calls.new.stream {
      spot.after = Named(path: new.name)
      report(new: spot, .neither, "the stream is new")
    }
  }

  /// Compares the types of an endpoint's outputs and failures where no response says why they differ.
  private func compareResults(
    _ calls: (old: Side.Call, new: Side.Call), _ readings: Readings, _ index: Int
  ) {
    let plans = (old: calls.old.plan, new: calls.new.plan)
    var spot = operationSpot(calls, index)
    spot.unit = .response
    if Side.parts(of: plans.old.output).shell != Side.parts(of: plans.new.output).shell
      || plans.old.outputs.isEmpty != plans.new.outputs.isEmpty
    {
      spot.key = "output"
      spot.before = Named(path: "\(plans.old.name).Output", type: plans.old.output)
      spot.after = Named(path: "\(plans.new.name).Output", type: plans.new.output)
      report(spot, .swiftType, .swift, "the output is of another type in Swift")
    }
    let roles = (
      old: Set(readings.old.filter { $0.role == .shared }.map(\.response.status)),
      new: Set(readings.new.filter { $0.role == .shared }.map(\.response.status))
    )
    if roles.old != roles.new || plans.old.failures.isEmpty != plans.new.failures.isEmpty {
      withOtherFailures.append(index)
    }
  }

  // MARK: Readings

  private static func readings(of call: Side.Call, on side: Side) -> [Reading] {
    let lines = MapLines(call.plan)
    let plan = call.plan
    return call.operation.responses.map { response in
      if let line = lines.lines[response.status] {
        let cases = line.isFailure ? plan.failures : plan.outputs
        let type = line.isFailure ? plan.failure : plan.output
        let item = line.name.flatMap { name in cases.first { $0.name == name } }
        // Outputs of one type are no cases.
        let path =
          "\(plan.name).\(line.isFailure ? "Failure" : "Output")" + (item.map { ".\($0.name)" } ?? "")
        return Reading(
          response: response, role: line.isFailure ? .failure : .output, path: path,
          type: item.map(\.type) ?? (response.content == .none ? nil : type))
      }
      let entry = SharedFailures.Entry(status: response.status, content: response.content)
      if lines.includesShared, let shared = side.assembly.shared,
        let index = shared.entries.firstIndex(of: entry)
      {
        let item = shared.cases[index]
        return Reading(
          response: response, role: .shared, path: "\(shared.type).\(item.name)", type: item.type)
      }
      return Reading(response: response, role: .unread, path: plan.name, type: nil)
    }
  }

  /// `Token` of `ResponseStream<Token, Never>?`
  private static func content(_ type: String?) -> String {
    var type = bare(type ?? "")
    if type.hasPrefix("ResponseStream<"), type.hasSuffix(", Never>") {
      type = String(type.dropFirst("ResponseStream<".count).dropLast(", Never>".count))
    }
    return type
  }
}

extension DeclaredResponse.Status {
  /// As it stands in a document.
  var text: String {
    switch self {
    case .code(let code): String(code)
    case .range(let first): "\(first)XX"
    case .any: "default"
    }
  }
}
