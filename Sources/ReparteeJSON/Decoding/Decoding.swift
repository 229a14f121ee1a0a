/// The state of decoding one text, which all decoders and containers point to.
///
/// It owns the tape (what the text says) and knows the options; what errors need is in its ``Diagnosis``, which is
/// created for the first error. Like any `Decoder`, a decoding is for one thread at a time: it is not `Sendable`, and no
/// `Sendable` type holds it.
///
/// Unsafe: the tape borrows the bytes of the caller of `decode`. Before that call returns, `keepBytes()` copies them if
/// anything else still references the decoding, so a decoder that escapes its `init(from:)` never points to freed
/// memory.
@usableFromInline final class Decoding {
  let options: JSONOptions
  @exclusivity(unchecked) private(set) var tape: Tape
  /// Whether keys are compared without conversion.
  let plainKeys: Bool
  /// Whether keys are converted from snake case.
  let snakeKeys: Bool
  @exclusivity(unchecked) var makers = ContainerMakers()
  /// The tables for keys that are not found by comparing them one after the other.
  var keyTables = KeyTables()
  /// The plans by which objects are read, by layout; nil until a second object has the same layout.
  var plans: UnsafeMutablePointer<ReadingPlan>?
  /// The elements of arrays, as far as ordinals were requested, by the arrays' indexes.
  var elementIndexes: [Int: [UInt32]] = [:]
  /// The links from values to the root, once a path was requested.
  var parents: Parents?
  /// The coding path that was requested last.
  var lastPath = LastPath()
  /// The last request for all keys of an object, with their number.
  var allKeys: (object: Int, type: any CodingKey.Type, count: Int)?
  /// The objects whose keys are data, because all of them were requested; recorded only for a probe.
  @exclusivity(unchecked) var keysAreData: Set<Int> = []
  private(set) lazy var diagnosis = Diagnosis(of: self)

  init(options: JSONOptions, scanner: borrowing Scanner) {
    self.options = options
    tape = Tape(scanner)
    plainKeys = options.values.keys.isPlain
    if case .snakeCase = options.values.keys.kind { snakeKeys = true } else { snakeKeys = false }
  }

  deinit { deallocatePlans() }

  /// Copies the borrowed bytes, for a decoding that outlives the call.
  func keepBytes() { tape.keepBytes() }
}
