import HTTPTypes
import ReparteeJSON
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The search for drift in one call. It is a class because most calls have none, and their context is copied.
final class DriftWatch: Sendable {
  fileprivate let detector: DriftDetector
  fileprivate let endpoint: String
  fileprivate let redaction: Redaction
  private let observation: Observation
  private let now: @Sendable () -> Date

  init(
    _ detector: DriftDetector, _ client: Client, _ request: Request, _ observation: Observation
  ) {
    self.detector = detector
    endpoint = observation.operation ?? "\(request)"
    self.observation = observation
    redaction = client.redaction
    now = client.now
  }

  /// Returns a probe for one response.
  func probe(of exchange: Exchange) -> DriftProbe { DriftProbe(self, exchange) }

  fileprivate func tell(_ drift: Drift) {
    guard let news = detector.news(drift, at: now()) else { return }
    observation.tell(.drifted) { $0.sight(news) }
  }

  fileprivate func tellUnread(
    _ place: JSONShape.Place, _ text: JSONShape.PlaceText, _ status: HTTPResponse.Status
  ) {
    let drift = Drift(.unreadKey, endpoint: endpoint, status: status, place: text.text)
    var name: String?
    if case .key(let key) = place.step, !text.isSecret { name = key }
    if detector.reports(drift, name, place.tally.types) { tell(drift) }
  }

  fileprivate func tell(
    _ kind: Drift.Kind, _ status: HTTPResponse.Status, _ place: String = "", detail: String = ""
  ) {
    tell(Drift(kind, endpoint: endpoint, status: status, place: place, detail: detail))
  }
}

/// The search for drift in one response.
final class DriftProbe: JSONProbe {
  private struct State {
    /// The structure of the body, if parts of it are unread; nil if nothing is known.
    var shape: JSONShape?
    /// Whether one decoding of the body has read all of it.
    var isAllRead = false
    var failure: (kind: JSONError.Kind, place: String)?
  }

  private let watch: DriftWatch
  private let status: HTTPResponse.Status
  /// Whether the response is a stream, whose elements are reported one by one.
  private let isStreamed: Bool
  private let state = Mutex(State())

  let wantsAll: Bool

  fileprivate init(_ watch: DriftWatch, _ exchange: Exchange) {
    self.watch = watch
    status = exchange.status?.bare ?? 0
    isStreamed = exchange.stream != nil
    wantsAll = watch.detector.wantsAll
  }

  /// Returns a decoder that reports what it reads, if it can.
  func watching(_ decoder: any ResponseDecoder) -> any ResponseDecoder {
    decoder.changingJSON { $0.probe = self } ?? decoder
  }

  // MARK: Reading

  func didRead(_ shape: JSONShape?) {
    if isStreamed {
      if let shape { tell(shape, isAllRead: false) }
      return
    }
    state.withLock { state in
      guard let shape else {
        state.isAllRead = true
        return
      }
      if state.shape?.formUnion(shape) == nil { state.shape = shape }
    }
  }

  func didFail(_ kind: JSONError.Kind, at place: String) {
    if isStreamed { tell(kind, place) } else { state.withLock { $0.failure = (kind, place) } }
  }

  func didSkip(_ kind: JSONError.Kind, at place: String) { tell(kind, place) }

  // MARK: Reporting

  /// Reports the drift of a response that was interpreted.
  ///
  /// - Parameter isMismatched: Whether its outcome can't read the content type.
  func interpreted<Failure>(_ exchange: Exchange, _ error: CallError<Failure>?, isMismatched: Bool) {
    guard let head = exchange.head else { return }
    tell(head)
    switch error?.reason {
    case .undeclared where error?.declaredTypes.isEmpty ?? true:
      watch.tell(.undeclaredStatus, status)
    case .undeclared: tellContentType(of: exchange)
    case .undecodable where isMismatched: tellContentType(of: exchange)
    case .undecodable:
      if let failure = state.withLock({ $0.failure }) { tell(failure.kind, failure.place) }
    case nil, .declared:
      let (shape, isAllRead) = state.withLock { ($0.shape, $0.isAllRead) }
      if let shape { tell(shape, isAllRead: isAllRead) }
    case .request, .transport, .authentication: break
    }
  }

  private func tellContentType(of exchange: Exchange) {
    let type = exchange.contentType.map { "\($0.type)/\($0.subtype)" } ?? "none"
    watch.tell(.undeclaredContentType, status, detail: Shown.text(type, limit: Shown.name))
  }

  private func tell(_ kind: JSONError.Kind, _ place: String) {
    if let kind = Drift.Kind(kind) { watch.tell(kind, status, place) }
  }

  private func tell(_ shape: JSONShape, isAllRead: Bool) {
    let unread = isAllRead ? [] : shape.unread
    let unknown = shape.places.indices.filter { shape.places[$0].tally.hasUnknownValue }
    if !unread.isEmpty || !unknown.isEmpty {
      let texts = shape.texts(masking: watch.redaction)
      for place in unread { watch.tellUnread(shape.places[place], texts[place], status) }
      for place in unknown { watch.tell(.unknownValue, status, texts[place].text) }
    }
    for drift in watch.detector.note(shape, readBy: watch.endpoint) { watch.tell(drift) }
    guard watch.detector.comparesStructures else { return }
    let seen = DriftBaseline.Shape(shape, masking: watch.redaction)
    watch.detector.record?(watch.endpoint, status.code, seen)
    let baseline = watch.detector.baseline
    for drift in baseline?.drift(of: seen, endpoint: watch.endpoint, status: status.code) ?? [] {
      watch.tell(drift)
    }
  }

  /// Reports Deprecation (RFC 9745, section 2.1: a structured field date; earlier drafts had Booleans or an HTTP date)
  /// and Sunset (RFC 8594, section 3: an HTTP date).
  private func tell(_ head: HTTPResponse) {
    if let deprecationName, let text = head.headerFields.single(deprecationName), text != "false",
      text != "?0"
    {
      let seconds = text.hasPrefix("@") ? Double(text.dropFirst()) : nil
      let date = seconds.map { Date(timeIntervalSince1970: $0) } ?? HTTPDate.date(text)
      watch.tell(.deprecated, status, detail: date.map(shown) ?? "")
    }
    if let sunsetName, let text = head.headerFields.single(sunsetName) {
      watch.tell(.sunset, status, detail: HTTPDate.date(text).map(shown) ?? "")
    }
  }

  private func shown(_ date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    guard seconds.isFinite else { return "" }
    return Date(timeIntervalSince1970: min(max(seconds, 0), HTTPDate.lastSecond)).formatted(.iso8601)
  }
}

extension Drift.Kind {
  /// Returns the kind for a body that could not be decoded; nil if it is not JSON, or if the model itself refused it.
  fileprivate init?(_ kind: JSONError.Kind) {
    switch kind {
    case .keyNotFound, .endOfArray: self = .missingKey
    case .typeMismatch: self = .changedType
    case .nullValue: self = .undeclaredNull
    case .corrupted, .numberOutOfRange: self = .unknownValue
    default: return nil
    }
  }
}

private let deprecationName = HTTPField.Name("Deprecation")
private let sunsetName = HTTPField.Name("Sunset")
