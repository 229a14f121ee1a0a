import Foundation

/// SplitMix64, so that a seed gives the same values everywhere.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A seed from REPARTEE_SEED, or a new one; printed, so that a failure can be repeated.
  static func announced(for test: String) -> SeededGenerator {
    let given = ProcessInfo.processInfo.environment["REPARTEE_SEED"].flatMap(UInt64.init)
    let seed = given ?? UInt64.random(in: 0 ... .max)
    print("\(test): REPARTEE_SEED=\(seed)")
    return SeededGenerator(seed: seed)
  }

  /// A text of 1...`length` scalars: of ASCII with all its delimiters and control characters, of what a URL has a
  /// use for, and of all planes of Unicode. Not one of `excluded`, which would mean another thing to the server.
  mutating func text(length: Int = 12, excluding excluded: Set<Unicode.Scalar> = []) -> String {
    let delimiters = Array("/?#[]@!$&'()*+,;=:%%%.~-_ \\\"<>^`{|}".unicodeScalars)
    var text = String.UnicodeScalarView()
    let count = Int.random(in: 1...length, using: &self)
    while text.count < count {
      let scalar: Unicode.Scalar? =
        switch Int.random(in: 0..<6, using: &self) {
        case 0: delimiters.randomElement(using: &self)
        case 1, 2: Unicode.Scalar(UInt32.random(in: 0...0x7F, using: &self))
        case 3: Unicode.Scalar(UInt32.random(in: 0x80...0x7FF, using: &self))
        case 4: Unicode.Scalar(UInt32.random(in: 0x800...0xFFFF, using: &self))
        default: Unicode.Scalar(UInt32.random(in: 0x1_0000...0x10_FFFF, using: &self))
        }
      if let scalar, !excluded.contains(scalar) { text.append(scalar) }
    }
    return String(text)
  }
}
