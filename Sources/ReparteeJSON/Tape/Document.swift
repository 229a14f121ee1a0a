/// A validated JSON text with its tape, which all decoders and containers point into.
///
/// Unsafe: `tape` holds `used` nodes, and the templates before them (`Layouts`), and is freed in `deinit`. Every index
/// in use is below `used` because it came from the tape. `bytes` holds `count` bytes and is borrowed from the caller of
/// `decode`. Before that call returns, `keepBytes()` copies them if anything else still references the document, so a
/// decoder that escapes its `init(from:)` never points to freed memory. Like any `Decoder`, a document is for one
/// thread at a time: it is not `Sendable`, and no `Sendable` type holds it.
@usableFromInline final class Document {
  let options: JSONOptions
  let tape: UnsafeMutablePointer<Node>
  let used: Int
  let count: Int
  /// Whether keys are compared without conversion.
  let plainKeys: Bool
  /// Whether keys are converted from snake case.
  let snakeKeys: Bool
  @exclusivity(unchecked) private(set) var bytes: UnsafePointer<UInt8>
  private var ownsBytes = false
  /// The hash tables for the keys of objects, by the objects' indexes.
  var keyIndexes: [Int: KeyIndex] = [:]
  @exclusivity(unchecked) var makers = ContainerMakers()
  /// The hash tables for the keys in the JSON, if a strategy converts keys.
  var rawKeyIndexes: [Int: KeyIndex] = [:]
  /// The object in which a converted key was last looked up, the number of comparisons, and an index of its keys once
  /// there were many.
  var search: (object: Int, comparisons: Int, index: KeyIndex?) = (0, 0, nil)
  /// The plans by which objects are read, by layout; nil until a second object has the same layout.
  var plans: UnsafeMutablePointer<ReadingPlan>?
  /// The elements of arrays, as far as ordinals were requested, by the arrays' indexes.
  var elementPlaces: [Int: [UInt32]] = [:]
  /// The links from values to the root, once a path was requested.
  var parents: Parents?
  /// The coding path that was requested last.
  var lastPath = LastPath()
  /// The lines, for the positions of errors.
  lazy var places = TextPlaces()
  /// The secrets, for the excerpts of errors.
  var secrets = SecretPlaces()
  /// The place where the last error left a model.
  var failure: Failure?
  /// The last request for all keys of an object, with their number.
  var allKeys: (object: Int, type: any CodingKey.Type, count: Int)?
  /// The objects whose keys are data, because all of them were requested; recorded only for a probe.
  @exclusivity(unchecked) var keysAreData: Set<Int> = []
  /// The number that distinguishes errors of this document from others.
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

  /// Copies the borrowed bytes, for a document that outlives the call.
  func keepBytes() {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: Swift.max(count, 1))
    copy.initialize(from: bytes, count: count)
    bytes = UnsafePointer(copy)
    ownsBytes = true
  }

  /// Returns the index after the value at `index`.
  @inline(__always) func after(_ index: Int) -> Int {
    let node = tape[index]
    return node.isContainer ? node.next : index &+ 1
  }

  @inline(__always) func markRead(_ index: Int) { tape[index].head |= Node.read }
  @inline(__always) func markWhole(_ index: Int) { tape[index].head |= Node.read | Node.whole }

  /// Returns the offset after the last byte of the value at `index`; for an array or an object, after its first
  /// bracket.
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

  /// Returns the offset of the first byte of the value at `index`; for a string, of its quote.
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
