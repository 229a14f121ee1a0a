/// Checks a JSON text (RFC 8259) in one pass, and writes the tape.
///
/// Each offset is at most `text.count`, below 4 GiB: adding to it can't overflow.
struct Scanner: ~Copyable {
  private let whole: Bytes
  /// Up to where it is scanned.
  private(set) var text: Bytes
  private(set) var position: Int
  private var open: OpenNodes
  let maximumDepth: Int
  let replacesLoneSurrogates: Bool

  var nodes: NodeList { open.nodes }
  var parent: Int { open.parent }

  init(
    _ text: Bytes, from first: Int = 0, maximumDepth: Int, replacesLoneSurrogates: Bool = false,
    capacity: Int? = nil
  ) {
    whole = text
    self.replacesLoneSurrogates = replacesLoneSurrogates
    self.text = text
    position = first
    self.maximumDepth = maximumDepth
    open = OpenNodes(capacity: capacity ?? Scanner.capacity(forBytes: text.count))
  }

  deinit { nodes.free() }

  static func capacity(forBytes count: Int) -> Int { count / 8 + 16 }

  consuming func tape() -> Tape {
    let tape = Tape(nodes, of: whole)
    discard self
    return tape
  }

  mutating func scan() throws(ScanFailure) {
    try scanValue()
    position = Scanner.behindWhitespace(position, text)
    if position != text.count { throw ScanFailure(.trailingBytes, position) }
  }

  /// After a failure, nothing of the part is on the tape.
  mutating func scan(_ part: Range<Int>) -> Bool {
    let root = nodes.used
    (position, text) = (part.lowerBound, whole.upTo(part.upperBound))
    defer { text = whole }
    do throws(ScanFailure) {
      try scan()
      return true
    } catch {
      open.cut(to: root)
      return false
    }
  }

  /// Returns the value's end. After a failure, nothing of it is on the tape.
  mutating func scanValue(at offset: Int) -> Int? {
    let root = nodes.used
    position = offset
    do throws(ScanFailure) {
      try scanValue()
      return position
    } catch {
      open.cut(to: root)
      return nil
    }
  }

  func isDelimited(_ index: Int, at offset: Int) -> Bool {
    let node = nodes[index]
    if node.isContainer || node.kind == .string { return true }
    return text.byte(at: offset).map(Scanner.endsScalar) ?? false
  }

  /// Whether a byte after a number or a literal is no part of it.
  static func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "{"),
      UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
  }

  /// One loop with local variables: fields would be stored and loaded for each token.
  private mutating func scanValue() throws(ScanFailure) {
    let (text, replacesLoneSurrogates) = (text, replacesLoneSurrogates)
    var (at, open) = (position, open)
    var key: ScanFailure.Expectation?
    defer { (position, self.open) = (at, open) }

    at = Scanner.behindWhitespace(at, text)
    if at == text.count { throw ScanFailure(.empty, at) }
    tokens: while true {
      if let expected = key {
        key = nil
        guard let byte = text.byte(at: at) else { throw ScanFailure(.unexpectedEnd(expected: expected), at) }
        guard byte == UInt8(ascii: "\"") else {
          if expected == .key, byte == UInt8(ascii: "}") { throw ScanFailure(.trailingComma, at) }
          throw ScanFailure(.unexpected(expected: expected), at)
        }
        open.append(try Scanner.string(&at, text, replacesLoneSurrogates))
        if let byte = text.byte(at: at), byte != UInt8(ascii: ":") { at = Scanner.behindWhitespace(at, text) }
        guard let colon = text.byte(at: at) else { throw ScanFailure(.unexpectedEnd(expected: .colon), at) }
        guard colon == UInt8(ascii: ":") else { throw ScanFailure(.unexpected(expected: .colon), at) }
        at = Scanner.behindWhitespace(at + 1, text)
      }
      guard let byte = text.byte(at: at) else { throw ScanFailure(.unexpectedEnd(expected: .value), at) }
      switch byte {
      case UInt8(ascii: "\""): open.append(try Scanner.string(&at, text, replacesLoneSurrogates))
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if open.depth >= maximumDepth { throw ScanFailure(.tooDeep, at) }
        open.begin(byte == UInt8(ascii: "{") ? .object : .array, at: at)
        at = Scanner.behindWhitespace(at + 1, text)
        // In ASCII, closing brackets are two above opening ones.
        if text.byte(at: at) == byte + 2 {
          at += 1
          open.end()
        } else if open.isObject {
          key = .keyOrEnd
          continue tokens
        } else {
          if at == text.count { throw ScanFailure(.unexpectedEnd(expected: .valueOrEnd), at) }
          open.countElement()
          continue tokens
        }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        open.append(try Scanner.number(&at, text))
      case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
        guard let (kind, count) = Scanner.literal(at, text) else {
          throw Scanner.failedLiteral(&at, text, byte)
        }
        open.append(Node(head: Node.head(kind, at: at), body: 0))
        at += count
      default:
        throw ScanFailure(.unexpected(expected: .value), at)
      }
      // A value is complete: its parents end, or the next value begins.
      while open.parent != 0 {
        at = Scanner.behindWhitespace(at, text)
        guard let byte = text.byte(at: at) else {
          throw ScanFailure(.unexpectedEnd(expected: open.isObject ? .commaOrBrace : .commaOrBracket), at)
        }
        if byte == UInt8(ascii: ",") {
          at = Scanner.behindWhitespace(at + 1, text)
          if open.isObject {
            key = .key
          } else {
            open.countElement()
            if text.byte(at: at) == UInt8(ascii: "]") { throw ScanFailure(.trailingComma, at) }
          }
          continue tokens
        }
        guard byte == (open.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw ScanFailure(.unexpected(expected: open.isObject ? .commaOrBrace : .commaOrBracket), at)
        }
        at += 1
        open.end()
      }
      break
    }
  }

  @inline(__always)
  private static func behindWhitespace(_ first: Int, _ text: Bytes) -> Int {
    if let byte = text.byte(at: first), byte > 0x20 { return first }
    return behindSpaces(first, text)
  }

  private static func behindSpaces(_ first: Int, _ text: Bytes) -> Int {
    var at = first
    while let byte = text.byte(at: at) {
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return at }
      at += 1
      // Indentation, eight spaces at a time.
      while let word = text.word(at: at) {
        let others = word ^ 0x2020_2020_2020_2020
        if others != 0 {
          at += others.trailingZeroBitCount >> 3
          break
        }
        at += 8
      }
    }
    return at
  }

  @inline(__always)
  private static func literal(_ at: Int, _ text: Bytes) -> (Node.Kind, count: Int)? {
    switch text.half(at: at) {
    case 0x6C6C_756E: (.null, 4)
    case 0x6575_7274: (.yes, 4)
    case 0x736C_6166 where text.byte(at: at + 4) == UInt8(ascii: "e"): (.no, 5)
    default: nil
    }
  }

  private static func failedLiteral(_ at: inout Int, _ text: Bytes, _ first: UInt8) -> ScanFailure {
    let name = first == UInt8(ascii: "f") ? "false" : first == UInt8(ascii: "t") ? "true" : "null"
    for expected in name.utf8 {
      guard let byte = text.byte(at: at) else {
        return ScanFailure(.unexpectedEnd(expected: .literal), at)
      }
      if byte != expected { break }
      at += 1
    }
    return ScanFailure(.unexpected(expected: .literal), at)
  }
}
