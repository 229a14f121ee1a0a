import SwiftParser
import SwiftSyntax

/// Reads the units of a file.
struct UnitReader {
  /// The declarations of a file, and the first place where it is no Swift, as an offset in bytes.
  static func read(_ text: String) -> (units: UnitList, fault: Int?) {
    let file = Parser.parse(source: text)
    let fault =
      file.hasError
      ? file.tokens(viewMode: .all).first { $0.presence == .missing || $0.hasError } ?? file.endOfFileToken
      : nil
    return (
      UnitReader().lines(file.statements, .members), fault?.positionAfterSkippingLeadingTrivia.utf8Offset
    )
  }

  // MARK: Lists

  /// The list that a node is; nil if it is none whose entries can be edited by themselves.
  private func list(_ node: Syntax) -> UnitList? {
    if let list = node.as(MemberBlockItemListSyntax.self) { return lines(list, .members) }
    if let list = node.as(CodeBlockItemListSyntax.self) { return lines(list, .statements) }
    if let list = node.as(SwitchCaseListSyntax.self) { return lines(list, .switchCases) }
    if let list = node.as(ArrayElementListSyntax.self) { return separated(list, .elements) }
    if let list = node.as(DictionaryElementListSyntax.self) { return separated(list, .entries) }
    if let list = node.as(LabeledExprListSyntax.self) { return separated(list, .arguments) }
    if let list = node.as(FunctionParameterListSyntax.self) { return separated(list, .parameters) }
    if let list = node.as(GenericArgumentListSyntax.self) { return separated(list, .typeArguments) }
    if let list = node.as(InheritedTypeListSyntax.self) { return separated(list, .conformances) }
    return nil
  }

  private func lines(_ list: some SyntaxCollection, _ kind: UnitList.Kind) -> UnitList {
    var result = UnitList(kind: kind, units: [], range: Self.range(of: list))
    append(list, to: &result)
    result.units = Self.numbered(result.units)
    return result
  }

  private func append(_ list: some SyntaxCollection, to result: inout UnitList) {
    for item in list {
      let item = Syntax(item)
      let node =
        item.as(MemberBlockItemSyntax.self).map { Syntax($0.decl) }
        ?? item.as(CodeBlockItemSyntax.self).map { Syntax($0.item) } ?? item
      if let condition = node.as(IfConfigDeclSyntax.self) {
        conditional(condition, to: &result)
      } else if let cases = node.as(EnumCaseDeclSyntax.self) {
        result.units += self.cases(cases)
      } else {
        result.units.append(unit(node, in: result.kind, within: item))
      }
    }
  }

  private func conditional(_ condition: IfConfigDeclSyntax, to result: inout UnitList) {
    for clause in condition.clauses {
      result.conditions.append("\(clause.poundKeyword.text) \(clause.condition?.trimmedDescription ?? "")")
      switch clause.elements {
      case .decls(let list): append(list, to: &result)
      case .statements(let list): append(list, to: &result)
      case .switchCases(let list): append(list, to: &result)
      default: result.conditions.append(clause.elements?.trimmedDescription ?? "")
      }
    }
  }

  private func separated(_ list: some SyntaxCollection, _ kind: UnitList.Kind) -> UnitList {
    let units = list.enumerated().map { index, element in
      let element = Syntax(element)
      var unit = unit(element, in: kind, within: element)
      if ["", "#"].contains(unit.key) { unit.key = "#\(index)" }
      return unit
    }
    return UnitList(kind: kind, units: Self.numbered(units), range: Self.range(of: list))
  }

  /// Keys that occur again have a number.
  private static func numbered(_ units: [Unit]) -> [Unit] {
    var counts: [String: Int] = [:]
    return units.map { unit in
      var unit = unit
      let count = counts[unit.key, default: 0]
      counts[unit.key] = count + 1
      if count > 0 { unit.key += "~\(count)" }
      return unit
    }
  }

  private static func range(of node: some SyntaxProtocol) -> Range<Int> {
    let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    return start..<max(start, node.endPositionBeforeTrailingTrivia.utf8Offset)
  }

  // MARK: Units

  private func unit(_ node: Syntax, in kind: UnitList.Kind, within item: Syntax) -> Unit {
    var builder = Builder(first: node.firstToken(viewMode: .sourceAccurate), last: lastToken(of: node, kind))
    collect(node, into: &builder)
    let identity = UnitIdentity(node, in: kind)
    var unit = Unit(
      key: identity.key, name: identity.name, segments: builder.segments, lists: builder.lists,
      range: Self.range(of: node), comments: comments(of: node, within: item))
    if let last = builder.last { unit.range = unit.range.lowerBound..<Self.range(of: last).upperBound }
    unit.container = identity.container
    return unit
  }

  /// Without the comma behind it, which belongs to the list.
  private func lastToken(of node: Syntax, _ kind: UnitList.Kind) -> TokenSyntax? {
    let last = node.lastToken(viewMode: .sourceAccurate)
    guard let last, last.tokenKind == .comma, kind != .statements, kind != .members else { return last }
    return last.previousToken(viewMode: .sourceAccurate)
  }

  private func cases(_ declaration: EnumCaseDeclSyntax) -> [Unit] {
    let line = Unit.Line(range: Self.range(of: declaration), count: declaration.elements.count)
    let comments = comments(of: Syntax(declaration), within: Syntax(declaration))
    return declaration.elements.enumerated().map { index, element in
      let node = Syntax(element)
      var unit = unit(node, in: .elements, within: node)
      unit.key = "case \(element.name.text)"
      unit.name = element.name.identifier?.name ?? element.name.text
      unit.line = line
      unit.comments = index == 0 ? comments : Unit.Comments()
      unit.comments.behind = index == line.count - 1 ? comments.behind : unit.comments.behind
      return unit
    }
  }

