extension Tape {
  @inline(__always) func after(_ index: Int) -> Int {
    let node = self[index]
    return node.isContainer ? node.next : index + 1
  }

  /// For an array or an object, the end of its first bracket.
  func endOffset(of index: Int) -> Int {
    let node = self[index]
    switch node.kind {
    case .null, .yes: return index == 0 ? node.offset : node.offset + 4
    case .no: return node.offset + 5
    case .string: return node.offset + node.length + 1
    case .number:
      var end = node.offset
      while let byte = text.byte(at: end), isNumberByte(byte) { end += 1 }
      return end
    case .array, .object: return node.offset + 1
    }
  }

  /// For a string, the start of its quote.
  func startOffset(of index: Int) -> Int {
    let node = self[index]
    return node.kind == .string ? node.offset - 1 : node.offset
  }

  /// The text as in the JSON; for an array or an object, its first bracket.
  func text(at index: Int) -> String { text.text(startOffset(of: index)..<endOffset(of: index)) }

  private func isNumberByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
