#if Observability
import Repartee
import Synchronization
import Tracing

/// The spans of the calls in progress, and the names of spans. The attempts of a call run one after another, so there
/// is at most one span of an attempt for each call.
final class OpenSpans: Sendable {
  private struct Entry {
    var call: (any Tracing.Span)?
    var attempt: (any Tracing.Span)?
  }

  private let entries = Mutex<[CallEvent.CallID: Entry]>([:])
  private let templates: Mutex<FirstValues<String>>
  private let operations: Mutex<FirstValues<String>>

  init(_ limits: LabelLimits) {
    templates = Mutex(FirstValues(limit: limits.templates))
    operations = Mutex(FirstValues(limit: limits.operations))
  }

  /// The number of calls that have a span.
  var count: Int { entries.withLock { $0.count } }

  /// Returns the template; nil if there are too many.
  func template(_ template: String?) -> String? {
    template.flatMap { template in templates.withLock { $0.admit(template) } ? template : nil }
  }

  /// Returns the name of an operation; nil if there are too many.
  func operation(_ name: String?) -> String? {
    name.flatMap { name in operations.withLock { $0.admit(name) } ? name : nil }
  }

  /// Returns the name of a span.
  func name(_ method: ConventionalMethod, _ template: String?) -> String {
    self.template(template).map { "\(method.spanName) \($0)" } ?? method.spanName
  }

  /// Returns the span of a call, if it has one.
  func call(_ id: CallEvent.CallID) -> (any Tracing.Span)? { entries.withLock { $0[id]?.call } }

  /// Returns the span of a call's attempt in progress.
  func attempt(of id: CallEvent.CallID) -> (any Tracing.Span)? { entries.withLock { $0[id]?.attempt } }

  func beginCall(_ span: any Tracing.Span, _ id: CallEvent.CallID) {
    entries.withLock { $0[id, default: Entry()].call = span }
  }

  /// Stores the span of an attempt, and returns the one that it replaces.
  func begin(_ span: any Tracing.Span, of id: CallEvent.CallID) -> (any Tracing.Span)? {
    entries.withLock { entries in
      let former = entries[id]?.attempt
      entries[id, default: Entry()].attempt = span
      return former
    }
  }

  /// Removes and returns the span of an attempt.
  func endAttempt(of id: CallEvent.CallID) -> (any Tracing.Span)? {
    entries.withLock { entries in
      guard let entry = entries[id] else { return nil }
      if entry.call == nil { entries[id] = nil } else { entries[id]?.attempt = nil }
      return entry.attempt
    }
  }

  /// Removes and returns the spans of a call.
  func endCall(_ id: CallEvent.CallID) -> (call: (any Tracing.Span)?, attempt: (any Tracing.Span)?) {
    let entry = entries.withLock { $0.removeValue(forKey: id) }
    return (entry?.call, entry?.attempt)
  }
}
#endif
