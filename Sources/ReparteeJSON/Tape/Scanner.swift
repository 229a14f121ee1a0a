/// Reads a JSON text once, checks everything that RFC 8259 asks for, and writes the tape.
///
/// Unsafe: `position` moves in `start...end` and is read only where `position < end` was checked (a word is loaded
/// only where `position + 8 <= end` was); `tape[i]` is written only for `i < used <= capacity`. The caller keeps
/// `start..<end` alive and unchanged while the scanner lives, and owns `tape` afterwards, also after a failure.
struct Scanner {
  let start: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  var position: UnsafePointer<UInt8>
  var tape: UnsafeMutablePointer<Node>
  var used: Int
  var capacity: Int
  /// The innermost open container, 0 for none.
  var parent = 0
  var depth = 0
  let maximumDepth: Int

  /// The tape begins with a null that stands for what is absent, so that index 0 is never a value of the text.
  init(_ bytes: UnsafeBufferPointer<UInt8>, from first: Int, maximumDepth: Int, empty: UnsafePointer<UInt8>) {
    start = bytes.baseAddress ?? empty
    end = start + bytes.count
    position = start + first
    self.maximumDepth = maximumDepth
    capacity = bytes.count / 8 + 16
    tape = .allocate(capacity: capacity)
    tape[0] = Node(head: Node.head(.null, at: 0), body: 0)
    used = 1
  }

  @inline(__always) var offset: Int { position - start }

  @inline(__always) func failure(_ problem: ScanFailure.Problem) -> ScanFailure {
    ScanFailure(problem: problem, offset: offset)
  }

  @inline(__always) mutating func append(_ head: UInt64, _ body: UInt64) {
    if used == capacity { grow() }
    tape[used] = Node(head: head, body: body)
    used &+= 1
  }

  @inline(never) mutating func grow() {
    let larger = UnsafeMutablePointer<Node>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: tape, count: used)
    tape.deallocate()
    tape = larger
    capacity *= 2
  }

  @inline(__always) mutating func skipWhitespace() {
    while position < end {
      let byte = position.pointee
      if byte > 0x20 { return }
      if byte == 0x20 {
        // Indentation: eight spaces at a time.
        while end - position >= 8,
          UnsafeRawPointer(position).loadUnaligned(as: UInt64.self) == 0x2020_2020_2020_2020
        { position += 8 }
        guard position < end, position.pointee == 0x20 else { continue }
      } else if byte != 0x0A && byte != 0x0D && byte != 0x09 {
        return
      }
      position += 1
    }
  }

  mutating func scan() throws(ScanFailure) {
    skipWhitespace()
    if position == end { throw failure(.empty) }
    value: while true {
      if try scanValue() { continue value }
      // A value is complete: what follows closes its parents or begins the next value.
      while parent != 0 {
        skipWhitespace()
        let inObject = tape[parent].rawKind == Node.Kind.object.rawValue
        guard position < end else {
          throw failure(.unexpectedEnd(expected: inObject ? .commaOrBrace : .commaOrBracket))
        }
        let byte = position.pointee
        if byte == UInt8(ascii: ",") {
          position += 1
          skipWhitespace()
          if inObject {
            try scanKey(after: .key)
          } else {
            tape[parent].body &+= 1
            if position < end, position.pointee == UInt8(ascii: "]") { throw failure(.trailingComma) }
          }
          continue value
        }
        guard byte == (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw failure(.unexpected(expected: inObject ? .commaOrBrace : .commaOrBracket))
        }
        position += 1
        close()
      }
      break
    }
    skipWhitespace()
    if position != end { throw failure(.trailingBytes) }
  }

  @inline(__always) private mutating func close() {
    let body = tape[parent].body
    tape[parent].body = body & 0xFFFF_FFFF | UInt64(used) << 32
    parent = Int(body >> 32)
    depth &-= 1
  }

  @inline(__always) private mutating func open(_ kind: Node.Kind) throws(ScanFailure) {
    depth &+= 1
    if depth > maximumDepth { throw failure(.tooDeep) }
    append(Node.head(kind, at: offset), UInt64(parent) << 32)
    parent = used &- 1
    position += 1
    skipWhitespace()
  }

  /// Returns true where a container was opened and its first value comes next.
  @inline(__always) private mutating func scanValue() throws(ScanFailure) -> Bool {
    guard position < end else { throw failure(.unexpectedEnd(expected: .value)) }
    let byte = position.pointee
    switch byte {
    case UInt8(ascii: "\""):
      try scanString()
    case UInt8(ascii: "{"):
      try open(.object)
      if position < end, position.pointee == UInt8(ascii: "}") {
        position += 1
        close()
      } else {
        try scanKey(after: .keyOrEnd)
        return true
      }
    case UInt8(ascii: "["):
      try open(.array)
      if position < end, position.pointee == UInt8(ascii: "]") {
        position += 1
        close()
      } else {
        if position == end { throw failure(.unexpectedEnd(expected: .valueOrEnd)) }
        tape[parent].body |= 1
        return true
      }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try scanNumber()
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      try scanLiteral(byte)
    default:
      throw failure(.unexpected(expected: .value))
    }
    return false
  }

  /// Reads a key, the colon and the whitespace around it.
  @inline(__always) private mutating func scanKey(after expected: ScanFailure.Expectation) throws(ScanFailure)
  {
    guard position < end else { throw failure(.unexpectedEnd(expected: expected)) }
    guard position.pointee == UInt8(ascii: "\"") else {
      if expected == .key, position.pointee == UInt8(ascii: "}") { throw failure(.trailingComma) }
      throw failure(.unexpected(expected: expected))
    }
    try scanString()
    if position < end, position.pointee != UInt8(ascii: ":") { skipWhitespace() }
    guard position < end else { throw failure(.unexpectedEnd(expected: .colon)) }
    guard position.pointee == UInt8(ascii: ":") else { throw failure(.unexpected(expected: .colon)) }
    position += 1
    skipWhitespace()
  }

  @inline(__always) private mutating func scanLiteral(_ first: UInt8) throws(ScanFailure) {
    let raw = UnsafeRawPointer(position)
    if first == UInt8(ascii: "f") {
      if end - position >= 5, raw.loadUnaligned(fromByteOffset: 1, as: UInt32.self) == Scanner.alse {
        append(Node.head(.no, at: offset), 0)
        position += 5
        return
      }
    } else if end - position >= 4 {
      let word = raw.loadUnaligned(as: UInt32.self)
      if word == Scanner.true {
        append(Node.head(.yes, at: offset), 0)
        position += 4
        return
      }
      if word == Scanner.null {
        append(Node.head(.null, at: offset), 0)
        position += 4
        return
      }
    }
    throw failedLiteral(first)
  }

  private static let `true` = UInt32(littleEndian: 0x6575_7274)
  private static let null = UInt32(littleEndian: 0x6C6C_756E)
  private static let alse = UInt32(littleEndian: 0x6573_6C61)

  private mutating func failedLiteral(_ first: UInt8) -> ScanFailure {
    let name = first == UInt8(ascii: "f") ? "false" : first == UInt8(ascii: "t") ? "true" : "null"
    for byte in name.utf8 {
      guard position < end else { return failure(.unexpectedEnd(expected: .literal)) }
      guard position.pointee == byte else { return failure(.unexpected(expected: .literal)) }
      position += 1
    }
    return failure(.unexpected(expected: .literal))
  }
}
