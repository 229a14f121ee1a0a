import HTTPTypes
import ReparteeJSON
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Looks for drift in one call.
final class DriftWatch: JSONProbe {
  private struct State {
    /// What was read of the body, where something is left; nil where nothing is known.
    var shape: JSONShape?
    /// One reading of the body has read all of it.
    var isAllRead = false
    var failure: (kind: JSONError.Kind, place: String)?
    /// The status, where the elements of a stream are told of as they come.
    var streamed: Int?
  }

  private let detector: DriftDetector
  private let endpoint: String
  private let redaction: Redaction
  private let observation: Observation
  private let now: @Sendable () -> Date
  private let state = Mutex(State())

  let wantsAll: Bool

  init(
    _ detector: DriftDetector, _ client: Client, _ request: Request, of endpoint: some Sendable,
    _ observation: Observation
  ) {
    self.detector = detector
    self.endpoint = endpoint is any Endpoint ? String(describing: type(of: endpoint)) : "\(request)"
    self.observation = observation
    redaction = client.redaction
    now = client.now
    wantsAll = detector.baseline != nil || detector.record != nil
  }

  /// A decoder that says what it has read, where it can.
  func watching(_ decoder: any ResponseDecoder, of exchange: Exchange) -> any ResponseDecoder {
    state.withLock { state in
      state = State()
      if exchange.stream != nil { state.streamed = exchange.status?.code }
    }
    return decoder.changingJSON { $0 = $0.probed(by: self) } ?? decoder
  }

  // MARK: What is read

  func didRead(_ shape: JSONShape?) {
    let streamed = state.withLock { state in
      if let streamed = state.streamed { return Optional(streamed) }
      guard let shape else {
        state.isAllRead = true
        return nil
      }
      if state.shape?.formUnion(shape) == nil { state.shape = shape }
      return nil
    }
    if let streamed, let shape { tell(shape, streamed, isAllRead: false) }
  }

  func didFail(_ error: JSONError, at place: String) {
    state.withLock { $0.failure = (error.kind, place) }
  }

  // MARK: What is told

  /// Tells what there was in a response that was interpreted.
  func interpreted<Output, Failure>(_ exchange: Exchange, _ result: Result<Output, CallError<Failure>>) {
    guard let head = exchange.head, let status = exchange.status?.code else { return }
    tell(head, status)
    let reason: CallError<Failure>.Reason? =
      if case .failure(let error) = result { error.reason } else { nil }
    switch reason {
    case .undeclared:
      if case .failure(let error) = result, error.declaredTypes.isEmpty {
        tell(.undeclaredStatus, status)
      } else {
        let type = exchange.contentType.map { "\($0.type)/\($0.subtype)" } ?? "none"
        tell(.undeclaredContentType, status, detail: Shown.text(type, limit: Shown.name))
      }
    case .undecodable:
      if let failure = state.withLock({ $0.failure }), let kind = Drift.Kind(failure.kind) {
        tell(kind, status, failure.place)
      }
    case nil, .declared:
      let (shape, isAllRead) = state.withLock { ($0.shape, $0.isAllRead) }
      if let shape { tell(shape, status, isAllRead: isAllRead) }
    case .request, .transport, .authentication: break
    }
  }

  private func tell(_ shape: JSONShape, _ status: Int, isAllRead: Bool) {
    if !isAllRead {
      for place in shape.unread { tell(.unreadKey, status, shape.text(of: place, masking: redaction)) }
    }
    for (index, place) in shape.places.enumerated() where place.hasUnknownValue {
      tell(.unknownValue, status, shape.text(of: index, masking: redaction))
    }
    guard wantsAll else { return }
    let seen = DriftBaseline.Shape(shape, masking: redaction)
    detector.record?(endpoint, status, seen)
    for drift in detector.baseline?.drift(of: seen, endpoint: endpoint, status: status) ?? [] { tell(drift) }
  }

  /// Deprecation (RFC 9745, section 2.1: a date of structured fields; drafts before it had `true`, or an HTTP date) and
  /// Sunset (RFC 8594, section 3: an HTTP date).
  private func tell(_ head: HTTPResponse, _ status: Int) {
    if let deprecationName, let text = head.headerFields.single(deprecationName) {
      let seconds = text.hasPrefix("@") ? Double(text.dropFirst()) : nil
      let date = seconds.map { Date(timeIntervalSince1970: $0) } ?? HTTPDate.date(text)
      tell(.deprecated, status, detail: date.map(shown) ?? "")
    }
    if let sunsetName, let text = head.headerFields.single(sunsetName) {
      tell(.sunset, status, detail: HTTPDate.date(text).map(shown) ?? "")
    }
  }

  private func shown(_ date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    guard seconds.isFinite else { return "" }
    return Date(timeIntervalSince1970: min(max(seconds, 0), HTTPDate.lastSecond)).formatted(.iso8601)
  }

  private func tell(_ kind: Drift.Kind, _ status: Int, _ place: String = "", detail: String = "") {
    tell(Drift(kind, endpoint: endpoint, status: status, place: place, detail: detail))
  }

  private func tell(_ drift: Drift) {
    guard let news = detector.news(drift, at: now()) else { return }
    observation.tell(.drifted) { $0.drift = news }
  }
}

extension Drift.Kind {
  /// What a body that could not be decoded says; nil where it is no JSON, or the model itself refused it.
  fileprivate init?(_ kind: JSONError.Kind) {
    switch kind {
    case .keyNotFound, .endOfArray: self = .missingKey
    case .typeMismatch: self = .changedType
    case .nullValue: self = .undeclaredNull
    case .corrupted, .numberOutOfRange: self = .unknownValue
    case .syntax, .empty, .depth, .size, .duplicateKey, .model: return nil
    }
  }
}

private let deprecationName = HTTPField.Name("Deprecation")
private let sunsetName = HTTPField.Name("Sunset")
