/// Compared by bytes: as a `String`, canonically equivalent keys are equal.
struct ByteKey: Hashable {
  let text: String

  static func == (one: ByteKey, other: ByteKey) -> Bool { one.text.hasSameBytes(as: other.text) }

  /// Equivalent keys, perhaps many, must not collide.
  func hash(into hasher: inout Hasher) {
    text.withBytes { hasher.combine($0) }
    hasher.combine(UInt8(0xFF))
  }
}
