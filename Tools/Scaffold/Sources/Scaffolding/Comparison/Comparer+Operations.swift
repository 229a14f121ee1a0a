extension Comparer {
  func operationSpot(_ calls: (old: Side.Call, new: Side.Call), _ index: Int) -> Spot {
    Spot(
      origin: .operation(index), direction: .sent, unit: .operation, label: "the operation", key: "",
      before: Named(path: calls.old.plan.name), after: Named(path: calls.new.plan.name))
  }

  /// Compares two operations: what is said of them, the request as it is sent, and the responses as they are read.
  func compareOperation(_ index: Int) {
    let calls = (old: old.calls[operations[index].old], new: new.calls[operations[index].new])
    let (before, after) = (calls.old.operation, calls.new.operation)
    let spot = operationSpot(calls, index)
    if MatchedOperations.shape(of: before) != MatchedOperations.shape(of: after) {
      report(
        spot, .moved, .breaks, "the operation is \(after.label), no longer \(before.label)", before: nil,
        after: nil,
        part: "path")
    }
    reportRenamed(spot)
    if before.tag != after.tag, calls.old.plan.group != calls.new.plan.group {
      report(
        spot, .moved, .swift,
        "the group is \(calls.new.plan.group), no longer \(calls.old.plan.group)",
        before: nil, after: nil, part: "group")
    }
    reportDeprecation(spot, calls.old.plan.isDeprecated, calls.new.plan.isDeprecated)
    reportWords(spot, before.documentation, after.documentation)
    compareServers(before, after, at: spot)
    compareSecurity(before, after, at: spot)
    comparePaging(calls, at: spot)
    compareRequest(calls.old, calls.new, index)
    compareResponses(calls.old, calls.new, index)
    compareFields(before, after, at: spot)
  }

  /// An operation that is served elsewhere than the others.
  private func compareServers(_ one: Operation, _ other: Operation, at spot: Spot) {
    func server(_ operation: Operation, _ side: Side) -> String? {
      guard let server = operation.servers.first, !side.assembly.api.servers.map(\.text).contains(server)
      else {
        return nil
      }
      return Self.trimmed(server)
    }
    let servers = (old: server(one, old), new: server(other, new))
    guard servers.old != servers.new else { return }
    let place = servers.new ?? "that of other operations"
    report(
      spot, .server, .breaks, "the server is \(place)", before: servers.old, after: servers.new,
      part: "server"
    )
  }

  private func comparePaging(_ calls: (old: Side.Call, new: Side.Call), at spot: Spot) {
    func report(_ mark: Change.Mark, _ sentence: String) {
      self.report(
        spot, .paging, mark, sentence,
        before: calls.old.plan.paging.map { _ in "\(calls.old.plan.name): PagedEndpoint" },
        after: calls.new.plan.paging.map { _ in "\(calls.new.plan.name): PagedEndpoint" }, part: "paging")
    }
    switch (calls.old.plan.paging, calls.new.plan.paging) {
    case (nil, nil): return
    case (nil, _): report(.neither, "pages are recognized")
    case (_, nil): report(.swift, "pages are no longer recognized")
    case (let before?, let after?):
      if before.remark != after.remark { report(.neither, "the next page is found in another way") }
    }
  }

  // MARK: Signing in

  /// Compares the ways to sign in: each that was enough has to be enough.
  private func compareSecurity(_ one: Operation, _ other: Operation, at spot: Spot) {
    let ways = (old: Self.ways(one).map { $0.map(schemeNow) }, new: Self.ways(other))
    let lost = ways.old.filter { way in !ways.new.contains { Set(way).isSuperset(of: $0) } }
    if !lost.isEmpty {
      let texts = ways.new.map(Self.text)
      report(
        spot, .security, .breaks, "signing in needs \(texts.joined(separator: ", or "))", before: nil,
        after: nil,
        part: "security")
      return
    }
    let before = Set(ways.old.map(Set.init))
    guard before != Set(ways.new.map(Set.init)) else { return }
    let added = ways.new.filter { !before.contains(Set($0)) }
    let enough = added.isEmpty ? ways.new : added
    let sentence =
      enough.contains([])
      ? "signing in is \(ways.new.count > 1 ? "optional" : "no longer needed")"
      : "\(enough.map(Self.text).joined(separator: ", or ")) is enough to sign in"
    report(spot, .security, .neither, sentence, before: nil, after: nil, part: "security")
  }

  /// The schemes that are needed at once, of each way to sign in.
  private static func ways(_ operation: Operation) -> [[String]] {
    var ways = operation.security ?? []
    if ways.isEmpty, !operation.undescribedSecurity.isEmpty { ways = [operation.undescribedSecurity] }
    if ways.isEmpty || operation.isSignInOptional { ways.append([]) }
    return ways
  }

  private static func text(_ way: [String]) -> String {
    way.isEmpty ? "no sign-in" : way.joined(separator: " and ")
  }

  // MARK: Whole operations

  func reportRemoved(_ index: Int) {
    let call = old.calls[index]
    let label = call.operation.label
    // What can't be read may be there.
    let omission = new.assembly.api.omissions.first {
      $0.isOperation && MatchedOperations.shape(of: $0.operation) == MatchedOperations.shape(of: label)
    }
    add(
      Change(
        subject: .operation(name: call.plan.name, label: label), unit: .operation,
        kind: omission == nil ? .removed : .unreadable, mark: omission == nil ? .breaks : .swift,
        sentence: omission.map { "the operation can't be read: \($0.reason)" } ?? "the operation is gone",
        before: call.plan.name,
        operations: [call.use]))
  }

  func reportAdded(_ index: Int) {
    let call = new.calls[index]
    let label = call.operation.label
    add(
      Change(
        subject: .operation(name: call.plan.name, label: label), unit: .operation, kind: .added,
        mark: .neither,
        sentence: "the operation is new", after: call.plan.name, operations: [call.use]))
  }
}
