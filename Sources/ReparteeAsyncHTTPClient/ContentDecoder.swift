#if AsyncHTTPClient
import CReparteeZlib
import Repartee

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decodes `gzip` and `deflate` (RFC 9110, sections 8.4.1.2 and 8.4.1.3) while a body is read. It produces at most
/// ``outputSize`` bytes ahead of what was asked for.
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
  /// The number of coded bytes since the last output.
  private var idleCount = 0

  /// The most coded bytes without any output: far above what the header of a member takes. Empty members, coded again,
  /// would cost hours of processor time and no byte of output, which a limit of the size could count.
  static let maximumIdleCount = 256 << 10

  init(_ coding: Coding) {
    self.coding = coding
  }

  /// Returns a function that gives the decoded bytes of a coded body. A body without any bytes is empty. A body that
  /// ends early fails, and so does one with other data than a further gzip member after its end, or with more than
  /// ``maximumIdleCount`` bytes that decode to nothing.
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

  /// Returns the next decoded bytes, or nil if more coded bytes are needed.
  private func inflate() throws(TransportError) -> Data? {
    while !input.isEmpty || inflater?.hasMore == true {
      if inflater == nil || inflater?.isComplete == true {
        // A gzip member can follow another (RFC 1952, section 2.2).
        if inflater != nil, coding == .deflate { throw Self.failure("something follows its end") }
        inflater = Inflater(format)
      }
      let count = input.count
      guard let inflater, let output = inflater.inflate(&input, upTo: outputSize) else {
        throw Self.failure("it is none")
      }
      idleCount += count - input.count
      if !output.isEmpty {
        idleCount = 0
        return output
      }
      if idleCount > Self.maximumIdleCount { throw Self.failure("much of it decodes to nothing") }
      if Task.isCancelled { throw TransportError(.cancelled) }
    }
    return nil
  }

  private var outputSize: Int { min(max(input.count * 4, 1 << 10), Self.outputSize) }

  /// The format of the body. Some servers send `deflate` without the zlib wrapper that RFC 9110 requires; the first
  /// byte shows whether it is there.
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

/// A wrapper of zlib's inflate.
private final class Inflater {
  enum Format: Int32 {
    case gzip = 31
    case zlib = 15
    case raw = -15
  }

  private(set) var isComplete = false
  /// Whether there may be more output without further input.
  private(set) var hasMore = false
  // zlib keeps the address of the stream.
  private let stream: UnsafeMutablePointer<z_stream>

  init?(_ format: Format) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // `deinit` runs after a failure, too; inflateEnd(_:) takes a stream that was not initialized by zlib.
    guard repartee_inflateInit2(stream, format.rawValue) == Z_OK else { return nil }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Consumes input and returns up to `limit` bytes of output, or nil if the input is not in the format.
  func inflate(_ input: inout Data, upTo limit: Int) -> Data? {
    var output = Data(count: limit)
    let count = min(input.count, Int(clamping: UInt32.max))
    var result = Z_OK
    input.withUnsafeBytes { source in
      output.withUnsafeMutableBytes { target in
        stream.pointee.next_in = UnsafeMutablePointer(
          mutating: source.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(count)
        stream.pointee.next_out = target.bindMemory(to: UInt8.self).baseAddress
        stream.pointee.avail_out = UInt32(limit)
        result = CReparteeZlib.inflate(stream, Z_NO_FLUSH)
        stream.pointee.next_in = nil
        stream.pointee.next_out = nil
      }
    }
    guard result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR else { return nil }
    isComplete = result == Z_STREAM_END
    hasMore = !isComplete && stream.pointee.avail_out == 0
    input = input.dropFirst(count - Int(stream.pointee.avail_in))
    return output.prefix(limit - Int(stream.pointee.avail_out))
  }
}
#endif
