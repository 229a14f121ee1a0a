#if Observability
import Repartee
import Synchronization
import Tracing

/// The spans of the calls that go on, and the names that spans have. The attempts of a call come one after another, so
/// that there is one at most.
final class OpenSpans: Sendable {
  private struct Entry {
    var call: (any Tracing.Span)?
    var attempt: (any Tracing.Span)?
  }

  private let entries = Mutex<[CallEvent.CallID: Entry]>([:])
  private let templates: Mutex<FirstValues<String>>

  init(_ limits: LabelLimits) {
    templates = Mutex(FirstValues(limit: limits.templates))
  }

  /// Of how many calls there is something.
  var count: Int { entries.withLock { $0.count } }

  /// A template, unless there are too many.
  func template(_ template: String?) -> String? {
    template.flatMap { template in templates.withLock { $0.admit(template) } ? template : nil }
  }

  /// The name of a span.
  func name(_ method: ConventionalMethod, _ template: String?) -> String {
    self.template(template).map { "\(method.spanName) \($0)" } ?? method.spanName
  }

  /// The span of a call, if it has one.
  func call(_ id: CallEvent.CallID) -> (any Tracing.Span)? { entries.withLock { $0[id]?.call } }

  /// The span of a call's attempt that goes on.
  func attempt(of id: CallEvent.CallID) -> (any Tracing.Span)? { entries.withLock { $0[id]?.attempt } }

  func beginCall(_ span: any Tracing.Span, _ id: CallEvent.CallID) {
    entries.withLock { $0[id, default: Entry()].call = span }
  }

  /// Keeps the span of an attempt, and returns one that was there.
  func begin(_ span: any Tracing.Span, of id: CallEvent.CallID) -> (any Tracing.Span)? {
    entries.withLock { entries in
      let former = entries[id]?.attempt
      entries[id, default: Entry()].attempt = span
      return former
    }
  }

  /// Gives the span of an attempt away.
  func endAttempt(of id: CallEvent.CallID) -> (any Tracing.Span)? {
    entries.withLock { entries in
      guard let entry = entries[id] else { return nil }
      if entry.call == nil { entries[id] = nil } else { entries[id]?.attempt = nil }
      return entry.attempt
    }
  }

  /// Gives all of a call away.
  func endCall(_ id: CallEvent.CallID) -> (call: (any Tracing.Span)?, attempt: (any Tracing.Span)?) {
    let entry = entries.withLock { $0.removeValue(forKey: id) }
    return (entry?.call, entry?.attempt)
  }
}
#endif
