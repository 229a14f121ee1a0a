import ReparteeRedaction

/// An error that says why a JSON text could not be decoded: what, where, what was found there, and a hint.
///
/// `description` is one line without any value of the JSON, fit for a log. `report` contains all details:
///
/// ```text
/// [1].name: expected String (a string), found a number
/// line 3, column 20, byte 45
///
///   3 |   {"id": 2, "name": 17}
///     |                     ^^
/// ```
///
/// An error is one reference in size. Lines and columns count from 1; columns count Unicode scalars.
public struct JSONError: Error, Sendable {
  /// The kind of an error. A minor version can add kinds.
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
    /// An object contains a key twice, with `DuplicateKeyStrategy.reject`.
    public static let duplicateKey = Kind(description: "duplicateKey")
    /// A key is missing.
    public static let keyNotFound = Kind(description: "keyNotFound")
    /// A value has another type than expected.
    public static let typeMismatch = Kind(description: "typeMismatch")
    /// A value is null, but another value was expected.
    public static let nullValue = Kind(description: "nullValue")
    /// An array has fewer elements than requested.
    public static let endOfArray = Kind(description: "endOfArray")
    /// A number does not fit the type; it is never rounded or truncated.
    public static let numberOutOfRange = Kind(description: "numberOutOfRange")
    /// A value has the right JSON type, but the model does not accept it: a date, a URL, base64, an enum's raw value.
    public static let corrupted = Kind(description: "corrupted")
    /// The model itself threw an error; see `underlying`.
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
    /// The number of components of the path to a value that is a secret; nil if there is none. Nothing that may contain
    /// a part of that value is shown.
    let secretDepth: Int?
    let excerpt: String?
    let underlying: (any Error)?
    /// The redaction that the text of the error uses; nil for the default.
    let redaction: Redaction?
    /// The serial number of the decoding that the error is from; 0 if the text was not valid.
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
    /// Nil in a line of a stream if the length of the stream before the line is unknown.
    var offset: Int?
    /// Nil in a stream, unless each line is an element: the earlier lines are no longer available.
    var line: Int?
    var column: Int?
  }

  let storage: Storage

  /// The maximum number of ``availableKeys``.
  static let keyLimit = 50

  init(storage: Storage) { self.storage = storage }

  /// The kind of the error, to switch over.
  public var kind: Kind { storage.kind }
  /// The path of the value that did not fit; if a key is missing, of the object that lacks it.
  public var path: JSONPath { storage.path }
  /// The offset of that value's first byte, from 0; for a syntax error, of the byte that is not allowed.
  public var byteOffset: Int? { storage.position.flatMap(\.offset) }
  /// The line of that byte, from 1; nil in a stream, whose earlier lines are gone, unless each line is an element.
  public var line: Int? { storage.position.flatMap(\.line) }
  /// The column of that byte in its line, from 1, in Unicode scalars; nil without a ``line``.
  public var column: Int? { storage.position.flatMap(\.column) }
  /// What would fit. For an enum that is `CaseIterable`, it lists the raw values; for one with associated values, the
  /// keys, if its `CodingKeys` are `CaseIterable`; at most 20 of them. Swift does not list other enums' cases.
  public var expected: String { storage.expected }
  /// What was found: a JSON type or a token, never a value.
  public var found: String { storage.found }
  /// The first 50 keys of the object, if a key is missing.
  public var availableKeys: [String] { storage.availableKeys }
  /// A sentence about the likely cause, if there is one.
  public var hint: String? { storage.hint }
  /// The lines of the JSON around the place, with a caret; nil if excerpts are off. See ``ExcerptPolicy``.
  public var excerpt: String? { storage.excerpt }
  /// The error that a model's `init(from:)` threw, if it is not an error of this decoder.
  public var underlying: (any Error)? { storage.underlying }
}
