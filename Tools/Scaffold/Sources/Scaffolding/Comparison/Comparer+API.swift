import ReparteeJSON

extension Comparer {
  private func apiSpot(_ key: String, _ before: String, _ after: String) -> Spot {
    Spot(
      origin: .api, direction: .sent, unit: .api, label: before, key: key, before: Named(path: before),
      after: Named(path: after))
  }

  /// Compares what all operations share.
  func compareAPI() {
    let (one, other) = (old.assembly, new.assembly)
    let spot = apiSpot("", one.name, other.name)
    reportRenamed(spot)
    reportWords(spot, one.api.documentation, other.api.documentation)
    compareServers(spot)
    if one.keys != other.keys {
      let style = other.keys == .snakeCase ? "read from snake case" : "written as the document declares them"
      report(
        spot, .swiftType, .swift, "keys are \(style), which renames properties",
        before: "JSONCoder\(Self.text(one.keys))",
        after: "JSONCoder\(Self.text(other.keys))", part: "keys")
    }
    compareSchemes()
    compareHeaderFields()
  }

  private static func text(_ keys: KeyStyle) -> String { keys == .snakeCase ? "(keys: .snakeCase)" : "()" }

  private func compareServers(_ spot: Spot) {
    let servers = (old: old.assembly.api.servers.map(\.text), new: new.assembly.api.servers.map(\.text))
    let first = (old: servers.old.first.map(Self.trimmed), new: servers.new.first.map(Self.trimmed))
    if first.old != first.new {
      let isNamed = first.old?.isEmpty == false
      report(
        spot, .server, isNamed ? .breaks : .neither, "the base URL is \(first.new ?? "no longer there")",
        before: first.old.map { "\(spot.before.path).baseURL: \($0)" },
        after: first.new.map { "\(spot.after.path).baseURL: \($0)" }, part: "server")
    }
    compareVariables(spot)
    let others = (old: servers.old.dropFirst(), new: servers.new.dropFirst())
    let all = (old: Set(servers.old.map(Self.trimmed)), new: Set(servers.new.map(Self.trimmed)))
    for server in others.old where !all.new.contains(Self.trimmed(server)) {
      report(
        spot, .server, .swift, "the server \(server) is gone", before: nil, after: nil,
        part: "server \(server)")
    }
    for server in others.new where !all.old.contains(Self.trimmed(server)) {
      report(
        spot, .server, .neither, "the server \(server) is new", before: nil, after: nil,
        part: "server \(server)")
    }
  }

  /// Compares the variables of the first server, which are arguments of its URL.
  private func compareVariables(_ spot: Spot) {
    guard let before = old.assembly.api.servers.first, let after = new.assembly.api.servers.first,
      Self.trimmed(before.text) == Self.trimmed(after.text)
    else { return }
    func text(_ server: Server) -> [String] {
      server.variables.map { "\($0.name) \($0.value ?? "") \($0.values.joined(separator: " "))" }
    }
    guard text(before) != text(after) else { return }
    let gone = before.variables.contains { variable in
      guard let next = after.variables.first(where: { $0.name == variable.name }) else { return true }
      return !next.values.isEmpty && !Set(variable.values).isSubset(of: next.values)
    }
    report(
      spot, .server, gone ? .breaks : .swift, "the variables of the base URL are others",
      before: "\(spot.before.path).baseURL", after: "\(spot.after.path).baseURL", part: "variables")
  }

  /// A URL without the slash at its end.
  static func trimmed(_ server: String) -> String {
    server.hasSuffix("/") ? String(server.dropLast()) : server
  }

  // MARK: Signing in

  /// The name that a scheme of the old version has in the new one.
  func schemeNow(_ name: String) -> String {
    let schemes = new.assembly.api.security
    guard !schemes.contains(where: { $0.name == name }),
      let before = old.assembly.api.security.first(where: { $0.name == name })
    else { return name }
    let same = schemes.filter { scheme in
      Self.text(scheme.kind) == Self.text(before.kind)
        && !old.assembly.api.security.contains { $0.name == scheme.name }
    }
    return same.count == 1 ? same[0].name : name
  }

