/// Splits a stream of JSON into its elements, however it is chunked.
///
/// ```swift
/// var elements = JSONElements(in: .array(at: ["data", "users"]))
/// for try await chunk in body {
///   elements.append(chunk)
///   while let element = try elements.next() {
///     let user = try json.decode(User.self, from: element)
///   }
/// }
/// // only `lines` and `concatenated` have one
/// if let last = try elements.finish() { … }
/// ```
///
/// It stores unconsumed bytes and the incomplete element. It validates the text around an array; decoding validates the
/// elements.
public struct JSONElements: Sendable {
  /// The kind of elements in a stream.
  public struct Framing: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      case array(at: [String])
      case lines
      case concatenated
    }

    let kind: Kind

    /// The elements of one array: the whole text, or the first at a path of keys.
    public static func array(at path: [String] = []) -> Framing { Framing(kind: .array(at: path)) }

    /// One value per line (NDJSON, JSON Lines). Empty lines are skipped.
    public static let lines = Framing(kind: .lines)

    /// Consecutive values, separated by whitespace, which is optional next to strings, arrays and objects, or by record
    /// separators (RFC 7464).
    ///
    /// A value that a record separator cuts off keeps the separator as its last byte, so decoding it fails.
    public static let concatenated = Framing(kind: .concatenated)
  }

  let framing: Framing.Kind
  let path: [String]
  let maximumElementSize: Int
  var chunk: [UInt8] = []
  var cursor = 0
  var markLength = 0
  /// The offset of `chunk[0]` in the stream.
  var chunkOffset = 0
  var state = State.start
  var collector: ValueCollector
  /// Whether a record separator came before.
  var hasSeparators = false
  /// The text around the array; nil if it is not needed.
  var surroundings: Surroundings?
  var opened: [Bool] = []
  var keyLeadsOn = false
  var checker: ValueChecker
  var key: String?
  var keyIsLong = false
  var count = 0
  var lineCount = 0
  var lineStart = 0
  var failure: JSONError?

  enum State: Sendable {
    case start
    case afterOpeningBrace, beforeKey, inKey, afterKey, beforeMember, inMember, afterMember
    case afterOpeningBracket, beforeElement, inElement, afterElement
    case end
  }

  /// Creates a parser for a new stream.
  ///
  /// - Parameters:
  ///   - framing: The kind of elements.
  ///   - maximumElementSize: In bytes; 16 MiB by default. A larger element fails with ``JSONError/Kind/size``.
  ///   - maximumDepth: The maximum nesting depth around an array; 512 by default. A deeper value fails with
  ///     ``JSONError/Kind/depth``. Elements have their coder's ``JSONCoder/maximumDepth``.
  public init(in framing: Framing, maximumElementSize: Int = 16 << 20, maximumDepth: Int = 512) {
    self.framing = framing.kind
    self.maximumElementSize = maximumElementSize
    checker = ValueChecker(maximumDepth: maximumDepth)
    collector = ValueCollector(endsAtSeparator: framing == .concatenated)
    if case .array(let path) = framing.kind { self.path = path } else { path = [] }
  }

  /// Appends the next bytes.
  ///
  /// Take all elements with ``next()`` first; otherwise the bytes accumulate.
  public mutating func append(_ bytes: some Sequence<UInt8>) {
    surroundings?.take(chunk, upTo: cursor)
    // Removing a few of many bytes each time would move all others.
    if cursor > chunk.count / 2 || cursor == chunk.count {
      surroundings?.forget(cursor)
      chunk.removeFirst(cursor)
      chunkOffset += cursor
      cursor = 0
    }
    chunk.append(contentsOf: bytes)
  }

  /// Returns the next complete element; nil if more bytes are needed.
  ///
  /// A failure is final: later calls throw it again.
  public mutating func next() throws(JSONError) -> JSONElement? {
    if let failure { throw failure }
    do throws(JSONError) {
      return try framing == .lines ? nextLine() : advance()
    } catch {
      failure = error
      throw error
    }
  }

  /// Ends the stream, once ``next()`` has returned nil.
  ///
  /// Returns the element that only the end completes: a number or literal, or a line without its newline. Throws if the
  /// stream ends in the middle, for example in an open array. After a record separator a number or literal has
  /// whitespace at its end (RFC 7464, section 2.4).
  public mutating func finish() throws(JSONError) -> JSONElement? {
    if let failure { throw failure }
    if case .array = framing {
      if case .end = state {
        if let error = surroundings?.arrayError { throw error }
        return nil
      }
      if case .start = state, opened.isEmpty { throw error(.empty, expected: "an array", found: "nothing") }
      throw error(.syntax, expected: "the rest of the JSON", found: "the end of the stream")
    }
    if hasSeparators, state == .inElement, collector.isScalar {
      throw error(.syntax, expected: "whitespace after the value", found: "the end of the stream")
    }
    append(CollectionOfOne(UInt8(ascii: "\n")))
    if let last = try next() { return last }
    if case .start = state { return nil }
    throw error(.syntax, expected: "the rest of a value", found: "the end of the stream")
  }
}

/// One element of a stream.
public struct JSONElement: Sendable, Hashable {
  /// The element's JSON, without separators and surrounding whitespace.
  public let bytes: [UInt8]
  /// The offset of the element in the stream.
  public let offset: Int
  /// The index of the element in the stream, from 0.
  public let index: Int
  /// The path of the array, with the index.
  public let path: JSONPath
  /// The line in the stream, from 1; nil unless each line is an element.
  public let line: Int?
  let indentation: Int
}

extension JSONCoder {
  /// Decodes an element.
  ///
  /// In errors, `path`, `byteOffset`, and for lines `line` and `column`, are those in the stream.
  public func decode<T: Decodable>(_ type: T.Type = T.self, from element: JSONElement) throws(JSONError) -> T
  {
    do {
      return try decode(type, from: element.bytes)
    } catch {
      throw element.placed(error)
    }
  }
}

extension JSONElement {
  /// The error of this element's text, with its place in the stream.
  package func placed(_ error: JSONError) -> JSONError {
    error.moved(to: path, by: offset, line: line, column: 1 + indentation)
  }
}
