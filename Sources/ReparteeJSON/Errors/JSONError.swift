import ReparteeRedaction

/// Why and where a JSON text could not be decoded.
///
/// `description` is one line without values of the JSON, fit for a log; `report` has the details:
///
/// ```text
/// [1].name: expected String (a string), found a number
/// line 3, column 20, byte 45
///
///   3 |   {"id": 2, "name": 17}
///     |                     ^^
/// ```
///
/// Lines and columns count from 1; columns count Unicode scalars.
public struct JSONError: Error, Sendable {
  /// The kind of an error; a minor version can add kinds.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind, as in Swift.
    public let description: String

    /// The bytes are not a JSON text (RFC 8259): syntax, escapes, UTF-8.
    public static let syntax = Kind(description: "syntax")
    /// There are no bytes, or only whitespace.
    public static let empty = Kind(description: "empty")
    /// Arrays and objects are nested deeper than `maximumDepth`.
    public static let depth = Kind(description: "depth")
    /// There are more bytes than `maximumSize`.
    public static let size = Kind(description: "size")
    /// An object contains a key twice, with ``JSONCoder/rejectsDuplicateKeys``.
    public static let duplicateKey = Kind(description: "duplicateKey")
    /// A key is missing.
    public static let keyNotFound = Kind(description: "keyNotFound")
    /// A value has another type than expected.
    public static let typeMismatch = Kind(description: "typeMismatch")
    /// A value is null, but another was expected.
    public static let nullValue = Kind(description: "nullValue")
    /// An array has fewer elements than requested.
    public static let endOfArray = Kind(description: "endOfArray")
    /// A number does not fit the type.
    public static let numberOutOfRange = Kind(description: "numberOutOfRange")
    /// The model does not accept a value of the right JSON type: a date, a URL, base64, a raw value.
    public static let corrupted = Kind(description: "corrupted")
    /// The model threw an error of its own; see `underlying`.
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
    /// The number of components up to a secret value, of which nothing is shown.
    let secretDepth: Int?
    let excerpt: String?
    let underlying: (any Error)?
    let redaction: Redaction?
    let origin: UInt64

    init(
      kind: Kind, path: JSONPath, position: Position?, expected: String, found: String,
      availableKeys: [String],
      missingKey: String? = nil, hint: String?, secretDepth: Int?, excerpt: String?, underlying: (any Error)?,
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
      self.secretDepth = secretDepth
      self.excerpt = excerpt
      self.underlying = underlying
      self.redaction = redaction
      self.origin = origin
    }
  }

  struct Position: Sendable, Equatable {
    /// Nil if the number of bytes before the line is unknown.
    var offset: Int?
    var line: Int?
    var column: Int?
  }

  let storage: Storage

  static let keyLimit = 50

  init(storage: Storage) { self.storage = storage }

  /// The kind.
  public var kind: Kind { storage.kind }
  /// The path of the value that does not fit, or of the object that lacks a key.
  public var path: JSONPath { storage.path }
  /// The offset of that value's first byte, or of a byte that breaks the syntax, from 0.
  ///
  /// Nil for a text that is too large (``Kind/size``), and after ``onLine(_:startingAt:)`` without an offset.
  public var byteOffset: Int? { storage.position.flatMap(\.offset) }
  /// The line of that byte; nil in a stream, unless each line is an element.
  public var line: Int? { storage.position.flatMap(\.line) }
  /// The column of that byte; nil without a ``line``.
  public var column: Int? { storage.position.flatMap(\.column) }
  /// What would fit: for a `CaseIterable` enum, at most 20 raw values; for one with associated values, the keys, if its
  /// `CodingKeys` are `CaseIterable`.
  public var expected: String { storage.expected }
  /// A JSON type or a token, never a value.
  public var found: String { storage.found }
  /// The first 50 keys of the object, if a key is missing or the keys fit no case of an enum.
  public var availableKeys: [String] { storage.availableKeys }
  /// The likely cause, if there is one.
  public var hint: String? { storage.hint }
  /// The JSON around the place, with a caret; nil if off (``JSONCoder/excerptWidth``) or nothing can be shown.
  public var excerpt: String? { storage.excerpt }
  /// The error of a model's `init(from:)`, if it is not one of this decoder.
  public var underlying: (any Error)? { storage.underlying }
}
