#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The progress of a transfer.
public struct TransferProgress: Sendable, Hashable {
  /// The number of bytes of the body so far.
  public var bytes: Int64
  /// The total number of bytes, if known.
  public var total: Int64?

  /// The share of the total so far, from 0 to 1, for example for a progress view; nil if the total is unknown, 1 if it
  /// is 0.
  public var fraction: Double? {
    total.map { total in total > 0 ? min(max(Double(bytes) / Double(total), 0), 1) : 1 }
  }

  /// Creates a progress.
  public init(bytes: Int64, total: Int64? = nil) {
    self.bytes = bytes
    self.total = total
  }
}

extension ByteStream {
  /// A file that becomes shorter while it is read is an error; bytes that are added to it meanwhile are not read.
  init(file path: String) throws(OpenFile.Problem) {
    let length = try OpenFile(reading: path).length()
    self.init(
      length: length,
      replayable: {
        var file: OpenFile?
        var rest = length
        return { () throws(TransportError) in
          if rest == 0 { return nil }
          do {
            let open = try file ?? OpenFile(reading: path)
            file = open
            let chunk = try open.read(upTo: Int(Swift.min(rest, 64 << 10)))
            guard !chunk.isEmpty else {
              throw TransportError(.requestBody, message: "the file \(path) became shorter while it was sent")
            }
            rest -= Int64(chunk.count)
            return chunk
          } catch let error as TransportError {
            throw error
          } catch {
            throw TransportError(
              .requestBody, message: "the file \(path) can't be read: \(error)", underlying: error)
          }
        }
      })
  }

  static func next<Chunks: AsyncSequence>(of chunks: Chunks) -> Next where Chunks.Element == Data {
    nonisolated(unsafe) var iterator = chunks.makeAsyncIterator()  // no lock: one task reads at a time
    return { () throws(TransportError) in
      do {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
          return try await unsafe iterator.next(isolation: #isolation)
        }
        return try await unsafe iterator.next()
      } catch let error as TransportError {
        throw error
      } catch is CancellationError {
        throw TransportError(.cancelled)
      } catch {
        throw TransportError(.requestBody, underlying: error)
      }
    }
  }

  /// Reports a chunk when the reader asks for the next one: then the chunk was sent.
  func reporting(_ report: @escaping @Sendable (TransferProgress) -> Void) -> ByteStream {
    let start: @Sendable () -> Next = { [self] in
      var chunks = makeAsyncIterator()
      var rest = Data()
      var handedOver: Int64 = 0
      var progress = TransferProgress(bytes: 0, total: length)
      return { () throws(TransportError) in
        if handedOver > progress.bytes {
          progress.bytes = handedOver
          report(progress)
        }
        if rest.isEmpty {
          guard let chunk = try await chunks.next(isolation: #isolation) else { return nil }
          rest = chunk
        }
        // Indices must begin at 0.
        let part = Data(rest.prefix(Self.reportedSize))
        rest = rest.dropFirst(part.count)
        handedOver += Int64(part.count)
        return part
      }
    }
    return isReplayable
      ? ByteStream(length: length, replayable: start)
      : ByteStream(length: length, over: self, once: start)
  }

  private static let reportedSize = 64 << 10

  var readOnce: ByteStream {
    guard isReplayable else { return self }
    return ByteStream(
      length: length,
      once: { [self] in
        var iterator = makeAsyncIterator()
        return { () throws(TransportError) in try await iterator.next(isolation: #isolation) }
      })
  }

  static func joined(_ streams: [ByteStream]) -> ByteStream {
    // If the sum overflows, the length is unknown.
    let length = streams.reduce(0 as Int64?) { sum, stream in
      guard let sum, let next = stream.length else { return nil }
      let (total, isTooLarge) = sum.addingReportingOverflow(next)
      return isTooLarge ? nil : total
    }
    let start: @Sendable () -> Next = {
      var rest = streams[...]
      var current: AsyncIterator?
      return { () throws(TransportError) in
        while true {
          if let chunk = try await current?.next(isolation: #isolation) { return chunk }
          guard let next = rest.popFirst() else { return nil }
          current = next.makeAsyncIterator()
        }
      }
    }
    return streams.allSatisfy(\.isReplayable)
      ? ByteStream(length: length, replayable: start)
      : ByteStream(length: length, overAll: streams, once: start)
  }
}
