struct ValueChecker: Sendable {
  struct Fault: Error {
    var expected: String
    var isDepth = false
  }

  private enum State: Sendable {
    case value, valueOrEnd, key, keyOrEnd, colon, afterValue
    case string, escape, hex, continuation, literal
    case minus, zero, integer, point, fraction, exponent, exponentSign, exponentDigits
  }

  let maximumDepth: Int
  private var state = State.value
  private var open: [Bool] = []
  private var isKey = false
  private var literal: ArraySlice<UInt8> = []
  private var hexDigits = 0
  private var codeUnit = 0
  private var needsLowSurrogate = false
  private var continuations = 0
  private var continuation: ClosedRange<UInt8> = 0x80...0xBF

  init(maximumDepth: Int) { self.maximumDepth = maximumDepth }

  /// After a fault, the cursor is at the invalid byte.
  mutating func take(_ chunk: [UInt8], _ cursor: inout Int) throws(Fault) -> Bool {
    while cursor < chunk.count {
      let byte = chunk[cursor]
      if endsNumber(byte) {
        if completes() { return true }
        continue
      }
      let isComplete = try step(byte)
      cursor += 1
      if isComplete, completes() { return true }
    }
    return false
  }

  private func endsNumber(_ byte: UInt8) -> Bool {
    let isDigit = (0x30...0x39).contains(byte)
    let isExponent = byte | 0x20 == UInt8(ascii: "e")
    return switch state {
    case .zero: byte != UInt8(ascii: ".") && !isExponent && !isDigit
    case .integer: byte != UInt8(ascii: ".") && !isExponent && !isDigit
    case .fraction: !isExponent && !isDigit
    case .exponentDigits: !isDigit
    default: false
    }
  }

  private mutating func completes() -> Bool {
    state = isKey ? .colon : .afterValue
    isKey = false
    return open.isEmpty
  }

  private mutating func step(_ byte: UInt8) throws(Fault) -> Bool {
    switch state {
    case .string: return try character(byte)
    case .escape, .hex: try escaped(byte)
    case .continuation:
      guard continuation.contains(byte) else { throw Fault(expected: "UTF-8") }
      continuations -= 1
      continuation = 0x80...0xBF
      if continuations == 0 { state = .string }
    case .literal:
      guard byte == literal.first else { throw Fault(expected: "true, false or null") }
      literal.removeFirst()
      return literal.isEmpty
    case .minus, .zero, .integer, .point, .fraction, .exponent, .exponentSign, .exponentDigits:
      try number(byte)
    case .value, .valueOrEnd, .key, .keyOrEnd, .colon, .afterValue:
      return try structure(byte)
    }
    return false
  }

  private mutating func structure(_ byte: UInt8) throws(Fault) -> Bool {
    if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { return false }
    switch (state, byte) {
    case (.keyOrEnd, UInt8(ascii: "}")), (.valueOrEnd, UInt8(ascii: "]")):
      open.removeLast()
      return true
    case (.key, UInt8(ascii: "\"")), (.keyOrEnd, UInt8(ascii: "\"")):
      isKey = true
      state = .string
    case (.key, _), (.keyOrEnd, _): throw Fault(expected: "a key in double quotes")
    case (.colon, UInt8(ascii: ":")): state = .value
    case (.colon, _): throw Fault(expected: "':'")
    case (.afterValue, _):
      let isObject = open.last == true
      if byte == UInt8(ascii: isObject ? "}" : "]") {
        open.removeLast()
        return true
      }
      guard byte == UInt8(ascii: ",") else { throw Fault(expected: isObject ? "',' or '}'" : "',' or ']'") }
      state = isObject ? .key : .value
    default: try begin(byte)
    }
    return false
  }

  private mutating func begin(_ byte: UInt8) throws(Fault) {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard open.count < maximumDepth else {
        throw Fault(expected: "at most \(maximumDepth) levels", isDepth: true)
      }
      open.append(byte == UInt8(ascii: "{"))
      state = byte == UInt8(ascii: "{") ? .keyOrEnd : .valueOrEnd
    case UInt8(ascii: "\""): state = .string
    case UInt8(ascii: "-"): state = .minus
    case UInt8(ascii: "0"): state = .zero
    case UInt8(ascii: "1")...UInt8(ascii: "9"): state = .integer
    case UInt8(ascii: "t"): expect("rue")
    case UInt8(ascii: "f"): expect("alse")
    case UInt8(ascii: "n"): expect("ull")
    default: throw Fault(expected: "a value")
    }
  }

  private mutating func expect(_ rest: String) {
    literal = Array(rest.utf8)[...]
    state = .literal
  }

  private mutating func character(_ byte: UInt8) throws(Fault) -> Bool {
    if needsLowSurrogate, byte != UInt8(ascii: "\\") { throw Fault(expected: "a pair of surrogates") }
    switch byte {
    case UInt8(ascii: "\""): return true
    case UInt8(ascii: "\\"): state = .escape
    case 0x20...0x7F: break
    case 0xC2...0xDF: multibyte(1)
    case 0xE0: multibyte(2, 0xA0...0xBF)
    case 0xED: multibyte(2, 0x80...0x9F)
    case 0xE1...0xEF: multibyte(2)
    case 0xF0: multibyte(3, 0x90...0xBF)
    case 0xF1...0xF3: multibyte(3)
    case 0xF4: multibyte(3, 0x80...0x8F)
    case 0x80...: throw Fault(expected: "UTF-8")
    default: throw Fault(expected: "an escaped control character")
    }
    return false
  }

  private mutating func multibyte(_ count: Int, _ first: ClosedRange<UInt8> = 0x80...0xBF) {
    continuations = count
    continuation = first
    state = .continuation
  }

  private mutating func escaped(_ byte: UInt8) throws(Fault) {
    if state == .escape {
      if byte == UInt8(ascii: "u") {
        (hexDigits, codeUnit) = (0, 0)
        state = .hex
        return
      }
      if needsLowSurrogate { throw Fault(expected: "a pair of surrogates") }
      guard #""\/bfnrt"#.utf8.contains(byte) else { throw Fault(expected: "an escape") }
      state = .string
      return
    }
    guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
      throw Fault(expected: "four hexadecimal digits")
    }
    codeUnit = codeUnit << 4 | digit
    hexDigits += 1
    guard hexDigits == 4 else { return }
    let isLow = (0xDC00...0xDFFF).contains(codeUnit)
    guard isLow == needsLowSurrogate else { throw Fault(expected: "a pair of surrogates") }
    needsLowSurrogate = (0xD800...0xDBFF).contains(codeUnit)
    state = .string
  }

  private mutating func number(_ byte: UInt8) throws(Fault) {
    let isDigit = (0x30...0x39).contains(byte)
    switch state {
    case .minus where isDigit: state = byte == UInt8(ascii: "0") ? .zero : .integer
    case .zero where isDigit: throw Fault(expected: "a number without a leading zero")
    case .integer where isDigit, .fraction where isDigit, .exponentDigits where isDigit: break
    case .zero where byte == UInt8(ascii: "."), .integer where byte == UInt8(ascii: "."): state = .point
    case .zero, .integer, .fraction: state = .exponent
    case .point where isDigit: state = .fraction
    case .exponent where byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"): state = .exponentSign
    case .exponent where isDigit, .exponentSign where isDigit: state = .exponentDigits
    default: throw Fault(expected: "a digit")
    }
  }
}
