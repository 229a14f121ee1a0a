#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if Gzip
import CReparteeZlib
#endif

// The only code besides `OpenFile` that hands memory to C.

#if Gzip
/// zlib's deflate in gzip's format (RFC 1952).
@safe final class Deflater {
  /// Whether all output was returned.
  private(set) var isComplete = false
  private let stream: z_streamp
  private var output = [UInt8](repeating: 0, count: 64 << 10)

  init() throws(TransportError) {
    // The stream belongs to this object alone, which frees it once.
    guard let stream = unsafe repartee_newGzipDeflater() else {
      throw TransportError(.other, message: "zlib can't begin to compress: it has no memory, or is too old")
    }
    unsafe self.stream = stream
  }

  // No other reference is left.
  deinit { unsafe repartee_freeDeflater(stream) }

  /// Returns up to 64 KiB; none if it needs more input.
  func deflate(_ input: inout Data, isLast: Bool) -> Data {
    let part = [UInt8](input.prefix(64 << 10))
    let isEnd = isLast && part.count == input.count
    // Both counts are those of the arrays, and are at most 64 KiB.
    let step = unsafe repartee_deflate(
      stream, part, UInt32(part.count), &output, UInt32(output.count), isEnd ? 1 : 0)
    isComplete = step.code == Z_STREAM_END
    input = input.dropFirst(Int(step.inputCount))
    return Data(output.prefix(Int(step.outputCount)))
  }
}
#endif
