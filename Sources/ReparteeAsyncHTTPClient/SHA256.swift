#if AsyncHTTPClient
/// The hash function (RFC 6234, section 6.2), to compare public keys: nothing that is hashed here is secret.
enum SHA256 {
  static func hash(_ message: [UInt8]) -> [UInt8] {
    var state = initial
    let bitCount = UInt64(message.count) * 8
    var padded = message + [0x80]
    padded += repeatElement(0, count: (120 - padded.count % 64) % 64)
    padded += bytes(of: bitCount)
    for start in stride(from: 0, to: padded.count, by: 64) { mix(padded[start..<start + 64], into: &state) }
    return state.flatMap(bytes)
  }

  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
      block[index..<index + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (old, new) = (words[index - 15], words[index - 2])
      let first: UInt32 = rotated(old, 7) ^ rotated(old, 18) ^ (old >> 3)
      let second: UInt32 = rotated(new, 17) ^ rotated(new, 19) ^ (new >> 10)
      let sum: UInt32 = words[index - 16] &+ words[index - 7]
      words.append(sum &+ first &+ second)
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let choice: UInt32 = (e & f) ^ (~e & g)
      let high: UInt32 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let added: UInt32 = constants[index] &+ words[index]
      let first: UInt32 = h &+ high &+ choice &+ added
      let majority: UInt32 = (a & b) ^ (a & c) ^ (b & c)
      let low: UInt32 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      let second: UInt32 = low &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static func bytes(of value: some FixedWidthInteger) -> [UInt8] {
    stride(from: value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// The first 64 prime numbers.
  private static let primes: [Int] = {
    var primes: [Int] = []
    var candidate = 2
    while primes.count < 64 {
      if primes.allSatisfy({ !candidate.isMultiple(of: $0) }) { primes.append(candidate) }
      candidate += 1
    }
    return primes
  }()

  /// The first 32 bits of the fractional parts of their square roots, and of their cube roots (section 5.1).
  private static let initial = primes.prefix(8).map { fraction(of: $0, power: 2) }
  private static let constants = primes.map { fraction(of: $0, power: 3) }

  /// The root of `number * 2^(32 * power)`, by bisection: its low half is the fraction.
  private static func fraction(of number: Int, power: Int) -> UInt32 {
    let target = UInt128(number) << UInt128(32 * power)
    var (low, high): (UInt128, UInt128) = (0, 1 << 38)
    while high - low > 1 {
      let middle = (low + high) / 2
      let value = power == 2 ? middle * middle : middle * middle * middle
      if value <= target { low = middle } else { high = middle }
    }
    return UInt32(truncatingIfNeeded: low)
  }
}
#endif
