/// For one thread at a time. Its tape borrows the caller's bytes; see `JSONCoder.withDecoding`.
@usableFromInline final class Decoding {
  let options: JSONOptions
  let tape: Tape
  let plainKeys: Bool
  let snakeKeys: Bool
  /// The makers of keyed containers, by the types of their keys.
  var makers = ObjectsByType()
  var keyTables = KeyTables()
  var plans = ReadingPlans()
  var elementIndexes: [Int: [UInt32]] = [:]
  var parents: Parents?
  var lastPath = LastPath()
  var allKeys: (object: Int, type: any CodingKey.Type, count: Int)?
  /// Recorded only for a probe.
  var keysAreData: Set<Int> = []
  private(set) lazy var errorNotes = ErrorNotes()

  init(options: JSONOptions, tape: consuming Tape) {
    self.options = options
    self.tape = tape
    plainKeys = options.values.keys.isPlain
    if case .snakeCase = options.values.keys.kind { snakeKeys = true } else { snakeKeys = false }
  }

  deinit {
    makers.free()
    plans.free()
  }

  @inline(__always) func isNull(_ index: Int) -> Bool { tape[index].rawKind == Node.Kind.null.rawValue }
}
