extension JSONElements {
  /// Stops at the first element that ``next()`` must handle.
  package mutating func decodeWhole<T: Decodable>(
    with json: JSONCoder, into values: inout [T], alone: (JSONElement) throws -> T?
  ) throws {
    guard failure == nil, state == .afterOpeningBracket || state == .afterElement else { return }
    let chunk = chunk
    let (first, start) = (count, cursor)
    var places: [Range<Int>] = []
    // Only what a batch needs: a decoder that escapes keeps all borrowed bytes.
    try chunk[start..<min(chunk.count, start + 2 * Batch.size)].withBytes { bytes in
      _ = try json.decodeBatch(
        T.self, of: bytes, { batch in places = scan(bytes, into: &batch) }, into: &values
      ) { index in
        count = first + index
        let place = places[index]
        return try alone(element(Array(bytes[place]), at: chunkOffset + start + place.lowerBound))
      }
    }
    count = first + places.count
  }

  private mutating func scan(_ bytes: Bytes, into batch: inout Batch) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var at = 0
    while at < Batch.size {
      var first = behindWhitespace(at, in: bytes)
      if state == .afterElement {
        guard bytes.byte(at: first) == UInt8(ascii: ",") else { break }
        first = behindWhitespace(first + 1, in: bytes)
      }
      guard let end = batch.addValue(at: first, limit: maximumElementSize) else { break }
      places.append(first..<end)
      state = .afterElement
      at = end
    }
    cursor += at
    return places
  }

  private func behindWhitespace(_ first: Int, in bytes: Bytes) -> Int {
    var at = first
    while let byte = bytes.byte(at: at), [0x20, 0x0A, 0x0D, 0x09].contains(byte) { at += 1 }
    return at
  }
}
