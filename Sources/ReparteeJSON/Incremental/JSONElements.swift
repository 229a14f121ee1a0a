/// Cuts a stream of JSON into its elements, from chunks cut anywhere.
///
/// It is a value that is fed and asked, without any I/O of its own:
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
/// It holds the bytes that were appended and not yet asked for, and the element that is not complete yet, which may
/// have at most `maximumElementSize` bytes. Elements come as they stand; decoding checks them. What lies around an
/// array is checked here while it goes by, whatever its size, and dropped.
public struct JSONElements: Sendable {
  /// What the elements are.
  public struct Framing: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      case array(at: [String])
      case lines
      case concatenated
    }

    let kind: Kind

    /// The elements of one array: the whole text, or what is at a path of keys. Of equal keys the first counts.
    public static func array(at path: [String] = []) -> Framing { Framing(kind: .array(at: path)) }

    /// One value a line (NDJSON, JSON Lines). Empty lines are skipped.
    public static let lines = Framing(kind: .lines)

    /// Values one after the other, with whitespace between them, or nothing where none is a number or a literal.
    public static let concatenated = Framing(kind: .concatenated)
  }

  let framing: Framing.Kind
  let path: [String]
  let maximumElementSize: Int
  var chunk: [UInt8] = []
  var cursor = 0
  /// How many bytes of a byte order mark came.
  var markLength = 0
  /// The offset in the stream of `chunk[0]`.
  var chunkOffset = 0
  var state = State.start
  var collector = ValueCollector()
  /// How many objects on the way to the array are open; for each, whether the key that leads on was seen.
  var opened: [Bool] = []
  var keyLeadsOn = false
  /// Checks the key or the member beside the array that is under way.
  var checker = ValueChecker()
  /// The key of the member under way; nil if it is longer than any that is wanted.
  var key: String?
  var keyIsLong = false
  var count = 0
  /// How many lines have ended, where each is an element.
  var lineCount = 0
  /// The offset in the stream at which the current line begins.
  var lineStart = 0
  var failure: JSONError?

  enum State: Sendable {
    case start
    case afterOpeningBrace, beforeKey, inKey, afterKey, beforeMember, inMember, afterMember
    case afterOpeningBracket, beforeElement, inElement, afterElement
    case end
  }

  /// The elements of a stream, of which nothing has come yet.
  ///
  /// - Parameters:
  ///   - framing: What the elements are.
  ///   - maximumElementSize: The most bytes of one element; 16 MiB unless you say otherwise. A larger one fails with
  ///     ``JSONError/Kind/size``.
  public init(in framing: Framing, maximumElementSize: Int = 16 << 20) {
    self.framing = framing.kind
    self.maximumElementSize = maximumElementSize
    if case .array(let path) = framing.kind { self.path = path } else { path = [] }
  }

  /// Takes the next bytes of the stream. Ask for all elements with ``next()`` before appending more, or the bytes pile
  /// up.
  public mutating func append(_ bytes: some Sequence<UInt8>) {
    // What was taken is dropped once it is the larger part: dropping a few bytes of many each time would move all the
    // others.
    if cursor > chunk.count / 2 || cursor == chunk.count {
      chunk.removeFirst(cursor)
      chunkOffset += cursor
      cursor = 0
    }
    chunk.append(contentsOf: bytes)
  }

  /// The next complete element; nil where more bytes are needed.
  ///
  /// A failure is final: it is thrown again each time.
  public mutating func next() throws(JSONError) -> JSONElement? {
    if let failure { throw failure }
    do throws(JSONError) {
      return try framing == .lines ? nextLine() : advance()
    } catch {
      failure = error
      throw error
    }
  }

  /// Says that the stream has ended, once ``next()`` has given nil. Returns the element that only its end completes: a
  /// number, or a line without its newline.
  ///
  /// Throws where the stream ends in the middle, which an array that is not closed is.
  public mutating func finish() throws(JSONError) -> JSONElement? {
    if let failure { throw failure }
    if case .array = framing {
      if case .end = state { return nil }
      if case .start = state, opened.isEmpty { throw error(.empty, expected: "an array", found: "nothing") }
      throw error(.syntax, expected: "the rest of the JSON", found: "the end of the stream")
    }
    append(CollectionOfOne(UInt8(ascii: "\n")))
    if let last = try next() { return last }
    if case .start = state { return nil }
    throw error(.syntax, expected: "the rest of a value", found: "the end of the stream")
  }
}

/// One element of a stream, as it stands there.
public struct JSONElement: Sendable, Hashable {
  /// Its JSON, without the separators and the whitespace around it.
  public let bytes: [UInt8]
  /// Where it begins in the stream.
  public let offset: Int
  /// Its number in the stream, from 0.
  public let index: Int
  /// The way to it: the path of the array and the index in it.
  public let path: JSONPath
  /// The number of its line in the stream, from 1, where each line is an element; nil in other framings.
  public let line: Int?
  /// How many bytes of whitespace come before it on its line.
  let indentation: Int
}

extension JSONCoder {
  /// Decodes an element of a stream. In an error, `path` and `byteOffset` are those in the stream, and so is `line`,
  /// where the elements are lines; else there is none.
  public func decode<T: Decodable>(_ type: T.Type = T.self, from element: JSONElement) throws(JSONError) -> T
  {
    do {
      return try decode(type, from: element.bytes)
    } catch {
      throw error.moved(
        to: element.path, by: element.offset, line: element.line, column: 1 + element.indentation)
    }
  }
}