  private func compareSchemes() {
    for before in old.assembly.api.security {
      let name = schemeNow(before.name)
      guard let after = new.assembly.api.security.first(where: { $0.name == name }) else { continue }
      var spot = apiSpot(
        "scheme \(before.name)", "Authentication.\(Names.member(before.name))",
        "Authentication.\(Names.member(name))")
      spot.label = "the scheme \(before.name)"
      reportRenamed(spot)
      reportWords(spot, before.documentation, after.documentation)
      guard Self.text(before.kind) != Self.text(after.kind) else { continue }
      let users = operations.filter {
        old.calls[$0.old].operation.security?.joined().contains(before.name) == true
      }
      var change = Change(
        subject: .api(old.assembly.name), unit: .api, kind: .security, mark: .breaks,
        sentence: "\(spot.label) is \(Self.text(after.kind)), no longer \(Self.text(before.kind))")
      change.operations = users.map { old.calls[$0.old].use }
      add(change)
    }
  }

  private static func text(_ kind: SecurityScheme.Kind) -> String {
    switch kind {
    case .basic: "Basic"
    case .bearer: "a bearer token"
    case .header(let name): "a key in the header field \(name)"
    case .query(let name): "a key in the query item \(name)"
    case .cookie(let name): "a key in the cookie \(name)"
    case .oauth(let authorization, let token):
      "OAuth (\([authorization, token].compactMap { $0 }.joined(separator: ", ")))"
    case .openID(let url): "OpenID Connect (\(url))"
    case .certificate: "a certificate of the client"
    case .other(let text): text
    }
  }

  // MARK: Failures and models

  /// Says once that other failures are shared by most operations.
  func reportOtherFailures() {
    guard !withOtherFailures.isEmpty else { return }
    func text(_ side: Side) -> String? {
      side.assembly.shared.map { shared in
        "\(shared.type): \(shared.entries.map(\.status.text).joined(separator: ", "))"
      }
    }
    add(
      Change(
        subject: .api(old.assembly.name), unit: .api, kind: .swiftType, mark: .swift,
        sentence: "other failures are shared by most operations", before: text(old), after: text(new),
        operations: withOtherFailures.map { old.calls[operations[$0].old].use }))
  }

  /// Compares the models of documents without operations, by their names.
  func compareModels() {
    let after = Dictionary(
      new.types.declarations.map { ($0.key.pointer, $0) }, uniquingKeysWith: { one, _ in one })
    let before = old.types.declarations.sorted { "\($0.key)" < "\($1.key)" }
    for (name, declaration) in before {
      guard let next = after[name.pointer] else {
        add(Self.whole(declaration, .removed, .breaks, "\(declaration.name) is gone"))
        continue
      }
      for direction in [Direction.sent, .read] {
        var spot = apiSpot("model \(declaration.name)", declaration.name, next.value.name)
        (spot.direction, spot.unit) = (direction, .type)
        _ = compare(
          Side.Value(schema: Schema(.reference(name)), type: declaration.name),
          Side.Value(schema: Schema(.reference(next.key)), type: next.value.name), at: spot)
      }
    }
    let known = Set(before.map(\.key.pointer))
    for (pointer, next) in after where !known.contains(pointer) {
      add(Self.whole(next.value, .added, .neither, "\(next.value.name) is new"))
    }
  }

  private static func whole(
    _ model: TypeDeclaration, _ kind: Change.Kind, _ mark: Change.Mark, _ sentence: String
  ) -> Change {
    Change(
      subject: .type(model.name), unit: .type, kind: kind, mark: mark, sentence: sentence,
      before: kind == .removed ? model.name : nil, after: kind == .added ? model.name : nil)
  }
}
