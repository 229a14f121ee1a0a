import HTTPTypes
internal import ReparteeJSON

/// The decoders of a client, found by content type.
final class Decoders: Sendable {
  /// The media types of the decoders in order, those of JSON last.
  let mediaTypes: [MediaRange]
  private let decoders: [any ResponseDecoder]
  private let fallback: any ResponseDecoder

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
