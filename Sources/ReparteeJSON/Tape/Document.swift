/// A checked JSON text with its tape: what every decoder and container points into.
///
/// Unsafe: `tape` holds `used` nodes, and the templates before them (`Layouts`), is freed in `deinit`, and every index
/// in use is below `used` because it came from the tape. `bytes` holds `count` bytes and is borrowed from the caller of
/// `decode`; before that call returns, `keepBytes()` copies them if anything else still holds the document, so a
/// decoder that escapes its `init(from:)` never points to freed memory. A document is used by one thread at a time, as
/// any `Decoder` is: it is not `Sendable`, and nothing that is holds it.
@usableFromInline final class Document {
  let options: JSONOptions
  let tape: UnsafeMutablePointer<Node>
  let used: Int
  let count: Int
  /// Whether keys are compared as they are.
  let plainKeys: Bool
  /// Whether keys are converted from snake case.
  let snakeKeys: Bool
  @exclusivity(unchecked) private(set) var bytes: UnsafePointer<UInt8>
  private var ownsBytes = false
  /// The lookup tables of objects with many keys, by the objects' indexes.
  var keyIndexes: [Int: KeyIndex] = [:]
  @exclusivity(unchecked) var makers = ContainerMakers()
  /// The same by the names of the JSON, where the others are converted.
  var rawKeyIndexes: [Int: KeyIndex] = [:]
  /// The object in which a converted key was last looked for, with how many comparisons, and its keys once these were
  /// many.
  var search: (object: Int, comparisons: Int, index: KeyIndex?) = (0, 0, nil)
  /// How the objects of each layout are read; nil until two with the same were.
  var plans: UnsafeMutablePointer<ReadingPlan>?
  /// The elements of arrays as far as their ordinals were asked for, by the arrays' indexes.
  var elementPlaces: [Int: [UInt32]] = [:]
  /// What leads from a value to the root, once a path was asked for.
  var parents: Parents?
  /// The coding path that was asked for last.
  var lastPath = LastPath()
  /// Where lines begin, for the positions of errors.
  lazy var places = TextPlaces()
  /// Where secrets are, for the excerpts of errors.
  var secrets = SecretPlaces()
  /// Where the last error came out of a model.
  var failure: Failure?
  /// Which keys were last asked for all at once, and how many of them there were.
  var allKeys: (object: Int, type: any CodingKey.Type, count: Int)?
  /// The objects whose keys are data, where a probe wants to know: somebody has asked which there are.
  @exclusivity(unchecked) var keysAreData: Set<Int> = []
  /// Tells its errors from those of another document.
  lazy var serial = Pinpoint.nextSerial()

  static let root = 1

  init(options: JSONOptions, scanner: borrowing Scanner) {
    self.options = options
    tape = scanner.tape
    used = scanner.used
    bytes = scanner.start
    count = scanner.end - scanner.start
    plainKeys = options.values.keys.isPlain
    if case .snakeCase = options.values.keys.kind { snakeKeys = true } else { snakeKeys = false }
    clearTemplates()
  }

  deinit {
    deallocatePlans()
    Document.deallocate(tape: tape)
    if ownsBytes { bytes.deallocate() }
  }

  /// Copies the borrowed bytes, for a document that lives on.
  func keepBytes() {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: Swift.max(count, 1))
    copy.initialize(from: bytes, count: count)
    bytes = UnsafePointer(copy)
    ownsBytes = true
  }

  /// The index after the value at `index`.
  @inline(__always) func after(_ index: Int) -> Int {
    let node = tape[index]
    return node.isContainer ? node.next : index &+ 1
  }

  @inline(__always) func markRead(_ index: Int) { tape[index].head |= Node.read }
  @inline(__always) func markWhole(_ index: Int) { tape[index].head |= Node.read | Node.whole }

  /// The offset after the last byte of the value at `index`; of an array or an object, after its first bracket.
  func endOffset(of index: Int) -> Int {
    let node = tape[index]
    switch node.kind {
    case .null, .yes: return index == 0 ? node.offset : node.offset + 4
    case .no: return node.offset + 5
    case .string: return node.offset + node.length + 1
    case .number:
      var end = node.offset
      while end < count, isNumberByte(bytes[end]) { end += 1 }
      return end
    case .array, .object: return node.offset + 1
    }
  }

  /// The offset of the first byte of the value at `index`; a string's is its quote.
  func startOffset(of index: Int) -> Int {
    let node = tape[index]
    return node.kind == .string ? node.offset - 1 : node.offset
  }

  private func isNumberByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
