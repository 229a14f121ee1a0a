/// Unsafe: `body` gets a decoding that borrows `bytes`; the decoding copies them if anything still references it
/// afterwards.
extension JSONCoder {
  func withDecoding<R>(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (Decoding) throws(JSONError) -> R
  ) throws(JSONError) -> R {
    var decoding = try scan(bytes)
    defer { if !isKnownUniquelyReferenced(&decoding) { decoding.keepBytes() } }
    do {
      let result = try body(decoding)
      if let probe = options.values.probe { decoding.tell(probe, nil) }
      return result
    } catch {
      if let probe = options.values.probe { decoding.tell(probe, error) }
      throw error
    }
  }

  private func scan(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> Decoding {
    let limit = min(options.values.maximumSize, Int(clamping: UInt32.max) - 1)
    let isTooLarge = bytes.count > limit
    var start = 0
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { start = 3 }
    // A text that is too large is not read, and no tape of its size is allocated.
    var scanner = Scanner(
      isTooLarge ? UnsafeBufferPointer(start: nil, count: 0) : bytes, from: isTooLarge ? 0 : start,
      maximumDepth: options.values.maximumDepth, empty: UnsafePointer(JSONCoder.nowhere))
    do throws(ScanFailure) {
      if isTooLarge { throw ScanFailure(problem: .tooLarge(bytes.count, limit: limit), offset: 0) }
      if let problem = JSONCoder.foreignEncoding(bytes) { throw ScanFailure(problem: problem, offset: 0) }
      try scanner.scan()
    } catch {
      defer { Tape.deallocate(scanner.tape) }
      throw scanner.error(for: error, options)
    }
    let decoding = Decoding(options: options, scanner: scanner)
    if case .reject = options.values.duplicateKeys.kind, let key = decoding.firstDuplicateKey() {
      throw decoding.diagnosis.duplicateKey(key)
    }
    return decoding
  }

  /// For buffers without a base address: one byte, never written or freed.
  nonisolated(unsafe) private static let nowhere: UnsafeMutablePointer<UInt8> = {  // never accessed
    let pointer = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    pointer.initialize(to: 0)
    return pointer
  }()

  /// Both encodings have a byte order mark or a NUL in the first two bytes (RFC 4627 section 3).
  private static func foreignEncoding(_ bytes: UnsafeBufferPointer<UInt8>) -> ScanFailure.Problem? {
    guard bytes.count >= 2 else { return nil }
    let first = (bytes[0], bytes[1])
    guard first.0 == 0 || first.1 == 0 || first.0 >= 0xFE else { return nil }
    let four = bytes.count >= 4 ? (bytes[2], bytes[3]) : (1, 1)
    switch (first.0, first.1, four.0, four.1) {
    case (0, 0, 0xFE, 0xFF), (0xFF, 0xFE, 0, 0): return .utf32
    case (0, 0, 0, 1...), (1..., 0, 0, 0): return .utf32
    case (0xFE, 0xFF, _, _), (0xFF, 0xFE, _, _): return .utf16
    case (0, 1..., _, _), (1..., 0, _, _): return .utf16
    default: return nil
    }
  }
}
