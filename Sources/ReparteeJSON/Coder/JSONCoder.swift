/// JSON in both directions under one set of options.
///
/// Decoding is strict (RFC 8259 to the letter: no trailing commas, no comments, nothing after the value, no lone
/// surrogates, no invalid UTF-8) and says, when it fails, where and why: see ``JSONError``. A byte order mark is
/// skipped; UTF-16 and UTF-32 are rejected by name; a fragment (`3`, `"a"`) is a text.
///
/// ```swift
/// var json = JSONCoder()
/// json.keys = .snakeCase
/// let user = try json.decode(User.self, from: data)
/// ```
///
/// A value of this type is one reference; changing an option makes a new one.
public struct JSONCoder: Sendable {
  var options: JSONOptions

  /// All options at their defaults.
  public init() { options = .standard }

  init(_ options: JSONOptions) { self.options = options }

  private subscript<T>(_ option: WritableKeyPath<JSONOptions.Values, T>) -> T {
    get { options.values[keyPath: option] }
    set {
      var values = options.values
      values[keyPath: option] = newValue
      options = JSONOptions(values)
    }
  }

  /// How keys are named; `.asDeclared` by default.
  public var keys: KeyStrategy {
    get { self[\.keys] }
    set { self[\.keys] = newValue }
  }

  /// How dates are written; `.iso8601` by default.
  public var dates: DateStrategy {
    get { self[\.dates] }
    set { self[\.dates] = newValue }
  }

  /// How `Data` is written; `.base64` by default.
  public var data: DataStrategy {
    get { self[\.data] }
    set { self[\.data] = newValue }
  }

  /// How infinities and not-a-number are written; they are errors by default.
  public var floats: NonConformingFloatStrategy {
    get { self[\.floats] }
    set { self[\.floats] = newValue }
  }

  /// What becomes of a key that an object has twice; `.firstWins` by default.
  public var duplicateKeys: DuplicateKeyStrategy {
    get { self[\.duplicateKeys] }
    set { self[\.duplicateKeys] = newValue }
  }

  /// How deep arrays and objects may be nested; 512 by default. Deeper is an error before anything is decoded.
  ///
  /// A model that contains itself is decoded by recursion: raise this only as far as the stack allows.
  public var maximumDepth: Int {
    get { self[\.maximumDepth] }
    set { self[\.maximumDepth] = newValue }
  }

  /// How many bytes a text may have; 128 MiB by default, never above 4 GiB. Read longer ones by element:
  /// ``JSONElements``.
  public var maximumSize: Int {
    get { self[\.maximumSize] }
    set { self[\.maximumSize] = newValue }
  }

  /// What models find in their decoder's and encoder's `userInfo`; empty by default.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { self[\.userInfo] }
    set { self[\.userInfo] = newValue }
  }

  /// What of the JSON errors may show; on by default, with secrets masked.
  public var excerpts: ExcerptPolicy {
    get { self[\.excerpts] }
    set { self[\.excerpts] = newValue }
  }

  /// Who is told of each text that was read; nobody by default.
  package var probe: (any JSONProbe)? {
    get { self[\.probe] }
    set { self[\.probe] = newValue }
  }

  /// The same coder, whose excerpts mask also what `redaction` does.
  package func masking(_ redaction: Redaction) -> JSONCoder {
    let both = excerpts.redaction.union(redaction)
    if both == excerpts.redaction { return self }
    var coder = self
    coder.excerpts.redaction = both
    return coder
  }
}
