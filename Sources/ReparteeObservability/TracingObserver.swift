#if Observability
public import Repartee
import Synchronization
public import Tracing

/// Makes a span of each attempt by OpenTelemetry's conventions for HTTP clients, over swift-distributed-tracing, and
/// sends its context along.
///
/// ```swift
/// client.observers.append(.tracing())
/// ```
///
/// Each request on the wire is a span of kind CLIENT, a child of the span that the caller is in. There is no span
/// around them, unless `callSpans` is set: then each call is one of kind INTERNAL, and its attempts are its children. A
/// span is named `GET /users/{}`, or `GET` for a request to a full URL. It begins when the request is sent and ends
/// when the attempt is over: that of a stream, and of a redirect that is followed, at the head.
///
/// | attribute | |
/// | --- | --- |
/// | `http.request.method` | the method, or `_OTHER` for one that the conventions don't know |
/// | `http.request.method_original` | that one |
/// | `server.address`, `server.port` | where the request went |
/// | `url.full` | the URL, secrets masked by `Client.redaction` |
/// | `url.template` | the path's template, as the endpoint has it, also after a redirect |
/// | `http.request.resend_count` | the number of requests that the call has sent before, if there are any |
/// | `http.response.status_code` | the status that came |
/// | `error.type` | the status, if it is an error; or the kind of the `TransportError` |
///
/// The status of a span is *error* for a response of 400 and more, and where there is no whole response; never *ok*. It
/// is unset for a 4xx that the endpoint gives as output, and where the caller cancelled the call. Neither header fields
/// nor messages of errors are recorded.
///
/// The trace context (`traceparent`, or what your tracer injects) goes to the call's first origin only, and not in
/// place of a field that the request has. Nothing is kept of a call that is over. Copies of an observer share what they
/// keep.
public struct TracingObserver: CallObserver {
  let spans: OpenSpans
  private let given: (any Tracer)?
  private let hasCallSpans: Bool

  /// An observer that makes spans.
  ///
  /// - Parameters:
  ///   - tracer: What makes the spans and injects their context; nil for what `InstrumentationSystem` is bootstrapped
  ///     with at the time of the call.
  ///   - callSpans: Whether each call is a span as well, of kind INTERNAL. False unless you say otherwise.
  ///   - limits: How many names spans can have.
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

  public func prepare(_ request: inout AttemptRequest, of call: CallEvent.CallID) {
    let name = spans.name(
      ConventionalMethod(request.head.method), SentRequest.shownTemplate(request.template))
    let span: any Tracing.Span = tracer.startSpan(
      name, context: spans.call(call)?.context ?? ServiceContext.current ?? .topLevel, ofKind: .client)
    // A middleware that sends twice, which it should not.
    spans.begin(span, of: call)?.end()
    guard request.isOwnOrigin else { return }
    let instrument: any Instrument = given ?? InstrumentationSystem.instrument
    instrument.inject(span.context, into: &request.headers, using: FieldInjector())
  }

  private var tracer: any Tracer { given ?? InstrumentationSystem.tracer }

  /// An attempt's request is known as it is shown.
  private func describe(_ event: CallEvent) {
    guard let request = event.request, let span = spans.attempt(of: event.id), span.isRecording else {
      return
    }
    let method = ConventionalMethod(request.method)
    let template = spans.template(SentRequest.shownTemplate(request.template))
    span.updateAttributes { attributes in
      attributes[Name.method] = method.name
      if let original = method.original { attributes[Name.originalMethod] = original }
      if let address = request.serverAddress { attributes[Name.serverAddress] = address }
      if let port = request.port { attributes[Name.serverPort] = port }
      attributes[Name.fullURL] = request.fullURL
      if let template { attributes[Name.template] = template }
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
    let name = spans.name(ConventionalMethod(String(parts.first ?? "")), template)
    spans.beginCall(
      tracer.startSpan(name, context: ServiceContext.current ?? .topLevel, ofKind: .internal), event.id)
  }

  private func endCall(_ event: CallEvent) {
    let (call, attempt) = spans.endCall(event.id)
    attempt?.end()
    call?.end(event.error?.errorType)
  }
}

extension CallObserver where Self == TracingObserver {
  /// Makes a span of each attempt, and sends its context along, see ``TracingObserver``.
  public static func tracing(
    tracer: (any Tracer)? = nil, callSpans: Bool = false, limits: LabelLimits = LabelLimits()
  ) -> TracingObserver {
    TracingObserver(tracer: tracer, callSpans: callSpans, limits: limits)
  }
}

extension Tracing.Span {
  /// Ends it; with an error if there is one.
  fileprivate func end(_ errorType: String?) {
    if let errorType {
      attributes[Name.errorType] = errorType
      setStatus(SpanStatus(code: .error))
    }
    end()
  }
}
#endif
