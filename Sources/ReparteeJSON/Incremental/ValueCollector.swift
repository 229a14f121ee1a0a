/// Counts brackets outside of strings; validates nothing.
struct ValueCollector: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var offset = 0
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private(set) var isScalar = false
  /// Whether a value ends with a record separator, which no JSON text has.
  let endsAtSeparator: Bool

  static let recordSeparator: UInt8 = 0x1E

  init(endsAtSeparator: Bool) { self.endsAtSeparator = endsAtSeparator }

  mutating func start(at offset: Int, with byte: UInt8) {
    // The bytes were returned to the caller: keeping the capacity would allocate as much again.
    bytes = []
    self.offset = offset
    depth = 0
    isInString = false
    isEscaped = false
    isScalar = ![UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\"")].contains(byte)
  }

  mutating func take(_ chunk: [UInt8], _ cursor: inout Int, limit: Int) -> Bool {
    let first = cursor
    let last = first + min(chunk.count - first, max(limit - bytes.count, 0))
    var isComplete = false
    chunk.withBytes { chunk in
      let text = chunk.upTo(last)
      while !isComplete, let byte = text.byte(at: cursor) {
        if isScalar {
          if Scanner.endsScalar(byte) {
            isComplete = true
            break
          }
          cursor += 1
          if endsAtSeparator, byte == ValueCollector.recordSeparator {
            isComplete = true
            break
          }
          continue
        }
        cursor += 1
        if endsAtSeparator, byte == ValueCollector.recordSeparator {
          isComplete = true
          break
        }
        if isInString {
          if isEscaped {
            isEscaped = false
          } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
          } else if byte == UInt8(ascii: "\"") {
            isInString = false
            isComplete = depth == 0
          }
          continue
        }
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          isComplete = depth <= 0
        default: break
        }
      }
    }
    bytes.append(contentsOf: chunk[first..<cursor])
    // The next byte shows whether a scalar of exactly the limit is complete.
    if !isComplete, isScalar, cursor == last, cursor < chunk.count {
      isComplete = Scanner.endsScalar(chunk[cursor])
    }
    return isComplete
  }

  mutating func add(_ more: ArraySlice<UInt8>) { bytes.append(contentsOf: more) }
}
