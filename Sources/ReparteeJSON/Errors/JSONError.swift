/// Why some bytes could not be decoded: what, where, what was there instead, and what may help.
///
/// `description` is one line without any value of the JSON, fit for a log. `report` tells everything:
///
/// ```text
/// [1].name: expected String (a string), found a number
/// line 3, column 20, byte 45
///
///   3 |   {"id": 2, "name": 17}
///     |                     ^^
/// ```
///
/// It costs one reference to hold or throw. Line and column count from 1, columns in Unicode scalars.
public struct JSONError: Error, Sendable {
  /// What went wrong. There may be other kinds in a minor version.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The kind's name, as it is written in Swift.
    public let description: String

    /// The bytes are not a JSON text (RFC 8259): syntax, escapes, UTF-8.
    public static let syntax = Kind(description: "syntax")
    /// There are no bytes, or only whitespace.
    public static let empty = Kind(description: "empty")
    /// Arrays and objects are nested deeper than `maximumDepth`.
    public static let depth = Kind(description: "depth")
    /// There are more bytes than `maximumSize`.
    public static let size = Kind(description: "size")
    /// An object has a key twice, under `DuplicateKeyStrategy.reject`.
    public static let duplicateKey = Kind(description: "duplicateKey")
    /// A key, or an array index of a path, is not there.
    public static let keyNotFound = Kind(description: "keyNotFound")
    /// A value is of another type.
    public static let typeMismatch = Kind(description: "typeMismatch")
    /// There is null where a value was expected.
    public static let nullValue = Kind(description: "nullValue")
    /// An array has fewer elements than were asked for.
    public static let endOfArray = Kind(description: "endOfArray")
    /// A number does not fit the type; nothing was rounded or cut.
    public static let numberOutOfRange = Kind(description: "numberOutOfRange")
    /// A value is of the right JSON type, but not one of the model: a date, a URL, base64, an enum's raw value.
    public static let corrupted = Kind(description: "corrupted")
    /// The model itself threw; see `underlying`.
    public static let model = Kind(description: "model")
  }

  final class Storage: Sendable {
    let kind: Kind
    let path: JSONPath
    let position: Position?
    let expected: String
    let found: String
    let availableKeys: [String]
    let missingKey: String?
    let hint: String?
    /// The value stands under a sensitive key: nothing that may hold it is shown.
    let isSensitive: Bool
    let excerpt: String?
    let underlying: (any Error)?
    /// What was masked in the excerpt; nil without one.
    let redaction: Redaction?
    /// The document it is about, 0 for one that was never complete.
    let origin: UInt64

    init(
      kind: Kind, path: JSONPath, position: Position?, expected: String, found: String,
      availableKeys: [String],
      missingKey: String? = nil, hint: String?, isSensitive: Bool, excerpt: String?, underlying: (any Error)?,
      redaction: Redaction? = nil, origin: UInt64 = 0
    ) {
      self.kind = kind
      self.path = path
      self.position = position
      self.expected = expected
      self.found = found
      self.availableKeys = availableKeys
      self.missingKey = missingKey
      self.hint = hint
      self.isSensitive = isSensitive
      self.excerpt = excerpt
      self.underlying = underlying
      self.redaction = redaction
      self.origin = origin
    }
  }

  struct Position: Sendable, Equatable {
    /// Nil in a line of a stream whose length before it is not known.
    var offset: Int?
    /// Nil in a stream, whose earlier lines are gone, unless it is one of lines.
    var line: Int?
    var column: Int?
  }

  let storage: Storage

  /// The most ``availableKeys``.
  static let keyLimit = 50

  init(storage: Storage) { self.storage = storage }

  /// What is wrong, to switch over.
  public var kind: Kind { storage.kind }
  /// The value that did not fit; where a key is missing, the object that lacks it.
  public var path: JSONPath { storage.path }
  /// The first byte of that value, from 0; of a syntax error, the byte that could not be.
  public var byteOffset: Int? { storage.position.flatMap(\.offset) }
  /// The line of that byte, from 1; nil in a stream, whose earlier lines are gone, unless it is one of lines.
  public var line: Int? { storage.position.flatMap(\.line) }
  /// The column of that byte in its line, from 1, in Unicode scalars; nil where there is no ``line``.
  public var column: Int? { storage.position.flatMap(\.column) }
  /// What would fit. An enum names its raw values if it is `CaseIterable`, and one with associated values its keys if
  /// its `CodingKeys` are, at most 20 of them; otherwise Swift does not tell them.
  public var expected: String { storage.expected }
  /// What is there: a JSON type or a token, never a value.
  public var found: String { storage.found }
  /// The keys of the object, where one was not found: the first 50.
  public var availableKeys: [String] { storage.availableKeys }
  /// A sentence on what may be the cause, where there is one.
  public var hint: String? { storage.hint }
  /// The lines of the JSON around the place, with a caret; nil where excerpts are off. See ``ExcerptPolicy``.
  public var excerpt: String? { storage.excerpt }
  /// What a model's `init(from:)` threw, where that is not this decoder's error.
  public var underlying: (any Error)? { storage.underlying }
}
