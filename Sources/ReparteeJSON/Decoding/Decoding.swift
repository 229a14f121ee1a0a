/// The state of decoding one text, for one thread at a time.
///
/// Unsafe: the tape borrows the bytes of the caller of `decode`. Before that call returns, `keepBytes()` copies them if
/// anything else still references the decoding.
@usableFromInline final class Decoding {
  let options: JSONOptions
  @exclusivity(unchecked) private(set) var tape: Tape
  let plainKeys: Bool
  let snakeKeys: Bool
  @exclusivity(unchecked) var makers = ContainerMakers()
  var keyTables = KeyTables()
  var plans: UnsafeMutablePointer<ReadingPlan>?
  var elementIndexes: [Int: [UInt32]] = [:]
  var parents: Parents?
  var lastPath = LastPath()
  var allKeys: (object: Int, type: any CodingKey.Type, count: Int)?
  /// Recorded only for a probe.
  @exclusivity(unchecked) var keysAreData: Set<Int> = []
  private(set) lazy var diagnosis = Diagnosis(of: self)

  init(options: JSONOptions, scanner: borrowing Scanner) {
    self.options = options
    tape = Tape(scanner)
    plainKeys = options.values.keys.isPlain
    if case .snakeCase = options.values.keys.kind { snakeKeys = true } else { snakeKeys = false }
  }

  deinit { deallocatePlans() }

  func keepBytes() { tape.keepBytes() }
}
