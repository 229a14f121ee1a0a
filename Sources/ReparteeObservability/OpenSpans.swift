#if Observability
import Repartee
import ReparteeBase
import Tracing

/// At most one attempt's span for each call in progress.
final class OpenSpans: Sendable {
  private struct Entry {
    var call: (any Tracing.Span)?
    var attempt: (any Tracing.Span)?
  }

  private let entries = Mutex<[UInt64: Entry]>([:])
  private let templates: Mutex<FirstValues<String>>
  private let operations: Mutex<FirstValues<String>>

  init(_ limits: LabelLimits) {
    templates = Mutex(FirstValues(limit: limits.templates))
    operations = Mutex(FirstValues(limit: limits.operations))
  }

  var count: Int { entries.withLock { $0.count } }

  /// Nil beyond the limit.
  func template(_ template: String?) -> String? {
    template.flatMap { template in templates.withLock { $0.admit(template) } ? template : nil }
  }

  /// Nil beyond the limit.
  func operation(_ name: String?) -> String? {
    name.flatMap { name in operations.withLock { $0.admit(name) } ? name : nil }
  }

  func name(_ method: ConventionalMethod, _ template: String?) -> String {
    self.template(template).map { "\(method.spanName) \($0)" } ?? method.spanName
  }

  func call(_ id: UInt64) -> (any Tracing.Span)? { entries.withLock { $0[id]?.call } }

  func attempt(of id: UInt64) -> (any Tracing.Span)? { entries.withLock { $0[id]?.attempt } }

  func beginCall(_ span: any Tracing.Span, _ id: UInt64) {
    entries.withLock { $0[id, default: Entry()].call = span }
  }

  /// Returns the span that it replaces.
  func begin(_ span: any Tracing.Span, of id: UInt64) -> (any Tracing.Span)? {
    entries.withLock { entries in
      let former = entries[id]?.attempt
      entries[id, default: Entry()].attempt = span
      return former
    }
  }

  func endAttempt(of id: UInt64) -> (any Tracing.Span)? {
    entries.withLock { entries in
      guard let entry = entries[id] else { return nil }
      if entry.call == nil { entries[id] = nil } else { entries[id]?.attempt = nil }
      return entry.attempt
    }
  }

  func endCall(_ id: UInt64) -> (call: (any Tracing.Span)?, attempt: (any Tracing.Span)?) {
    let entry = entries.withLock { $0.removeValue(forKey: id) }
    return (entry?.call, entry?.attempt)
  }
}
#endif
