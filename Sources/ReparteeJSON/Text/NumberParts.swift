/// Numbers are equal exactly if their parts are. The cost depends on the text's length, not on the exponent.
struct NumberParts: Hashable {
  /// False for zero.
  var isNegative = false
  /// The values 0 to 9, without zeros at either end; empty for zero.
  var digits: ArraySlice<UInt8> = []
  /// The power of ten of the last digit.
  var exponent = Exponent.near(0)

  /// Each power has one representation.
  enum Exponent: Hashable {
    /// Below ten to the eighteenth.
    case near(Int64)
    case far(isNegative: Bool, digits: [UInt8])
  }

  /// `text` must be a number.
  init(_ text: some Sequence<UInt8>) {
    var all: [UInt8] = []
    var power: [UInt8] = []
    var (powerIsNegative, isAfterPoint, isInExponent) = (false, false, false)
    var fraction: Int64 = 0
    for byte in text {
      switch byte {
      case UInt8(ascii: "-"): if isInExponent { powerIsNegative = true } else { isNegative = true }
      case UInt8(ascii: "."): isAfterPoint = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): isInExponent = true
      case UInt8(ascii: "+"): break
      default:
        let digit = byte - UInt8(ascii: "0")
        if isInExponent {
          if digit != 0 || !power.isEmpty { power.append(digit) }
        } else {
          if isAfterPoint { fraction += 1 }
          if digit != 0 || !all.isEmpty { all.append(digit) }
        }
      }
    }
    digits = all[...]
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty {
      isNegative = false
    } else {
      exponent = Exponent(
        power, isNegative: powerIsNegative, plus: Int64(all.count - digits.count) - fraction)
    }
  }

  func integer<T: FixedWidthInteger>(_ type: T.Type = T.self) -> T? {
    if T.bitWidth > 64 { return wideInteger() }
    guard let magnitude else { return nil }
    if !isNegative { return T(exactly: magnitude) }
    // Two's complement: wraps around.
    return magnitude <= 1 << 63 ? T(exactly: Int64(truncatingIfNeeded: 0 &- magnitude)) : nil
  }

  /// Not generic, to be compiled once.
  private var magnitude: UInt64? {
    if digits.isEmpty { return 0 }
    // 2 to the power of 64 has 20 digits.
    guard case .near(let exponent) = exponent, exponent >= 0, Int64(digits.count) + exponent <= 20 else {
      return nil
    }
    var value: UInt64 = 0
    for place in 0..<(digits.count + Int(exponent)) {
      let digit = place < digits.count ? digits[digits.startIndex + place] : 0
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = tens.addingReportingOverflow(UInt64(digit))
      if isTooLarge || overflows { return nil }
      value = sum
    }
    return value
  }

  // For integer types of more than 64 bits.
  @_semantics("optimize.sil.specialize.generic.never")
  private func wideInteger<T: FixedWidthInteger>() -> T? {
    if digits.isEmpty { return 0 }
    guard case .near(let exponent) = exponent, exponent >= 0 else { return nil }
    // A type of n bits has fewer than n / 3 + 1 digits.
    guard Int64(digits.count) + exponent <= Int64(T.bitWidth / 3 + 1) else { return nil }
    let zeros = String(repeating: "0", count: Int(exponent))
    return T((isNegative ? "-" : "") + digitText + zeros)
  }

  /// Nil for more than 18 digits, a point or an exponent.
  static func plainInteger(_ text: String) -> Int64? {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
    // Several digits do not begin with zero.
    guard let first = digits.first, digits.count <= 18, first != UInt8(ascii: "0") || digits.count == 1
    else {
      return nil
    }
    var value: Int64 = 0
    for byte in digits {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return isNegative ? -value : value
  }

  var digitText: String { String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self) }
}

extension NumberParts.Exponent {
  private static let limit: Int64 = 1_000_000_000_000_000_000

  /// `small` is below the limit; `digits` has no leading zeros.
  fileprivate init(_ digits: [UInt8], isNegative: Bool, plus small: Int64) {
    // The last eighteen digits carry into the others.
    var low: Int64 = 0
    for digit in digits.suffix(18) { low = low * 10 + Int64(digit) }
    var high = Array(digits.dropLast(18))
    guard !high.isEmpty else {
      self.init((isNegative ? -low : low) + small)
      return
    }
    low += isNegative ? -small : small
    if low < 0 {
      low += Self.limit
      var place = high.count - 1
      while high[place] == 0 {
        high[place] = 9
        place -= 1
      }
      high[place] -= 1
    } else if low >= Self.limit {
      low -= Self.limit
      var place = high.count - 1
      while place >= 0, high[place] == 9 {
        high[place] = 0
        place -= 1
      }
      if place >= 0 { high[place] += 1 } else { high.insert(1, at: 0) }
    }
    if high.first == 0 { high.removeFirst() }
    if high.isEmpty {
      self = .near(isNegative ? -low : low)
    } else {
      let tail = String(Self.limit + low).utf8.dropFirst().map { $0 - UInt8(ascii: "0") }
      self = .far(isNegative: isNegative, digits: high + tail)
    }
  }

  private init(_ value: Int64) {
    if value > -Self.limit, value < Self.limit {
      self = .near(value)
    } else {
      let digits = String(value.magnitude).utf8.map { $0 - UInt8(ascii: "0") }
      self = .far(isNegative: value < 0, digits: digits)
    }
  }
}
