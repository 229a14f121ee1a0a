import HTTPTypes
internal import ReparteeJSON

/// What a client reads: its decoders, and what follows from them, made once for all of its calls.
final class Formats: Sendable {
  /// The content types of all of them, in order, JSON last.
  let mediaTypes: [MediaRange]
  private let decoders: [any ResponseDecoder]
  /// The one for JSON, and for whatever has no decoder of its own.
  private let fallback: any ResponseDecoder

  /// Excerpts of JSON mask what `redaction` does.
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
