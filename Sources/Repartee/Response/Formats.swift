import HTTPTypes
internal import ReparteeJSON

/// The decoders of a client, and what is derived from them, created once for all calls.
final class Formats: Sendable {
  /// The content types of all decoders, in order, JSON last.
  let mediaTypes: [MediaRange]
  private let decoders: [any ResponseDecoder]
  /// The decoder for JSON, and for content types without a decoder.
  private let fallback: any ResponseDecoder

  /// Creates formats whose excerpts of JSON are masked by `redaction`.
  init(_ decoders: [any ResponseDecoder], json: JSONCoder, redaction: Redaction) {
    let json = json.masking(redaction)
    let decoders = decoders.map { ($0 as? JSONCoder)?.masking(redaction) ?? $0 }
    self.decoders = decoders
    mediaTypes = decoders.flatMap(\.mediaTypes) + json.mediaTypes
    let jsonType = MediaType.json
    fallback = decoders.first { $0.reads(jsonType) } ?? json
  }

  func decoder(for contentType: MediaType?) -> any ResponseDecoder {
    if let contentType, !decoders.isEmpty, let decoder = decoders.first(where: { $0.reads(contentType) }) {
      return decoder
    }
    return fallback
  }
}

extension ResponseDecoder {
  fileprivate func reads(_ contentType: MediaType) -> Bool {
    mediaTypes.contains { $0.contains(contentType) }
  }
}
