/// What a new version of a document changes for a client of the old one.
public struct Change: Equatable, Sendable {
  /// What a change does to code that was written for the old version.
  public enum Mark: String, CaseIterable, Sendable {
    /// Calls fail, or mean something else, without a line of the code changed.
    case breaks
    /// Calls go on, but the code that is written for the new version is called in another way.
    case swift
    case neither
    /// Documentation alone.
    case words
  }

  /// What a change is about.
  public enum Subject: Hashable, Sendable {
    /// What all operations share, by the API's name in Swift.
    case api(String)
    /// The name of the endpoint, and `GET /orders/{id}`.
    case operation(name: String, label: String)
    /// A type that several operations use.
    case type(String)

    /// What it is called in Swift, in the old version if it is there.
    public var name: String {
      switch self {
      case .api(let name), .operation(let name, _), .type(let name): name
      }
    }
  }

  /// The part of the subject that has changed.
  public enum Unit: String, Sendable {
    case api, operation, parameter, body, response, field, type, property, value, variant
  }

  /// How it has changed.
  public enum Kind: String, Sendable {
    case added, removed, renamed, moved, reordered
    /// It was optional, and has to be there; or it had to, and may be left out; or as null.
    case required, optional, nullable, notNull
    /// It is of another type, or it is another type in Swift alone.
    case type, swiftType
    /// An object or a list of a parameter is written in another way.
    case style
    /// Fewer values are taken, or more.
    case closed, opened
    case contentType, security, server, paging, deprecated, undeprecated
    /// The operation can't be read in the new version.
    case unreadable
    case words
  }

  /// An operation that reaches what has changed.
  public struct Use: Hashable, Sendable {
    /// The name of its endpoint in the old version.
    public var name: String
    /// `GET /orders/{id}`
    public var label: String
  }

  public var subject: Subject
  public var unit: Unit
  public var kind: Kind
  public var mark: Mark
  /// Where an operation reaches what has changed: `200`, `body`.
  public var place: String?
  /// `total may be missing`
  public var sentence: String
  /// The Swift of the old version, and of the new one: `Order.total: Int`.
  public var before: String?
  public var after: String?
  /// The operations that reach what has changed, in the order of the old version: the first hundred.
  public var operations: [Use] = []
  public var operationCount = 0
}

extension Change.Mark: Comparable {
  private var rank: Int {
    switch self {
    case .words: 0
    case .neither: 1
    case .swift: 2
    case .breaks: 3
    }
  }

  public static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }
}
