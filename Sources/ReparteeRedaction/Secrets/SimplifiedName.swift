/// The letters and digits, in lower case.
package struct SimplifiedName {
  package private(set) var bytes: [UInt8] = []
  /// Begins in brackets, or after a separator except `_` and `-`.
  private(set) var component = 0
  private var start = 0
  private var isBroken = false
  private var isComponentBroken = false
  private var wasLower = false

  /// The part from a capital or a separator on, without a number at its end.
  var lastPart: ArraySlice<UInt8> {
    var part = bytes[start...]
    while let last = part.last, part.count > 1, (0x30...0x39).contains(last) { part.removeLast() }
    return part
  }

  package init(_ name: ArraySlice<UInt8>) {
    guard name.allSatisfy({ $0 < 0x80 }) else {
      let scalars = Array(String(decoding: name, as: UTF8.self).unicodeScalars)
      for (index, scalar) in scalars.enumerated() {
        append(scalar, before: index + 1 < scalars.count ? scalars[index + 1] : nil)
      }
      return
    }
    bytes.reserveCapacity(name.count)
    for index in name.indices {
      let byte = name[index]
      let isUpper = byte &- 0x41 < 26
      guard isUpper || byte &- 0x61 < 26 || byte &- 0x30 < 10 else {
        separate(isInWord: byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-"))
        continue
      }
      let next = index + 1 < name.endIndex ? name[index + 1] : 0
      beginPart(isUpper: isUpper, isBeforeLower: next &- 0x61 < 26)
      bytes.append(isUpper ? byte | 0x20 : byte)
    }
  }

  func contains(oneOf words: [[[UInt8]]]) -> Bool {
    for (start, byte) in bytes.enumerated() {
      for word in words[Int(byte)] where bytes[start...].starts(with: word) { return true }
    }
    return false
  }

  func contains(_ word: [UInt8]) -> Bool {
    guard bytes.count >= word.count else { return false }
    let name = bytes[...]
    let span = name.span
    for start in 0...span.count - word.count where span.starts(with: word, at: start) { return true }
    return false
  }

  private mutating func append(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) {
    let properties = scalar.properties
    guard properties.isAlphabetic || properties.numericType != nil else {
      // In a letter written as two characters, the combining mark is part of the letter.
      if properties.canonicalCombiningClass == .notReordered {
        separate(isInWord: scalar == "_" || scalar == "-")
      }
      return
    }
    beginPart(isUpper: properties.isUppercase, isBeforeLower: next?.properties.isLowercase ?? false)
    bytes += properties.lowercaseMapping.utf8
  }

  private mutating func separate(isInWord: Bool) {
    isBroken = true
    isComponentBroken = isComponentBroken || !isInWord
    wasLower = false
  }

  /// Begins a part at a capital after a lower-case letter, or at the last of several: `smsPin`, `SMSPin`.
  private mutating func beginPart(isUpper: Bool, isBeforeLower: Bool) {
    if isBroken || isUpper && (wasLower || isBeforeLower) { start = bytes.count }
    if isComponentBroken { component = bytes.count }
    isBroken = false
    isComponentBroken = false
    wasLower = !isUpper
  }
}
