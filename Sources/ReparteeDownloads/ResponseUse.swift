import HTTPTypes
import Repartee

/// How a download uses a response.
enum ResponseUse: Sendable {
  case whole
  case rest(ReceivedPart)
  /// Nothing was missing.
  case end
  /// Request the whole; with `isPlain`, with the codings of the transport.
  case again(isPlain: Bool)
  /// A part that does not fit.
  case part(BodyDecodingError)
}

struct RequestedBytes: Sendable {
  /// Nil if the whole was requested.
  var rest: (offset: Int64, record: DownloadRecord)?
  /// Whether the transport chose the codings.
  var isPlain = false
}

extension ResponseUse {
  init(of response: some ResponseHead, to requested: RequestedBytes, identity: String) {
    switch (response.status.code, requested.rest) {
    case (206, nil):
      self = .part(
        BodyDecodingError(.notStored, message: "the response is a part, but the whole was requested"))
    case (206, let (offset, record)?): self = Self.part(response, offset, record, identity)
    case (416, let (offset, record)?):
      let range = response.contentRange
      let isWhole =
        range?.unit == "bytes" && range?.range == nil && range?.total == offset
        && record.total.map { $0 == offset } ?? true
      let isSame = identity == record.identity && !record.contradicts(response.headers)
      self = isWhole && isSame ? .end : .again(isPlain: false)
    case (_, _):
      self = !requested.isPlain && !response.headers.contentCodings.isEmpty ? .again(isPlain: true) : .whole
    }
  }

  private static func part(
    _ response: some ResponseHead, _ offset: Int64, _ record: DownloadRecord, _ identity: String
  ) -> ResponseUse {
    if identity != record.identity { return .again(isPlain: false) }
    do throws(BodyDecodingError) {
      let part = try ReceivedPart(response)
      guard !record.contradicts(response.headers) else {
        throw BodyDecodingError(
          .notStored, message: "the response is a part of another version of the resource")
      }
      guard part.fits(record.total) else {
        throw BodyDecodingError(
          .notStored, message: "the response is a part of a resource of another length")
      }
      return .rest(part)
    } catch {
      return .part(error)
    }
  }
}

extension ReceivedPart {
  fileprivate func fits(_ known: Int64?) -> Bool {
    guard let known else { return true }
    return (total ?? known) == known && positions.upperBound < known
  }
}
