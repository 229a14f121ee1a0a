/// A JSON value or an object's key.
///
/// `head` holds, from the low bit: the byte offset (32 bits), the kind (3), "was read" (1), "was read as a whole" (1),
/// and 27 bits that differ by kind. `body` differs by kind too:
///
/// - string, key: `head` says whether there are escapes and bytes above 127; the offset is after the quote; the low
///   half of `body` is the number of bytes.
/// - number: `body` is the decimal mantissa, `head` has its sign, its exponent and whether both are exact.
/// - array: the low half of `body` is the number of elements, the high half the index after the array.
/// - object: `head` has the cursor of the key lookup, the low half of `body` the state of its keys (`KeyState`), the
///   high half the index after the object.
///
/// While a container is open, the high half of its body is the index of its parent.
struct Node {
  enum Kind: UInt8 {
    case null, no, yes, number, string, array, object
  }

  var head: UInt64
  var body: UInt64

  static let read: UInt64 = 1 << 35
  static let whole: UInt64 = 1 << 36
  static let auxShift: UInt64 = 37
  static let auxLimit: UInt64 = 1 << 27

  static let unknownValue: UInt64 = 1 << 63

  static let escaped: UInt64 = 1 << 37
  static let nonASCII: UInt64 = 1 << 38

  static let negative: UInt64 = 1 << 37
  static let fractional: UInt64 = 1 << 38
  /// The bytes have the exact value.
  static let inexact: UInt64 = 1 << 39
  static let exponentShift: UInt64 = 40
  static let exponentBias = 1 << 15

  @inline(__always) var offset: Int { Int(head & 0xFFFF_FFFF) }
  @inline(__always) var rawKind: UInt8 { UInt8(truncatingIfNeeded: head >> 32) & 7 }
  @inline(__always) var kind: Kind { Kind(rawValue: rawKind) ?? .null }
  @inline(__always) var isContainer: Bool { rawKind >= Kind.array.rawValue }
  @inline(__always) var isRead: Bool { head & Node.read != 0 }
  @inline(__always) var isWhole: Bool { head & Node.whole != 0 }

  @inline(__always) var length: Int { Int(body & 0xFFFF_FFFF) }
  @inline(__always) var next: Int { Int(body >> 32) }

  @inline(__always) var isEscaped: Bool { head & Node.escaped != 0 }
  @inline(__always) var isASCII: Bool { head & Node.nonASCII == 0 }

  @inline(__always) var isNegative: Bool { head & Node.negative != 0 }
  @inline(__always) var isInexact: Bool { head & Node.inexact != 0 }
  @inline(__always) var exponent: Int {
    Int((head >> Node.exponentShift) & 0xFFFF) - Node.exponentBias
  }

  @inline(__always) static func head(_ kind: Kind, at offset: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: offset) | UInt64(kind.rawValue) << 32
  }

  /// For an object, the cursor's distance from its first key.
  @inline(__always) var aux: Int { Int(head >> Node.auxShift) }

  @inline(__always) mutating func setAux(_ bits: UInt64) {
    head = head & ((1 << Node.auxShift) - 1) | bits << Node.auxShift
  }

  @inline(__always) mutating func setLowBody(_ bits: UInt64) { body = body & ~0xFFFF_FFFF | bits }
}
