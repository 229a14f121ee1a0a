#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A text that does not scan or decode is decoded alone, for its error. A probe or `rejectsDuplicateKeys` excludes
/// batches.
struct Batch: ~Copyable {
  private var scanner: Scanner
  /// 0 for a text that did not scan.
  fileprivate private(set) var roots: [Int] = []
  private let maximumSize: Int

  static let size = 64 << 10

  fileprivate init?(_ options: JSONOptions.Values, _ bytes: Bytes) {
    guard options.probe == nil, !options.rejectsDuplicateKeys, bytes.count < UInt32.max else { return nil }
    maximumSize = options.maximumSize
    scanner = Scanner(
      bytes, maximumDepth: options.maximumDepth, replacesLoneSurrogates: options.replacesLoneSurrogates,
      capacity: Scanner.capacity(forBytes: min(bytes.count, Batch.size)))
  }

  mutating func add(_ text: Range<Int>) {
    let root = scanner.nodes.used
    roots.append(text.count <= maximumSize && scanner.scan(text) ? root : 0)
  }

  /// Returns nil if the value is invalid, too long, or may continue after the bytes.
  mutating func addValue(at offset: Int, limit: Int) -> Int? {
    let root = scanner.nodes.used
    guard let end = scanner.scanValue(at: offset), end - offset <= min(limit, maximumSize),
      scanner.isDelimited(root, at: end)
    else { return nil }
    roots.append(root)
    return end
  }

  fileprivate consuming func tape() -> Tape { scanner.tape() }
}

extension JSONCoder {
  /// `alone` decodes a text that a batch can't, by its ordinal. False if no batch is possible.
  func decodeBatch<T: Decodable>(
    _ type: T.Type, of bytes: Bytes, _ scan: (inout Batch) -> Void,
    into values: inout [T], alone: (Int) throws -> T?
  ) throws -> Bool {
    guard var batch = Batch(options.values, bytes) else { return false }
    scan(&batch)
    let roots = batch.roots
    var decoding = Decoding(options: options, tape: batch.tape())
    defer { if !isKnownUniquelyReferenced(&decoding) { decoding.tape.keepText() } }
    if let direct = type as? any JSONDecodable.Type {
      try decoding.decode(direct, at: roots, into: &values, alone)
    } else {
      try decoding.decodeEach(at: roots, into: &values, alone)
    }
    return true
  }

  /// - Parameter texts: Offsets from the first of the bytes.
  package func decode<T: Decodable>(
    each texts: [Range<Int>], of bytes: Data, into values: inout [T], alone: (Int) throws -> T?
  ) throws {
    let isDone = try bytes.withBytes { bytes in
      try decodeBatch(
        T.self, of: bytes, { batch in for text in texts { batch.add(text) } }, into: &values, alone: alone)
    }
    if isDone { return }
    for index in texts.indices { if let value = try alone(index) { values.append(value) } }
  }
}

extension Decoding {
  // Two functions: the compiler would move the type check into the loop.

  fileprivate func decodeEach<T: Decodable>(
    at roots: [Int], into values: inout [T], _ alone: (Int) throws -> T?
  ) throws {
    try values.append(roots, { root in try decode(T.self, at: root) }, alone)
  }

  fileprivate func decode<D: JSONDecodable, T>(
    _ direct: D.Type, at roots: [Int], into values: inout [T], _ alone: (Int) throws -> T?
  ) throws {
    try values.append(roots, { root in try decode(direct, as: T.self, at: root) }, alone)
  }
}

extension Array {
  /// Growing an array would look up its type at run time.
  @inline(__always)
  fileprivate mutating func append(
    _ roots: [Int], _ decode: (Int) throws -> Element, _ alone: (Int) throws -> Element?
  ) throws {
    var failure: (any Error)?
    let more = Array(capacity: roots.count) { values in
      for index in roots.indices {
        if roots[index] != 0 {
          do {
            values.append(try decode(roots[index]))
            continue
          } catch {}  // `alone` decodes the text, and throws its error.
        }
        do {
          if let value = try alone(index) { values.append(value) }
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
