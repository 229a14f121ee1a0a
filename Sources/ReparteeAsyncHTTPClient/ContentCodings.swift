#if AsyncHTTPClient
import Repartee

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// RFC 9110, section 8.4.
struct ContentCodings {
  /// Each coding takes a buffer.
  static let maximumCount = 3

  private var codings: [ContentDecoder.Coding] = []
  private var problem: TransportError?

  /// Nil without codings.
  init?(_ fields: HTTPFields) {
    for name in fields.contentCodings {
      switch name {
      case "gzip", "x-gzip": codings.append(.gzip)
      case "deflate": codings.append(.deflate)
      default: problem = problem ?? Self.unsupported("the body has the content coding \(Self.shown(name))")
      }
    }
    if codings.isEmpty, problem == nil { return nil }
    if codings.count > Self.maximumCount {
      problem = problem ?? Self.unsupported("the body has more than \(Self.maximumCount) content codings")
    }
  }

  /// Unsupported codings throw at the first byte.
  func decoding(_ coded: @escaping ByteStream.Next) -> ByteStream.Next {
    guard let problem else {
      var next = coded
      for coding in codings.reversed() { next = ContentDecoder(coding).decoding(next) }
      return next
    }
    return { () async throws(TransportError) -> Data? in
      if try await coded() == nil { return nil }
      throw problem
    }
  }

  private static func unsupported(_ what: String) -> TransportError {
    TransportError(.unsupportedContentCoding, message: "\(what), which the transport can't undo")
  }

  private static func shown(_ name: String) -> String {
    let isToken = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 }
    return isToken && name.utf8.count <= 32 ? "\"\(name)\"" : "that is no token"
  }
}
#endif
