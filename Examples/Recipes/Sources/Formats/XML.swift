import Foundation
import Repartee
import XMLCoder

/// Reads XML wherever an outcome decodes:
/// `client.decoders = [XML()]`.
struct XML: ResponseDecoder {
  let mediaTypes: [MediaRange] = [
    "application/xml", "text/xml", "application/*+xml",
  ]

  func decode<Value: Decodable>(
    _ type: Value.Type, from body: Data
  ) throws -> Value {
    // By default the space between two entities is lost.
    try XMLDecoder(
      trimValueWhitespaces: false, removeWhitespaceElements: true
    ).decode(type, from: body)
  }
}

nonisolated extension Request.Body {
  /// A value as XML, in an element of this name.
  static func xml(
    _ value: some Encodable & Sendable, root: String
  ) -> Request.Body {
    .encoded(as: "application/xml") {
      try XMLEncoder().encode(value, withRootKey: root)
    }
  }
}
