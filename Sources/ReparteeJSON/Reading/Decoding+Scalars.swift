extension Decoding {
  @inline(__always) func bool(at index: Int) throws -> Bool {
    let kind = tape[index].rawKind
    if kind == Node.Kind.yes.rawValue { return true }
    if kind == Node.Kind.no.rawValue { return false }
    throw diagnosis.mismatch(index, Bool.self, "a boolean")
  }

  @inline(__always) func decodeString(at index: Int) throws -> String {
    let node = tape[index]
    guard node.rawKind == Node.Kind.string.rawValue else {
      throw diagnosis.mismatch(index, String.self, "a string")
    }
    return tape.string(at: node)
  }

  @inline(__always) func decodeInteger<T: FixedWidthInteger>(_ type: T.Type, at index: Int) throws -> T {
    let node = tape[index]
    guard node.rawKind == Node.Kind.number.rawValue else {
      throw diagnosis.mismatch(index, T.self, "an integer")
    }
    guard let value = tape.integer(T.self, at: index, node) else { throw diagnosis.outOfRange(index, T.self) }
    return value
  }

  @inline(__always) func decodeDouble(at index: Int) throws -> Double {
    let node = tape[index]
    guard node.rawKind == Node.Kind.number.rawValue else { return try nonConforming(index, Double.self) }
    let value = tape.double(at: index, node)
    guard value.isFinite else { throw diagnosis.outOfRange(index, Double.self) }
    return value
  }

  func decodeFloat(at index: Int) throws -> Float {
    let node = tape[index]
    guard node.rawKind == Node.Kind.number.rawValue else { return try nonConforming(index, Float.self) }
    // One rounding; a conversion through `Double` would round twice.
    if node.head & Node.inexact == 0, node.body <= 1 << 24, node.exponent <= 0, node.exponent >= -10 {
      let value = Float(node.body) / smallFloatPowers[-node.exponent]
      return node.isNegative ? -value : value
    }
    guard let value = Float(tape.text(at: index)), value.isFinite else {
      throw diagnosis.outOfRange(index, Float.self)
    }
    return value
  }

  @inline(never) private func nonConforming<F: BinaryFloatingPoint>(_ index: Int, _ type: F.Type) throws -> F
  {
    let node = tape[index]
    if node.kind == .string, case .strings(let positive, let negative, let nan) = options.values.floats.kind {
      switch tape.string(at: node) {
      case positive: return .infinity
      case negative: return -.infinity
      case nan: return .nan
      default: break
      }
    }
    throw diagnosis.mismatch(index, F.self, "a number")
  }
}

private let smallFloatPowers: [Float] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10]
