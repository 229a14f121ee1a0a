#if Observability
import InMemoryTracing
import ReparteeBase
import Tracing

/// The in-memory tracer of swift-distributed-tracing, which injects W3C's fields and a number of the
/// request.
struct HexTracer: Tracer {
  let memory: InMemoryTracer

  init() {
    let last = Counter()
    memory = InMemoryTracer(
      idGenerator: .init(
        nextTraceID: { hex(last.next(), digits: 32) }, nextSpanID: { hex(last.next(), digits: 16) }))
  }

  /// The spans that have ended, in that order.
  var spans: [FinishedInMemorySpan] { memory.finishedSpans }

  func startSpan<Instant: TracerInstant>(
    _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
  ) -> InMemorySpan {
    memory.startSpan(
      operationName, context: context(), ofKind: kind, at: instant(), function: function, file: fileID,
      line: line)
  }

  func forceFlush() {}

  func inject<Carrier, Inject: Injector>(
    _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
  ) where Inject.Carrier == Carrier {
    guard let span = context.inMemorySpanContext else { return }
    injector.inject("00-\(span.traceID)-\(span.spanID)-01", forKey: "traceparent", into: &carrier)
    injector.inject("hex=\(span.spanID)", forKey: "tracestate", into: &carrier)
    injector.inject("user=7", forKey: "baggage", into: &carrier)
    injector.inject("7", forKey: "x-request-id", into: &carrier)
    injector.inject("no name of a field", forKey: "a b", into: &carrier)
  }

  func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
  ) where Extract.Carrier == Carrier {}
}

private func hex(_ number: UInt64, digits: Int) -> String {
  let text = String(number, radix: 16)
  return String(repeating: "0", count: digits - text.count) + text
}

extension FinishedInMemorySpan {
  /// Its attributes, as text.
  var texts: [String: String] {
    var texts: [String: String] = [:]
    attributes.forEach { name, value in
      texts[name] =
        switch value {
        case .string(let text): text
        case .int64(let number): "\(number)"
        default: "\(value)"
        }
    }
    return texts
  }

  /// What the span carries on the wire.
  var traceparent: String { "00-\(traceID)-\(spanID)-01" }
}
#endif
