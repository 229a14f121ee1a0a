/// `body` gets a decoding that borrows `bytes`, and copies them if anything references it afterwards.
extension JSONCoder {
  func withDecoding<R>(
    _ bytes: Bytes, _ body: (Decoding) throws(JSONError) -> R
  ) throws(JSONError) -> R {
    var decoding = try scan(bytes)
    defer { if !isKnownUniquelyReferenced(&decoding) { decoding.tape.keepText() } }
    do {
      let result = try body(decoding)
      if let probe = options.values.probe { decoding.report(to: probe, nil) }
      return result
    } catch {
      if let probe = options.values.probe { decoding.report(to: probe, error) }
      throw error
    }
  }

  private func scan(_ bytes: Bytes) throws(JSONError) -> Decoding {
    let limit = min(options.values.maximumSize, Int(clamping: UInt32.max) - 1)
    let isTooLarge = bytes.count > limit
    // A text that is too large is not read, and gets no tape of its size.
    var scanner = Scanner(
      isTooLarge ? .none : bytes, from: isTooLarge ? 0 : LineIndex.start(of: bytes),
      maximumDepth: options.values.maximumDepth,
      replacesLoneSurrogates: options.values.replacesLoneSurrogates)
    do throws(ScanFailure) {
      if isTooLarge { throw ScanFailure(.tooLarge(bytes.count, limit: limit), 0) }
      if let problem = JSONCoder.foreignEncoding(bytes) { throw ScanFailure(problem, 0) }
      try scanner.scan()
    } catch {
      throw scanner.error(
        for: error, excerptWidth: options.values.excerptWidth, options.values.redaction)
    }
    let decoding = Decoding(options: options, tape: scanner.tape())
    if options.values.rejectsDuplicateKeys, let key = decoding.firstDuplicateKey() {
      throw decoding.diagnosis.duplicateKey(key)
    }
    return decoding
  }

  /// UTF-16 and UTF-32 have a byte order mark or a NUL in the first two bytes (RFC 4627 section 3).
  private static func foreignEncoding(_ bytes: Bytes) -> ScanFailure.Problem? {
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
