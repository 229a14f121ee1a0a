import Foundation
@testable import Repartee

/// Compressed bodies: any bytes are undone or refused, the same wherever they are cut; what is compressed here comes
/// back.
@Sendable func fuzzContentDecoding(_ input: Input) {
  var random = input.random
  let chunks = input.chunks(&random)
  for coding in [ContentDecoder.Coding.gzip, .deflate] {
    let whole = decode([input.bytes], coding)
    let other = decode(chunks, coding)
    claim(whole == other, "\(coding) \(chunks.map(\.count)): another result")
  }
  let body = Request.Body.bytes(input.data).gzipped()
  let pieces = chunks.map { Data($0) }
  let (atOnce, inChunks) = waiting { () -> (Data?, Data?) in
    let streamed = Request.Body.stream(replayable: Chunks(pieces), length: nil).gzipped()
    let one = try? await body.encoded(with: JSONCoder(), randomness: { 0 }).stream?.collect(upTo: 1 << 26)
    let other = try? await streamed.encoded(with: JSONCoder(), randomness: { 0 }).stream?.collect(
      upTo: 1 << 26)
    return (one, other)
  }
  for compressed in [atOnce, inChunks] {
    guard let compressed else { return claim(false, "not compressed") }
    claim(decode([Array(compressed)], .gzip) == .some(input.data), "does not come back")
    let cut = Input(bytes: Array(compressed))
    claim(decode(cut.chunks(&random), .gzip) == .some(input.data), "does not come back from chunks")
    // One byte less is noticed.
    if !compressed.isEmpty {
      claim(decode([Array(compressed.dropLast())], .gzip) == nil, "half of it is taken for all")
    }
  }
}

/// Nil where it is refused.
private func decode(_ chunks: [[UInt8]], _ coding: ContentDecoder.Coding) -> Data? {
  waiting {
    let source = Source(chunks)
    let decoder = ContentDecoder(coding)
    let next = decoder.decoding { () async throws(TransportError) -> Data? in source.next() }
    var all = Data()
    do {
      while let chunk = try await next() {
        claim(chunk.count <= 64 << 10 && !chunk.isEmpty, "a chunk of \(chunk.count) bytes")
        all.append(chunk)
        if all.count > 1 << 24 { return all }
      }
      return all
    } catch {
      return nil
    }
  }
}

private final class Source: @unchecked Sendable {  // read by one task
  private var chunks: ArraySlice<[UInt8]>
  init(_ chunks: [[UInt8]]) { self.chunks = chunks[...] }
  func next() -> Data? { chunks.popFirst().map { Data($0) } }
}

private struct Chunks: AsyncSequence, Sendable {
  let chunks: [Data]
  init(_ chunks: [Data]) { self.chunks = chunks }

  struct AsyncIterator: AsyncIteratorProtocol {
    var rest: ArraySlice<Data>
    mutating func next() async -> Data? { rest.popFirst() }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: chunks[...]) }
}
