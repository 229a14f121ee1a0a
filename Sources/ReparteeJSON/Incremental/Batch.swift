/// A text that does not scan or decode is decoded alone, for its error. A probe or a search for equal keys excludes
/// batches.
struct Batch {
  fileprivate private(set) var scanner: Scanner
  /// 0 for a text that did not scan.
  fileprivate private(set) var roots: [Int] = []
  private let maximumSize: Int

  static let size = 64 << 10

  fileprivate init?(_ options: JSONOptions.Values, _ bytes: UnsafeBufferPointer<UInt8>) {
    guard options.probe == nil, bytes.count < UInt32.max, let start = bytes.baseAddress else { return nil }
    if case .reject = options.duplicateKeys.kind { return nil }
    maximumSize = options.maximumSize
    scanner = Scanner(
      bytes, from: 0, maximumDepth: options.maximumDepth, empty: start,
      capacity: Scanner.capacity(forBytes: min(bytes.count, Batch.size)))
  }

  mutating func add(_ text: Range<Int>) {
    let root = scanner.used
    roots.append(text.count <= maximumSize && scanner.scan(text) ? root : 0)
  }

  /// Returns nil if the value is invalid, too long, or may continue after the bytes.
  mutating func addValue(at offset: Int, limit: Int) -> Int? {
    let root = scanner.used
    guard let end = scanner.scanValue(at: offset), end - offset <= min(limit, maximumSize),
      scanner.isDelimited(root, at: end)
    else { return nil }
    roots.append(root)
    return end
  }
}

extension JSONCoder {
  /// `alone` decodes a text that a batch can't, by its ordinal. Returns false if no batch is possible.
  ///
  /// Unsafe: borrows the bytes as `withDecoding` does.
  func decodeBatch<T: Decodable>(
    _ type: T.Type, of bytes: UnsafeBufferPointer<UInt8>, _ scan: (inout Batch) -> Void,
    into values: inout [T], alone: (Int) throws -> T?
  ) throws -> Bool {
    guard var batch = Batch(options.values, bytes) else { return false }
    scan(&batch)
    var decoding = Decoding(options: options, scanner: batch.scanner)
    defer { if !isKnownUniquelyReferenced(&decoding) { decoding.keepBytes() } }
    if let direct = type as? any JSONDecodable.Type {
      try decoding.decode(direct, at: batch.roots, into: &values, alone)
    } else {
      try decoding.decodeEach(at: batch.roots, into: &values, alone)
    }
    return true
  }

  package func decode<T: Decodable>(
    each texts: [Range<Int>], of bytes: UnsafeRawBufferPointer, into values: inout [T],
    alone: (Int) throws -> T?
  ) throws {
    let isDone = try decodeBatch(
      T.self, of: bytes.bindMemory(to: UInt8.self), { batch in for text in texts { batch.add(text) } },
      into: &values, alone: alone)
    if isDone { return }
    for index in texts.indices { if let value = try alone(index) { values.append(value) } }
  }
}

extension Decoding {
  // Two functions, because the compiler would move the check of the type into the loop.

  fileprivate func decodeEach<T: Decodable>(
    at roots: [Int], into values: inout [T], _ alone: (Int) throws -> T?
  ) throws {
    try values.append(roots, { place, root in place.initialize(to: try decode(T.self, at: root)) }, alone)
  }

  fileprivate func decode<D: JSONDecodable, T>(
    _ direct: D.Type, at roots: [Int], into values: inout [T], _ alone: (Int) throws -> T?
  ) throws {
    try values.append(
      roots, { place, root in place.initialize(to: try decode(direct, as: T.self, at: root)) }, alone)
  }
}

extension Array {
  /// An array or an optional of the elements would look up their types at run time.
  @inline(__always)
  fileprivate mutating func append(
    _ roots: [Int], _ decode: (UnsafeMutablePointer<Element>, Int) throws -> Void,
    _ alone: (Int) throws -> Element?
  ) throws {
    var failure: (any Error)?
    let more = Array(unsafeUninitializedCapacity: roots.count) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      for index in 0..<roots.count {
        if roots[index] != 0 {
          do {
            try decode(start + count, roots[index])
            count += 1
            continue
          } catch {}  // `alone` decodes the text, and throws its error.
        }
        do {
          if try (start + count).initialize(unlessNil: { try alone(index) }) { count += 1 }
        } catch {
          failure = error
          return
        }
      }
    }
    if isEmpty { self = more } else { append(contentsOf: more) }
    if let failure { throw failure }
  }
}

extension UnsafeMutablePointer {
  @inline(never)
  fileprivate func initialize(unlessNil value: () throws -> Pointee?) throws -> Bool {
    guard let value = try value() else { return false }
    initialize(to: value)
    return true
  }
}
