#if Observability
public import Repartee
import Synchronization
public import Tracing

/// An observer that creates a span for each attempt with swift-distributed-tracing, by OpenTelemetry's conventions for
/// HTTP clients, and sends its context with the request.
///
/// ```swift
/// client.observers.append(.tracing())
/// ```
///
/// Each request on the wire is a span of kind CLIENT, a child of the caller's span, named `GET /users/{}`, or `GET` for
/// a request to a full URL. It ends with the attempt; that of a stream, or of a redirect that is followed, ends at the
/// head. With `callSpans`, each call is a span of kind INTERNAL around its attempts, named by its operation, `GetUser`.
/// A session's refresh is a child of the call that started it, if that has not ended.
///
/// | attribute | |
/// | --- | --- |
/// | `http.request.method` | the method, or `_OTHER` for an unknown one |
/// | `http.request.method_original` | the method that was sent, if that is `_OTHER` |
/// | `server.address`, `server.port` | the host and the port of the request |
/// | `url.full` | the URL, with secrets masked by `Client.redaction` |
/// | `url.template` | the endpoint's path template, also after a redirect |
/// | `http.request.resend_count` | the number of earlier requests of the call, if there are any |
/// | `http.response.status_code` | the status code of the response |
/// | `error.type` | the status code, if it is an error; or the kind of the `TransportError` |
/// | `repartee.operation` | the name of the endpoint (`CallEvent.operation`), also in the span of a call |
/// | `repartee.failure` | in the span of a call, the name of the declared failure (`CallErrorProtocol.failureName`) |
///
/// The status of a span is *error* for a status code of 400 or more, and without a complete response. It stays unset
/// otherwise, for a 4xx that the endpoint returns as output, and if the caller cancelled the call.
///
/// The trace context (`traceparent`, or what your tracer injects) is sent to the call's first origin only, and does not
/// replace a field of the request. Copies of an observer share their state.
public struct TracingObserver: CallObserver {
  let spans: OpenSpans
  private let given: (any Tracer)?
  private let hasCallSpans: Bool

  /// Creates an observer that creates spans.
  ///
  /// - Parameters:
  ///   - tracer: The tracer; nil for the one of the `InstrumentationSystem` at the time of the call.
  ///   - callSpans: Whether each call is a span as well; false by default.
  ///   - limits: The limits for the names of spans.
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
    // There is another span only if a middleware sends the request twice, which it should not.
    spans.begin(span, of: call)?.end()
    guard request.isOwnOrigin else { return }
    let instrument: any Instrument = given ?? InstrumentationSystem.instrument
    instrument.inject(span.context, into: &request.headers, using: FieldInjector())
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
  /// Returns an observer that creates a span for each attempt, see ``TracingObserver``.
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
