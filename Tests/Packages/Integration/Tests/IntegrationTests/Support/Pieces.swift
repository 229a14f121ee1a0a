import Foundation

/// Bytes piece by piece, the same ones each time.
struct Pieces: AsyncSequence {
  var bytes: Data
  var size: Int

  struct AsyncIterator: AsyncIteratorProtocol {
    var rest: Data
    let size: Int

    mutating func next() async -> Data? {
      defer { rest = rest.dropFirst(size) }
      return rest.isEmpty ? nil : rest.prefix(size)
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: bytes, size: size) }
}
