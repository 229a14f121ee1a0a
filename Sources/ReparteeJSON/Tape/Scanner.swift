/// Reads a JSON text once, checks it (RFC 8259), and writes the tape.
///
/// Unsafe: `position` moves in `start...end` and is read only where `position < end` was checked (a word is loaded only
/// where `position + 8 <= end` was). `tape[i]` is written only for `i < used <= capacity`. The caller keeps
/// `start..<end` alive and unchanged while the scanner lives, and owns `tape` afterwards, also after a failure.
struct Scanner {
  let start: UnsafePointer<UInt8>
  private(set) var end: UnsafePointer<UInt8>
  var position: UnsafePointer<UInt8>
  var tape: UnsafeMutablePointer<Node>
  var used: Int
  var capacity: Int
  /// The innermost open container; 0 for none.
  var parent = 0
  var depth = 0
  let maximumDepth: Int

  /// Index 0 is a null that stands for absent values.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, from first: Int, maximumDepth: Int, empty: UnsafePointer<UInt8>,
    capacity: Int? = nil
  ) {
    start = bytes.baseAddress ?? empty
    end = start + bytes.count
    position = start + first
    self.maximumDepth = maximumDepth
    self.capacity = capacity ?? Scanner.capacity(forBytes: bytes.count)
    tape = Tape.allocate(self.capacity)
    tape[0] = Node(head: Node.head(.null, at: 0), body: 0)
    used = 1
  }

  static func capacity(forBytes count: Int) -> Int { count / 8 + 16 }

  @inline(never) private mutating func grow() {
    let larger = Tape.allocate(capacity * 2)
    larger.moveInitialize(from: tape, count: used)
    Tape.deallocate(tape)
    tape = larger
    capacity *= 2
  }

  mutating func scan() throws(ScanFailure) {
    try scanValue()
    position = Scanner.behindWhitespace(position, end)
    if position != end { throw ScanFailure(problem: .trailingBytes, offset: position - start) }
  }

  /// After a failure, nothing of the part is on the tape.
  mutating func scan(_ part: Range<Int>) -> Bool {
    let (wholeEnd, root) = (end, used)
    (position, end) = (start + part.lowerBound, start + part.upperBound)
    defer { end = wholeEnd }
    do throws(ScanFailure) {
      try scan()
      return true
    } catch {
      (used, parent, depth) = (root, 0, 0)
      return false
    }
  }

  /// After a failure, nothing of the value is on the tape.
  mutating func scanValue(at offset: Int) -> Int? {
    let root = used
    position = start + offset
    do throws(ScanFailure) {
      try scanValue()
      return position - start
    } catch {
      (used, parent, depth) = (root, 0, 0)
      return nil
    }
  }

  func isDelimited(_ index: Int, at offset: Int) -> Bool {
    let node = tape[index]
    if node.isContainer || node.kind == .string { return true }
    return start + offset < end && ValueCollector.endsScalar(start[offset])
  }

  /// One loop with local variables: fields would be stored and loaded for each token.
  private mutating func scanValue() throws(ScanFailure) {
    let (start, end) = (start, end)
    var (at, tape, used, parent, depth) = (position, tape, used, parent, depth)
    var last = tape + capacity
    var key: ScanFailure.Expectation?
    var inObject = false
    defer { (position, self.tape, self.used, self.parent, self.depth) = (at, tape, used, parent, depth) }

    @inline(__always) func failure(_ problem: ScanFailure.Problem) -> ScanFailure {
      ScanFailure(problem: problem, offset: at - start)
    }
    @inline(__always) func append(_ head: UInt64, _ body: UInt64) {
      if tape + used == last {
        self.used = used
        grow()
        tape = self.tape
        last = tape + capacity
      }
      tape[used] = Node(head: head, body: body)
      used &+= 1
    }
    @inline(__always) func close() {
      let body = tape[parent].body
      tape[parent].body = body & 0xFFFF_FFFF | UInt64(truncatingIfNeeded: used) << 32
      parent = Int(truncatingIfNeeded: body >> 32)
      inObject = tape[parent].rawKind == Node.Kind.object.rawValue
      depth &-= 1
    }

    at = Scanner.behindWhitespace(at, end)
    if at == end { throw failure(.empty) }
    tokens: while true {
      if let expected = key {
        key = nil
        guard at < end else { throw failure(.unexpectedEnd(expected: expected)) }
        guard at.pointee == UInt8(ascii: "\"") else {
          if expected == .key, at.pointee == UInt8(ascii: "}") { throw failure(.trailingComma) }
          throw failure(.unexpected(expected: expected))
        }
        at += 1
        let (stop, flags) = try Scanner.endOfString(at, end, start)
        append(
          Node.head(.string, at: at - start) | flags, UInt64(truncatingIfNeeded: stop - at))
        at = stop + 1
        if at < end, at.pointee != UInt8(ascii: ":") { at = Scanner.behindWhitespace(at, end) }
        guard at < end else { throw failure(.unexpectedEnd(expected: .colon)) }
        guard at.pointee == UInt8(ascii: ":") else { throw failure(.unexpected(expected: .colon)) }
        at = Scanner.behindWhitespace(at + 1, end)
      }
      guard at < end else { throw failure(.unexpectedEnd(expected: .value)) }
      let byte = at.pointee
      switch byte {
      case UInt8(ascii: "\""):
        at += 1
        let (stop, flags) = try Scanner.endOfString(at, end, start)
        append(
          Node.head(.string, at: at - start) | flags, UInt64(truncatingIfNeeded: stop - at))
        at = stop + 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth &+= 1
        if depth > maximumDepth { throw failure(.tooDeep) }
        inObject = byte == UInt8(ascii: "{")
        append(
          Node.head(inObject ? .object : .array, at: at - start), UInt64(truncatingIfNeeded: parent) << 32)
        parent = used &- 1
        at = Scanner.behindWhitespace(at + 1, end)
        // In ASCII, both closing brackets are two above their opening brackets.
        if at < end, at.pointee == byte + 2 {
          at += 1
          close()
        } else if inObject {
          key = .keyOrEnd
          continue tokens
        } else {
          if at == end { throw failure(.unexpectedEnd(expected: .valueOrEnd)) }
          tape[parent].body |= 1
          continue tokens
        }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let node = try Scanner.number(&at, end, start)
        append(node.head, node.body)
      case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
        guard let (kind, count) = Scanner.literal(at, end) else {
          throw Scanner.failedLiteral(&at, end, start)
        }
        append(Node.head(kind, at: at - start), 0)
        at += count
      default:
        throw failure(.unexpected(expected: .value))
      }
      // A value is complete: what follows closes its parents or begins the next value.
      while parent != 0 {
        at = Scanner.behindWhitespace(at, end)
        guard at < end else {
          throw failure(.unexpectedEnd(expected: inObject ? .commaOrBrace : .commaOrBracket))
        }
        let byte = at.pointee
        if byte == UInt8(ascii: ",") {
          at = Scanner.behindWhitespace(at + 1, end)
          if inObject {
            key = .key
          } else {
            tape[parent].body &+= 1
            if at < end, at.pointee == UInt8(ascii: "]") { throw failure(.trailingComma) }
          }
          continue tokens
        }
        guard byte == (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw failure(.unexpected(expected: inObject ? .commaOrBrace : .commaOrBracket))
        }
        at += 1
        close()
      }
      break
    }
  }

  @inline(__always)
  private static func behindWhitespace(
    _ first: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    if first < end, first.pointee > 0x20 { return first }
    return behindSpaces(first, end)
  }

  private static func behindSpaces(
    _ first: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    var at = first
    while at < end {
      let byte = at.pointee
      if byte > 0x20 { return at }
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return at }
      at += 1
      // Skips indentation, eight spaces at a time.
      while end - at >= 8 {
        let others =
          UInt64(littleEndian: UnsafeRawPointer(at).loadUnaligned(as: UInt64.self)) ^ 0x2020_2020_2020_2020
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
  private static func literal(
    _ at: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> (Node.Kind, count: Int)? {
    guard end - at >= 4 else { return nil }
    let word = UnsafeRawPointer(at).loadUnaligned(as: UInt32.self)
    if word == UInt32(littleEndian: 0x6C6C_756E) { return (.null, 4) }
    if word == UInt32(littleEndian: 0x6575_7274) { return (.yes, 4) }
    if word == UInt32(littleEndian: 0x736C_6166), end - at >= 5, at[4] == UInt8(ascii: "e") {
      return (.no, 5)
    }
    return nil
  }

  private static func failedLiteral(
    _ at: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ start: UnsafePointer<UInt8>
  ) -> ScanFailure {
    let first = at.pointee
    let name = first == UInt8(ascii: "f") ? "false" : first == UInt8(ascii: "t") ? "true" : "null"
    for byte in name.utf8 {
      guard at < end else {
        return ScanFailure(problem: .unexpectedEnd(expected: .literal), offset: at - start)
      }
      if at.pointee != byte { break }
      at += 1
    }
    return ScanFailure(problem: .unexpected(expected: .literal), offset: at - start)
  }
}
