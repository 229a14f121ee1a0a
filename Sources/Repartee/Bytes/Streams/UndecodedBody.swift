#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decodes the body of an error response. If that fails, the error has the undecoded beginning of the body, up to
/// 64 KiB: nothing else says what the server meant.
package func keepingBeginning(
  of coded: @escaping ByteStream.Next, _ decoding: (@escaping ByteStream.Next) -> ByteStream.Next
) -> ByteStream.Next {
  let limit = 64 << 10
  var beginning = Data()
  let recorded: ByteStream.Next = { () async throws(TransportError) in
    let chunk = try await coded()
    if let chunk { beginning.append(chunk.prefix(limit - beginning.count)) }
    return chunk
  }
  let decoded = decoding(recorded)
  return { () async throws(TransportError) in
    do throws(TransportError) {
      return try await decoded()
    } catch {
      guard error.kind == .unsupportedContentCoding || error.kind == .protocolViolation else { throw error }
      var failure = error
      do throws(TransportError) {
        while beginning.count < limit, try await recorded() != nil {}
      } catch {
        // The decoding error says more than the one that ended the body, unless that is a cancellation.
        if error.isCancellation { failure = error }
      }
      throw failure.with(undecoded: beginning)
    }
  }
}
