#if AsyncHTTPClient
import CReparteeZlib
import Repartee

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decodes `gzip` and `deflate` (RFC 9110, section 8.4.1), at most ``outputSize`` bytes ahead of the reader.
final class ContentDecoder {
  static let acceptEncoding = "gzip, deflate"
  static let outputSize = 64 << 10

  enum Coding {
    case gzip
    case deflate
  }

  private let coding: Coding
  private var inflater: Inflater?
  private var input = Data()
  /// Coded bytes since the last output.
  private var idleCount = 0

  /// Nested empty members cost hours of processor time, which no size limit counts.
  static let maximumIdleCount = 256 << 10

  init(_ coding: Coding) {
    self.coding = coding
  }

  /// Fails for a body that ends early, exceeds ``maximumIdleCount``, or has other data than a gzip member after its
  /// end. Without bytes, the body is empty.
  func decoding(_ coded: @escaping ByteStream.Next) -> ByteStream.Next {
    { () async throws(TransportError) -> Data? in
      while true {
        if let output = try self.inflate() { return output }
        guard let more = try await coded() else {
          if let inflater = self.inflater, !inflater.isComplete {
            throw Self.failure("it ends in the middle")
          }
          return nil
        }
        self.input = more
      }
    }
  }

  private func inflate() throws(TransportError) -> Data? {
    while !input.isEmpty || inflater?.hasMore == true {
      if inflater == nil || inflater?.isComplete == true {
        // A gzip member can follow another (RFC 1952, section 2.2).
        if inflater != nil, coding == .deflate { throw Self.failure("bytes follow its end") }
        inflater = Inflater(format)
      }
      let count = input.count
      guard let inflater, let output = inflater.inflate(&input, upTo: outputSize) else {
        throw Self.failure("it is not valid")
      }
      idleCount += count - input.count
      if !output.isEmpty {
        idleCount = 0
        return output
      }
      if idleCount > Self.maximumIdleCount { throw Self.failure("too much of it decodes to nothing") }
      if Task.isCancelled { throw TransportError(.cancelled) }
    }
    return nil
  }

  private var outputSize: Int { min(max(input.count * 4, 1 << 10), Self.outputSize) }

  /// The first byte shows whether `deflate` lacks the zlib wrapper, as from some servers.
  private var format: Inflater.Format {
    switch coding {
    case .gzip: .gzip
    case .deflate: (input.first ?? 0) & 0x0F == 8 ? .zlib : .raw
    }
  }

  private static func failure(_ what: String) -> TransportError {
    TransportError(.protocolViolation, message: "the compressed body can't be read: \(what)")
  }
}

@safe private final class Inflater {
  enum Format: Int32 {
    case gzip = 31
    case zlib = 15
    case raw = -15
  }

  private(set) var isComplete = false
  /// Whether more output needs no further input.
  private(set) var hasMore = false
  private let stream: z_streamp

  init?(_ format: Format) {
    // The stream belongs to this object alone, which frees it once.
    guard let stream = unsafe repartee_newInflater(format.rawValue) else { return nil }
    unsafe self.stream = stream
  }

  // No other reference is left.
  deinit { unsafe repartee_freeInflater(stream) }

  /// Nil if the input is not in the format.
  func inflate(_ input: inout Data, upTo limit: Int) -> Data? {
    var output = [UInt8](repeating: 0, count: limit)
    // One output takes no more of a body that is worth compressing.
    let part = [UInt8](input.prefix(16 << 10))
    // Both counts are those of the arrays, and are at most 64 KiB.
    let step = unsafe repartee_inflate(stream, part, UInt32(part.count), &output, UInt32(output.count))
    guard step.code == Z_OK || step.code == Z_STREAM_END || step.code == Z_BUF_ERROR else { return nil }
    isComplete = step.code == Z_STREAM_END
    hasMore = !isComplete && Int(step.outputCount) == limit
    input = input.dropFirst(Int(step.inputCount))
    return Data(output.prefix(Int(step.outputCount)))
  }
}
#endif
