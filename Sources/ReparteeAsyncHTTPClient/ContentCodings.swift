#if AsyncHTTPClient
import Repartee

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The content codings of a body, as `Content-Encoding` lists them (RFC 9110, section 8.4).
struct ContentCodings {
  /// The most codings that are decoded. Each takes a buffer of its own; no well-meaning server uses more than one.
  static let maximumCount = 3

  private var codings: [ContentDecoder.Coding] = []
  private var problem: TransportError?

  /// Creates the codings of a field value, in the order in which they were applied; nil if there are none but
  /// `identity`.
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

  /// Returns a function that gives the decoded bytes. If the codings are not supported, it throws at the first byte.
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

  /// Returns a coding's name as an error message may contain it: names that are not short tokens are left out.
  private static func shown(_ name: String) -> String {
    let isToken = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 }
    return isToken && name.utf8.count <= 32 ? "\"\(name)\"" : "that is no token"
  }
}
#endif
