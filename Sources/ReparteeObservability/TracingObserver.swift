#if Observability
import HTTPTypes
public import Repartee
import ReparteeBase
public import Tracing

/// An observer that creates a span for each attempt with swift-distributed-tracing, by OpenTelemetry's conventions for
/// HTTP clients, and sends its context with the request.
///
/// ```swift
/// client.observers.append(.tracing())
/// ```
///
/// The guide "Watching calls" lists the names, attributes and statuses of spans. With `callSpans`, a session's refresh
/// is a child of the call that started it, if that has not ended.
///
/// The trace context goes only to the origin of the client's base URL. Copies of an observer share their state.
public struct TracingObserver: CallObserver {
  let spans: OpenSpans
  private let given: (any Tracer)?
  private let hasCallSpans: Bool

  /// Creates an observer.
  ///
  /// - Parameters:
  ///   - tracer: The tracer; nil for that of the `InstrumentationSystem` at the time of the call.
  ///   - callSpans: Whether each call is a span as well; false by default.
  ///   - limits: The limits of the spans' names.
  public init(
    tracer: (any Tracer)? = nil, callSpans: Bool = false, limits: LabelLimits = LabelLimits()
  ) {
    given = tracer
    hasCallSpans = callSpans
    spans = OpenSpans(limits)
  }

  public func observe(_ event: CallEvent) {
    switch event.kind {
    case .callStarted where hasCallSpans: beginCall(event)
    case .attemptStarted: describe(event)
    case .attemptEnded: endAttempt(event)
    case .callEnded: endCall(event)
    default: break
    }
  }

  public func prepare(_ request: inout AttemptRequest, of call: UInt64) {
    let name = spans.name(
      ConventionalMethod(request.head.method), SentRequest.shownTemplate(request.template))
    let span: any Tracing.Span = tracer.startSpan(
      name, context: spans.call(call)?.context ?? ServiceContext.current ?? .topLevel, ofKind: .client)
    // There is another span only if middleware sends the request twice.
    spans.begin(span, of: call)?.end()
    guard request.isOwnOrigin else { return }
    let instrument: any Instrument = given ?? InstrumentationSystem.instrument
    var context = HTTPFields()
    instrument.inject(span.context, into: &context, using: FieldInjector())
    request.headers.add(context)
  }

  private var tracer: any Tracer { given ?? InstrumentationSystem.tracer }

  /// Only the event has the request with masked secrets.
  private func describe(_ event: CallEvent) {
    guard let request = event.request, let span = spans.attempt(of: event.id), span.isRecording else {
      return
    }
    let method = ConventionalMethod(request.method)
    let template = spans.template(SentRequest.shownTemplate(request.template))
    let operation = spans.operation(event.operation)
    span.updateAttributes { attributes in
      attributes[Name.method] = method.name
      if let original = method.original { attributes[Name.originalMethod] = original }
      if let address = request.serverAddress { attributes[Name.serverAddress] = address }
      if let port = request.port { attributes[Name.serverPort] = port }
      attributes[Name.fullURL] = request.fullURL
      if let template { attributes[Name.template] = template }
      if let operation { attributes[Name.operation] = operation }
      if let number = event.number, number > 1 { attributes[Name.resendCount] = number - 1 }
    }
  }

  private func endAttempt(_ event: CallEvent) {
    guard let span = spans.endAttempt(of: event.id) else { return }
    let outcome = AttemptOutcome(event)
    if let status = outcome.status { span.attributes[Name.status] = status }
    span.end(outcome.errorType)
  }

  private func beginCall(_ event: CallEvent) {
    let parts = event.call.split(separator: " ", maxSplits: 1)
    let template = parts.count == 2 ? SentRequest.shownTemplate(String(parts[1])) : nil
    let operation = spans.operation(event.operation)
    let name = operation ?? spans.name(ConventionalMethod(String(parts.first ?? "")), template)
    let parent = event.parent.flatMap { spans.call($0)?.context } ?? ServiceContext.current ?? .topLevel
    let span: any Tracing.Span = tracer.startSpan(name, context: parent, ofKind: .internal)
    if let operation { span.attributes[Name.operation] = operation }
    spans.beginCall(span, event.id)
  }

  private func endCall(_ event: CallEvent) {
    let (call, attempt) = spans.endCall(event.id)
    attempt?.end()
    if let name = event.error?.failureName { call?.attributes[Name.failure] = name }
    call?.end(event.error?.errorType)
  }
}

extension CallObserver where Self == TracingObserver {
  /// Returns a ``TracingObserver``.
  public static func tracing(
    tracer: (any Tracer)? = nil, callSpans: Bool = false, limits: LabelLimits = LabelLimits()
  ) -> TracingObserver {
    TracingObserver(tracer: tracer, callSpans: callSpans, limits: limits)
  }
}

extension Tracing.Span {
  fileprivate func end(_ errorType: String?) {
    if let errorType {
      attributes[Name.errorType] = errorType
      setStatus(SpanStatus(code: .error))
    }
    end()
  }
}
#endif