  private struct Builder {
    var segments = [Unit.Segment(tokens: [])]
    var lists: [UnitList] = []
    let first: TokenSyntax?
    let last: TokenSyntax?

    init(first: TokenSyntax?, last: TokenSyntax?) {
      self.first = first
      self.last = last
    }

    mutating func add(_ token: TokenSyntax) {
      let index = segments.count - 1
      if token != first { segments[index].comments += UnitReader.comments(in: token.leadingTrivia) }
      segments[index].tokens.append(UnitReader.token(token))
      if token != last { segments[index].comments += UnitReader.comments(in: token.trailingTrivia) }
    }

    mutating func add(_ list: UnitList) {
      lists.append(list)
      segments.append(Unit.Segment(tokens: []))
    }
  }

  private func collect(_ node: Syntax, into builder: inout Builder) {
    if let token = node.as(TokenSyntax.self) {
      guard token.presence == .present, !token.text.isEmpty else { return }
      let isBehind = builder.last.map { token.position > $0.position } ?? false
      if !isBehind { builder.add(token) }
    } else if let list = list(node) {
      builder.add(list)
    } else if let call = node.as(FunctionCallExprSyntax.self) {
      chain(call, into: &builder)
    } else {
      for child in node.children(viewMode: .sourceAccurate) { collect(child, into: &builder) }
    }
  }

  /// A call, and the calls of its result as a list: `.get(…)` and `.authenticated(…)`.
  private func chain(_ call: FunctionCallExprSyntax, into builder: inout Builder) {
    var links: [FunctionCallExprSyntax] = []
    var root = call
    while let access = root.calledExpression.as(MemberAccessExprSyntax.self),
      let base = access.base?.as(FunctionCallExprSyntax.self)
    {
      links.append(root)
      root = base
    }
    for child in Syntax(root).children(viewMode: .sourceAccurate) { collect(child, into: &builder) }
    let end = Self.range(of: root).upperBound
    let units = links.reversed().map { link in self.link(link) }
    builder.add(
      UnitList(
        kind: .chain, units: Self.numbered(units),
        range: (units.first?.range.lowerBound ?? end)..<(units.last?.range.upperBound ?? end)))
  }

  private func link(_ call: FunctionCallExprSyntax) -> Unit {
    let access = call.calledExpression.as(MemberAccessExprSyntax.self)
    var builder = Builder(first: access?.period, last: call.lastToken(viewMode: .sourceAccurate))
    if let access {
      builder.add(access.period)
      collect(Syntax(access.declName), into: &builder)
    }
    for child in Syntax(call).children(viewMode: .sourceAccurate).dropFirst() {
      collect(child, into: &builder)
    }
    let start = access.map { Self.range(of: $0.period).lowerBound } ?? Self.range(of: call).lowerBound
    return Unit(
      key: access?.declName.baseName.text ?? "", segments: builder.segments, lists: builder.lists,
      range: start..<Self.range(of: call).upperBound,
      comments: Unit.Comments(above: Self.comments(in: access?.period.leadingTrivia ?? [])))
  }

  // MARK: Tokens and comments

  fileprivate static func token(_ token: TokenSyntax) -> Token {
    Token(text: token.text, role: role(of: token), range: range(of: token))
  }

  private static func role(of token: TokenSyntax) -> Token.Role {
    guard case .identifier = token.tokenKind else { return .other }
    if token.nextToken(viewMode: .sourceAccurate)?.tokenKind == .colon,
      token.parent?.is(LabeledExprSyntax.self) == true
        || token.parent?.is(FunctionParameterSyntax.self) == true
    {
      return .label
    }
    guard token.previousToken(viewMode: .sourceAccurate)?.tokenKind == .period else { return .identifier }
    let access = token.parent?.parent?.as(MemberAccessExprSyntax.self)
    guard let base = access?.base else { return .implicitMember }
    return base.trimmedDescription == "self" ? .ownMember : .member
  }

  fileprivate static func comments(in trivia: Trivia) -> [String] {
    trivia.compactMap { piece in
      switch piece {
      case .lineComment(let text), .blockComment(let text), .docLineComment(let text),
        .docBlockComment(let text):
        text
      default: nil
      }
    }
  }

  /// The comments that stand directly above a node, and the one behind it.
  private func comments(of node: Syntax, within item: Syntax) -> Unit.Comments {
    var comments = Unit.Comments()
    guard let first = node.firstToken(viewMode: .sourceAccurate),
      let last = item.lastToken(viewMode: .sourceAccurate)
    else { return comments }
    var offset = first.position.utf8Offset
    var newlines = 0
    for piece in first.leadingTrivia {
      let length = piece.sourceLength.utf8Length
      switch piece {
      case .newlines(let count), .carriageReturnLineFeeds(let count), .carriageReturns(let count):
        newlines += count
        if newlines > 1 { comments = Unit.Comments() }
      case .lineComment(let text) where text.dropFirst(2).drop { $0 == " " }.hasPrefix("MARK:"):
        comments = Unit.Comments()
        newlines = 0
      case .lineComment(let text), .blockComment(let text), .docLineComment(let text),
        .docBlockComment(let text):
        comments.above.append(text)
        comments.aboveRange = (comments.aboveRange?.lowerBound ?? offset)..<(offset + length)
        newlines = 0
      default: break
      }
      offset += length
    }
    comments.behind = Self.comments(in: last.trailingTrivia).last
    return comments
  }
}
