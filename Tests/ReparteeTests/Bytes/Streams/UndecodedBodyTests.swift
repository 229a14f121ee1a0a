import Foundation
import TestSupport
import Testing

@testable import Repartee

/// The body of an error response that can't be decoded.
@Suite struct UndecodedBodyTests {
  private func failure(endingWith end: TransportError?) async -> TransportError? {
    var count = 0
    let coded: ByteStream.Next = { () async throws(TransportError) in
      count += 1
      if count < 3 { return Data("part".utf8) }
      if let end { throw end }
      return nil
    }
    let next = keepingBeginning(of: coded) { coded in
      { () async throws(TransportError) in
        _ = try await coded()
        throw TransportError(.unsupportedContentCoding)
      }
    }
    do throws(TransportError) {
      _ = try await next()
      return nil
    } catch {
      return error
    }
  }

  @Test func theCodingIsTheErrorHoweverTheBodyEnds() async {
    for end in [nil, TransportError(.connectionLost)] {
      let error = await failure(endingWith: end)
      #expect(error?.kind == .unsupportedContentCoding && error?.undecoded == Data("partpart".utf8))
    }
  }

  @Test func aCancelledReaderGetsACancellationAndTheReceivedBytes() async {
    let error = await failure(endingWith: TransportError(.cancelled))
    #expect(error?.isCancellation == true && error?.undecoded == Data("partpart".utf8))
  }
}
