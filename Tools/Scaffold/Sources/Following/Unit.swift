/// What can be edited by itself: a declaration, a case, a line of a response map, an argument, a statement.
///
/// A unit is its own tokens, in segments, and the lists of units between them.
struct Unit: Sendable {
  /// What it is called among those of its list.
  var key: String
  /// The identifier that it declares, which can be renamed.
  var name: String?
  /// Its own tokens: one segment before each list, and one at the end.
  var segments: [Segment]
  var lists: [UnitList]
  /// From its first token to its last one.
  var range: Range<Int>
  /// The comments above it and behind it.
  var comments: Comments
  /// Of a case, the whole `case a, b`, and how many cases that has.
  var line: Line?
  /// Whether it declares a type, or extends one.
  var container: Container?

  enum Container: Sendable, Equatable { case type, extended }

  struct Line: Sendable, Equatable {
    var range: Range<Int>
    var count: Int
  }

  struct Segment: Sendable {
    var tokens: [Token]
    /// The comments between its tokens.
    var comments: [String] = []
    var range: Range<Int> {
      (tokens.first?.range.lowerBound ?? 0)..<(tokens.last?.range.upperBound ?? 0)
    }
  }

  struct Comments: Sendable {
    /// The lines above, without the space in front of them, and where they are.
    var above: [String] = []
    var aboveRange: Range<Int>?
    /// Behind the last token, on its line.
    var behind: String?
  }

  /// All tokens, with those of the units within it.
  var tokens: [Token] {
    var all = segments[0].tokens
    for (list, segment) in zip(lists, segments.dropFirst()) {
      for unit in list.units { all += unit.tokens }
      all += segment.tokens
    }
    return all
  }

  /// All comments within it, in order, not those above it.
  var innerComments: [String] {
    var all = segments[0].comments
    for (list, segment) in zip(lists, segments.dropFirst()) {
      for unit in list.units {
        all += unit.comments.above + unit.innerComments + (unit.comments.behind.map { [$0] } ?? [])
      }
      all += list.conditions + segment.comments
    }
    return all
  }
}

struct Token: Sendable, Hashable {
  enum Role: Sendable {
    case other
    /// A name: of a type, or of what is declared or used.
    case identifier
    /// `.name` without anything in front of it: a case, a static member.
    case implicitMember
    /// `value.name`
    case member
    /// `self.name`
    case ownMember
    /// `name:`
    case label
  }

  var text: String
  var role = Role.other
  var range: Range<Int>

  static func == (one: Token, other: Token) -> Bool { one.text == other.text }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// Units one after another.
struct UnitList: Sendable {
  enum Kind: Sendable {
    /// Declarations and statements, on lines of their own.
    case members, statements, switchCases
    /// Separated by commas.
    case elements, entries, arguments, parameters, typeArguments, conformances
    /// `.retry(…).authenticated(…)`
    case chain
  }

  var kind: Kind
  var units: [Unit]
  /// What is between the delimiters.
  var range: Range<Int>
  /// The `#if` lines between the units, which are read as if they were not there.
  var conditions: [String] = []

  var isOfLines: Bool {
    switch kind {
    case .members, .statements, .switchCases: true
    case .elements, .entries, .arguments, .parameters, .typeArguments, .conformances, .chain: false
    }
  }
}
