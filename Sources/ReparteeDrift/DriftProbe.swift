import HTTPTypes
package import Repartee
import ReparteeBase
import ReparteeJSON
import ReparteeRedaction

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DriftDetector: ResponseInspector {
  package func takes(_ randomness: () -> UInt64) -> Bool {
    if sampling >= 1 { return true }
    guard sampling > 0 else { return false }
    return Double(randomness() >> 11) / 0x1p53 < sampling
  }

  package func probe(of response: InspectedResponse) -> any ResponseProbe { DriftProbe(self, response) }
}

final class DriftProbe: ResponseProbe {
  private struct State {
    var shape: JSONShape?
    var isAllRead = false
    var failure: (kind: JSONError.Kind, place: String)?
  }

  private let detector: DriftDetector
  private let response: InspectedResponse
  private let state = Mutex(State())

  let alwaysWantsShape: Bool

  init(_ detector: DriftDetector, _ response: InspectedResponse) {
    self.detector = detector
    self.response = response
    alwaysWantsShape = detector.alwaysWantsShape
  }

  // MARK: Reading

  func didRead(_ shape: JSONShape?) {
    // A stream's elements are reported one by one.
    if response.isStreamed {
      if let shape { report(shape, isAllRead: false) }
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
    if response.isStreamed { report(kind, place) } else { state.withLock { $0.failure = (kind, place) } }
  }

  func didSkip(_ kind: JSONError.Kind, at place: String) { report(kind, place) }

  // MARK: Reporting

  func didInterpret(_ reading: InterpretationResult) {
    guard let head = response.head else { return }
    report(head)
    switch reading {
    case .undeclaredStatus: report(.undeclaredStatus)
    case .undeclaredContentType:
      let type = response.contentType.map { "\($0.type)/\($0.subtype)" } ?? "none"
      report(.undeclaredContentType, detail: DisplayText.text(type, limit: DisplayText.name))
    case .undecodable:
      if let failure = state.withLock({ $0.failure }) { report(failure.kind, failure.place) }
    case .declared:
      let (shape, isAllRead) = state.withLock { ($0.shape, $0.isAllRead) }
      if let shape { report(shape, isAllRead: isAllRead) }
    case .failed: break
    }
  }

  private func report(_ drift: Drift) {
    guard let unreported = detector.unreported(drift, at: response.now()) else { return }
    response.report(.drifted, unreported)
  }

  private func report(_ kind: Drift.Kind, _ place: String = "", detail: String = "") {
    report(drift(kind, place, detail: detail))
  }

  private func drift(_ kind: Drift.Kind, _ place: String, detail: String = "") -> Drift {
    Drift(kind, endpoint: response.endpoint, status: response.status, place: place, detail: detail)
  }

  private func reportUnread(_ place: JSONShape.PathNode, _ text: JSONShape.PathText) {
    let drift = drift(.unreadKey, text.text)
    var name: String?
    if case .key(let key) = place.step, !text.isSecret { name = key }
    if detector.reports(drift, name, place.tally.types) { report(drift) }
  }

  private func report(_ kind: JSONError.Kind, _ place: String) {
    if let kind = Drift.Kind(kind) { report(kind, place) }
  }

  private func report(_ shape: JSONShape, isAllRead: Bool) {
    let unread = isAllRead ? [] : shape.unread
    let unknown = shape.places.indices.filter { shape.places[$0].tally.hasUnknownValue }
    if !unread.isEmpty || !unknown.isEmpty {
      let texts = shape.texts(masking: response.redaction)
      for place in unread { reportUnread(shape.places[place], texts[place]) }
      for place in unknown { report(.unknownValue, texts[place].text) }
    }
    for drift in detector.note(shape, readBy: response.endpoint) { report(drift) }
    guard detector.comparesStructures else { return }
    let seen = DriftBaseline.Shape(shape, masking: response.redaction)
    detector.record?(response.endpoint, response.status.code, seen)
    let baseline = detector.baseline
    for drift in baseline?.drift(of: seen, endpoint: response.endpoint, status: response.status.code) ?? [] {
      report(drift)
    }
  }

  /// Deprecation (RFC 9745, section 2.1, and drafts) and Sunset (RFC 8594, section 3).
  private func report(_ head: HTTPResponse) {
    if let deprecationName, let text = head.headerFields.single(deprecationName), text != "false",
      text != "?0"
    {
      let seconds = text.hasPrefix("@") ? Double(text.dropFirst()) : nil
      let date = seconds.map { Date(timeIntervalSince1970: $0) } ?? HTTPDate.date(text)
      report(.deprecated, detail: date.map(shown) ?? "")
    }
    if let sunsetName, let text = head.headerFields.single(sunsetName) {
      report(.sunset, detail: HTTPDate.date(text).map(shown) ?? "")
    }
  }

  private func shown(_ date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    guard seconds.isFinite else { return "" }
    return Date(timeIntervalSince1970: min(max(seconds, 0), HTTPDate.lastSecond)).formatted(.iso8601)
  }
}

extension Drift.Kind {
  /// Nil if the body is not JSON, or the model refused it.
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
