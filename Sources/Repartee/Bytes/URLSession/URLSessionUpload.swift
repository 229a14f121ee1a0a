#if canImport(Darwin)
import Dispatch
import Foundation

/// Reads the body as fast as the session sends it, with a buffer of 64 KiB.
struct URLSessionUpload {
  let input: InputStream
  /// Cancel it when the session reads no more.
  let writing: Task<Void, Never>

  init?(_ body: ByteStream, failed: @escaping @Sendable (TransportError) -> Void) {
    var inner: InputStream?
    var outer: OutputStream?
    Stream.getBoundStreams(withBufferSize: 64 << 10, inputStream: &inner, outputStream: &outer)
    guard let inner, let outer else { return nil }
    input = inner
    let writer = Writer(outer)
    writing = Task {
      var chunks = body.makeAsyncIterator()
      do throws(TransportError) {
        while let chunk = try await chunks.next(isolation: nil) {
          guard await writer.write(chunk) else { break }
        }
      } catch {
        failed(error)
      }
      writer.close()
    }
  }

  /// On its own queue, because a write blocks while the buffer is full.
  private final class Writer: @unchecked Sendable {  // `queue`, which is serial, is the lock
    private let output: OutputStream
    private let queue = DispatchQueue(label: "repartee.upload")

    init(_ output: OutputStream) {
      self.output = output
      queue.async { self.output.open() }
    }

    func write(_ chunk: Data) async -> Bool {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: self.writeNow(chunk)) }
      }
    }

    func close() {
      queue.async { self.output.close() }
    }

    private func writeNow(_ chunk: Data) -> Bool {
      var rest = chunk
      while !rest.isEmpty {
        let part = [UInt8](rest.prefix(64 << 10))
        // The count is that of the array.
        let count = unsafe output.write(part, maxLength: part.count)
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }
}
#endif
