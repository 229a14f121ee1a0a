/// A value in a JSON text that is not retained: the caller keeps it alive.
///
/// Unsafe: places come from a reader or a decoding that outlives the call they are passed to.
@frozen @safe public struct _JSONPlace {
  @usableFromInline let decoding: Unmanaged<Decoding>
  @usableFromInline let index: Int

  @inlinable @inline(__always) init(_ json: JSONReader, at index: Int) {
    // The reader outlives the call that the place is for.
    unsafe decoding = .passUnretained(json.decoding)
    self.index = index
  }

  @inlinable @inline(__always) init(_ place: _JSONPlace, at index: Int) {
    // As long as the other place.
    unsafe decoding = place.decoding
    self.index = index
  }

  @inline(__always) init(_ decoding: Decoding, at index: Int) {
    // The decoding outlives the call that the place is for.
    unsafe self.decoding = .passUnretained(decoding)
    self.index = index
  }

  @usableFromInline var reader: JSONReader {
    // The caller of the call that got this place holds the decoding.
    JSONReader(unsafe decoding.takeUnretainedValue(), at: index)
  }

  @inline(__always) func read<Value>(_ body: (Decoding, Int) throws -> Value) rethrows -> Value {
    // The caller of the call that got this place holds the decoding.
    try unsafe decoding._withUnsafeGuaranteedRef { try body($0, index) }
  }

  @usableFromInline var isNull: Bool { read { $0.isNull($1) } }

  @usableFromInline func countOfElements(_ type: Any.Type) throws -> Int {
    try read { decoding, index in
      let node = decoding.tape[index]
      guard node.rawKind == Node.Kind.array.rawValue else {
        throw decoding.diagnosis.mismatch(index, type, "an array")
      }
      return node.length
    }
  }

  @usableFromInline func strings() throws -> [String] { try read { try $0.decodeStrings(at: $1) } }
  @usableFromInline func doubles() throws -> [Double] { try read { try $0.decodeDoubles(at: $1) } }
  @usableFromInline func integers() throws -> [Int] { try read { try $0.decodeIntegers(Int.self, at: $1) } }

  @inlinable @inline(__always) var first: _JSONPlace { _JSONPlace(self, at: index + 1) }

  @usableFromInline var next: _JSONPlace {
    read { decoding, index in
      decoding.tape.markRead(index)
      return _JSONPlace(self, at: decoding.tape.after(index))
    }
  }

  @usableFromInline func note(_ error: any Error, from type: Any.Type) {
    read { $0.diagnosis.note(error, from: type, at: $1) }
  }
}
