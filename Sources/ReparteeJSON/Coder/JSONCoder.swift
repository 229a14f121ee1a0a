public import ReparteeRedaction

/// Decodes and encodes JSON with one set of options.
///
/// Decoding is strict (RFC 8259); a fragment (`3`, `"a"`) is a valid text. See the guide "Strictness".
///
/// ```swift
/// var json = JSONCoder()
/// json.keys = .snakeCase
/// let user = try json.decode(User.self, from: data)
/// ```
public struct JSONCoder: Sendable {
  var options: JSONOptions

  /// Creates a coder with all options at their defaults.
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

  /// The strategy for keys; `.asDeclared` by default.
  public var keys: KeyStrategy {
    get { self[\.keys] }
    set { self[\.keys] = newValue }
  }

  /// The strategy for dates; `.iso8601` by default.
  public var dates: DateStrategy {
    get { self[\.dates] }
    set { self[\.dates] = newValue }
  }

  /// The strategy for `Data`; `.base64` by default.
  public var data: DataStrategy {
    get { self[\.data] }
    set { self[\.data] = newValue }
  }

  /// The strategy for infinities and not-a-number; they are errors by default.
  public var floats: NonConformingFloatStrategy {
    get { self[\.floats] }
    set { self[\.floats] = newValue }
  }

  /// Whether an object that contains a key twice (RFC 8259, section 4) is an error, at the second key and before
  /// anything is decoded; by default the first member counts.
  public var rejectsDuplicateKeys: Bool {
    get { self[\.rejectsDuplicateKeys] }
    set { self[\.rejectsDuplicateKeys] = newValue }
  }

  /// Whether half of a surrogate pair (`"\ud83d"`), in a value or a key, is read as U+FFFD; by default it is an error
  /// (RFC 8259, section 8.2). Bytes that are not UTF-8 are always an error.
  public var replacesLoneSurrogates: Bool {
    get { self[\.replacesLoneSurrogates] }
    set { self[\.replacesLoneSurrogates] = newValue }
  }

  /// The maximum nesting depth of arrays and objects; 512 by default.
  ///
  /// Recursive models are decoded recursively: raise the limit only as far as the stack allows.
  public var maximumDepth: Int {
    get { self[\.maximumDepth] }
    set { self[\.maximumDepth] = newValue }
  }

  /// The maximum size of a text in bytes; 128 MiB by default, never above 4 GiB.
  ///
  /// ``JSONElements`` reads longer texts element by element.
  public var maximumSize: Int {
    get { self[\.maximumSize] }
    set { self[\.maximumSize] = newValue }
  }

  /// The `userInfo` of the decoders and encoders that models receive; empty by default.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { self[\.userInfo] }
    set { self[\.userInfo] = newValue }
  }

  /// The maximum length of a line of the excerpt in an error (``JSONError/excerpt``), in characters without the line
  /// number: 20 to 1,000 (clamped), 100 by default. With 0 or less, errors have no excerpt.
  ///
  /// A longer line is cut around the place. From 70 on, the excerpt says why the rest of a text that is not JSON is
  /// hidden.
  public var excerptWidth: Int {
    get { self[\.excerptWidth] }
    set { self[\.excerptWidth] = newValue }
  }

  /// The names whose values errors mask (`***`). A client adds its own redaction.
  public var redaction: Redaction {
    get { self[\.redaction] }
    set { self[\.redaction] = newValue }
  }

  /// The name under which a key of a model is written.
  package func name(of key: any CodingKey) -> String { options.encoded(key.stringValue) }

  package var probe: (any JSONProbe)? {
    get { self[\.probe] }
    set { self[\.probe] = newValue }
  }

  package func masking(_ redaction: Redaction) -> JSONCoder {
    let both = self.redaction.union(redaction)
    if both == self.redaction { return self }
    var coder = self
    coder.redaction = both
    return coder
  }
}

extension JSONCoder: CustomStringConvertible, CustomReflectable {
  /// A fixed text, without `userInfo`.
  public var description: String { "JSONCoder" }

  /// Only the description.
  public var customMirror: Mirror { Mirror(self, children: ["coder": description]) }
}
