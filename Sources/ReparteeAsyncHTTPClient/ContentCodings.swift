#if AsyncHTTPClient
import Repartee

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What `Content-Encoding` says was done to a body (RFC 9110, section 8.4).
struct ContentCodings {
  /// Each is undone in a buffer of its own; no server that means well has more than one.
  static let maximumCount = 3

  private var codings: [ContentDecoder.Coding] = []
  private var problem: TransportError?

  /// The codings of a field's value, in the order in which they were applied; nil if there are none but `identity`.
  init?(_ value: String) {
    for element in value.split(separator: ",") {
      switch Substring(String(element).utf8.trimmingFieldWhitespace).lowercased() {
      case "", "identity": break
      case "gzip", "x-gzip": codings.append(.gzip)
      case "deflate": codings.append(.deflate)
      case let other:
        problem = problem ?? Self.unsupported("the body has the content coding \(Self.shown(other))")
      }
    }
    if codings.isEmpty, problem == nil { return nil }
    if codings.count > Self.maximumCount {
      problem = problem ?? Self.unsupported("the body has more than \(Self.maximumCount) content codings")
    }
  }

  /// The bytes as they were before; the first byte of a body that can't be decoded throws.
  func decoding(_ coded: @escaping ByteStream.Next) -> ByteStream.Next {
    guard let problem else {
      return codings.reversed().reduce(coded) { next, coding in ContentDecoder(coding).decoding(next) }
    }
    return { () async throws(TransportError) -> Data? in
      if try await coded() == nil { return nil }
      throw problem
    }
  }

  private static func unsupported(_ what: String) -> TransportError {
    TransportError(.unsupportedContentCoding, message: "\(what), which the transport can't undo")
  }

  /// A name as it may stand in a message: one that is no short token does not.
  private static func shown(_ name: String) -> String {
    let isToken = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 }
    return isToken && name.utf8.count <= 32 ? "\"\(name)\"" : "that is no token"
  }
}
#endif
