#if AsyncHTTPClient
import NIOCore
import NIOSSL
import ReparteeBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// SHA-256 hashes of SubjectPublicKeyInfo in base64 (RFC 7469, section 2.4).
struct PinnedKeys: Sendable {
  struct Mismatch: Error, CustomStringConvertible {
    let description: String
  }

  private let hashes: Set<[UInt8]>
  private let malformed: Int

  init(_ pins: Set<String>) {
    let found = pins.map { pin in
      let text = pin.hasPrefix("sha256/") ? String(pin.dropFirst("sha256/".count)) : pin
      return Data(base64Encoded: text).flatMap { $0.count == 32 ? [UInt8]($0) : nil }
    }
    hashes = Set(found.compactMap(\.self))
    malformed = found.count { $0 == nil }
  }

  /// Runs before a request is sent on the connection.
  @Sendable func check(_ channel: any Channel) -> EventLoopFuture<Void> {
    do throws(Mismatch) {
      try compare(try key(of: channel))
      return channel.eventLoop.makeSucceededVoidFuture()
    } catch {
      // Closed later, because AsyncHTTPClient has to receive the error first.
      channel.eventLoop.execute { channel.close(promise: nil) }
      return channel.eventLoop.makeFailedFuture(error)
    }
  }

  private func key(of channel: any Channel) throws(Mismatch) -> [UInt8] {
    guard let handler = try? channel.pipeline.syncOperations.handler(type: NIOSSLClientHandler.self) else {
      throw Mismatch(description: "keys are pinned, but the connection has no TLS")
    }
    guard let key = try? handler.peerCertificate?.extractPublicKey().toSPKIBytes() else {
      throw Mismatch(description: "keys are pinned, but the key of the server's certificate can't be read")
    }
    return key
  }

  func compare(_ key: [UInt8]) throws(Mismatch) {
    let hash = SHA256.hash(key)
    if hashes.contains(hash) { return }
    var problem =
      "the server's key sha256/\(Data(hash).base64EncodedString()) is none of the \(hashes.count) pinned keys"
    if malformed > 0 { problem += "; \(malformed) more can't be read as the base64 of a SHA-256" }
    throw Mismatch(description: problem)
  }
}
#endif
