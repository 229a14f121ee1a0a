import HTTPTypes
public import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Sends what endpoints declare, and gives back what they declare: typed, or a typed error that lost nothing.
///
/// ```swift
/// let client = Client(baseURL: "https://api.example.com", transport: .asyncHTTPClient)
/// let user = try await client.send(GetUser(id: 7))
/// ```
///
/// A client is a value; copies share the transport and its connections. Change a copy for other settings.
///
/// The way of a call, which ``reply(to:adjusting:)`` follows from top to bottom:
///
///     build the request → deadline → transport → head → outcome by status, then by content type
///       → buffer (up to a limit) or stream → decode → Output, or CallError
///
/// A redirection (3xx) is a status like any other: it is not followed, and means what its endpoint declares.
public struct Client: Sendable {
  /// Fields that every request to the base URL's origin has, unless the request has its own of that name, or has
  /// set that name to nil. Credentials belong here: they never go to another origin.
  public var headers: Headers

  /// How JSON is read, in answers, and written, in requests.
  public var json: JSONCoder

  /// Decoders of other formats, or another decoder of JSON. The first whose media types hold a response's
  /// Content-Type reads it. All the others, also those without a readable Content-Type, are read as JSON: by the
  /// first of these that reads `application/json`, or else by ``json``. Empty unless you fill it.
  public var decoders: [any ResponseDecoder] = []

  /// The longest a whole call may take, unless its request says otherwise; nil for no limit. The default is 60
  /// seconds.
  public var timeout: Duration? = .seconds(60)

  /// The longest to wait for the head of an answer, connecting and sending the body included; nil, the default, for
  /// no limit but ``timeout``. Beyond it the call fails with a ``TransportError`` of kind `timedOut(.head)`.
  public var headTimeout: Duration?

  /// The longest to wait for more of a body once its head is there, streamed or read whole; nil, the default, for no
  /// limit. It runs only while the reader waits, so that a slow reader costs nothing. Beyond it the call, or the
  /// stream, fails with a ``TransportError`` of kind `timedOut(.idle)`. ``timeout`` ends at a stream's head: this
  /// is what bounds a stream that has gone silent.
  public var idleTimeout: Duration?

  /// The most bytes of a decoded body that are kept in memory; a larger one fails the call with a
  /// ``TransportError`` of kind ``TransportError/Kind/bodyTooLarge(limit:)``. The default is 64 MiB.
  public var maximumBodySize = 64 << 20

  /// What is masked where a request, a response or an error of this client is shown, in the excerpts of ``json`` too.
  public var redaction = Redaction()

  /// Measures durations and waits for deadlines; a test puts its own here. The default has the time of
  /// `ContinuousClock`.
  public var clock: any Clock<Duration> = TimerClock()

  private let base: Result<AbsoluteURL, RequestError>
  private let transport: any Transport

  /// A client of one API.
  ///
  /// - Parameters:
  ///   - baseURL: An `http` or `https` URL, with a path or without. A request's path is appended to it with
  ///     exactly one slash between the two, and a request's query items follow those of the base URL; a fragment
  ///     is left out. A base URL that is none fails every call with a ``RequestError`` of kind
  ///     ``RequestError/Kind/baseURL``.
  ///   - transport: What moves the bytes.
  ///   - headers: Fields that every request has, see ``headers``.
  ///   - json: How JSON is read and written.
  public init(
    baseURL: String, transport: some Transport, headers: Headers = [:], json: JSONCoder = JSONCoder()
  ) {
    base = Result { () throws(RequestError) in try AbsoluteURL(baseURL, kind: .baseURL) }
    self.transport = transport
    self.headers = headers
    self.json = json
  }

  /// What is wrong with the base URL, and will fail every call below it; nil when nothing is.
  public var baseURLError: RequestError? {
    if case .failure(let error) = base { error } else { nil }
  }

  /// Sends a request, and gives what its answer means.
  ///
  /// - Parameters:
  ///   - endpoint: An ``Endpoint`` or a ``Resource``.
  ///   - adjusting: Changes the request for this call only: `{ $0.timeout = .seconds(2) }`.
  /// - Throws: A ``CallError`` with the endpoint's failure, or the endpoint's own ``Endpoint/Thrown``.
  public func send<E: ResourceConvertible>(
    _ endpoint: E, adjusting: (inout Request) -> Void = { _ in }
  ) async throws(E.Thrown) -> E.Output {
    try await reply(to: endpoint, adjusting: adjusting).value
  }

  /// The same, as a `Result`.
  public func result<E: ResourceConvertible>(
    of endpoint: E, adjusting: (inout Request) -> Void = { _ in }
  ) async -> Result<E.Output, E.Thrown> {
    do {
      return .success(try await send(endpoint, adjusting: adjusting))
    } catch {
      return .failure(error)
    }
  }

  /// The same, together with the status, the header fields and the timing of the answer.
  public func reply<E: ResourceConvertible>(
    to endpoint: E, adjusting: (inout Request) -> Void = { _ in }
  ) async throws(E.Thrown) -> Reply<E.Output> {
    var resource = endpoint.resource
    adjusting(&resource.request)
    do {
      return try await call(resource)
    } catch {
      throw E.Thrown(error)
    }
  }

  private func call<Output, Failure>(
    _ resource: Resource<Output, Failure>
  ) async throws(CallError<Failure>) -> Reply<Output> {
    let outgoing: OutgoingRequest
    do {
      outgoing = try build(resource.request, accept: resource.responses.accept(decoders + [json]))
    } catch {
      throw CallError(.request(error), call: resource.request.description)
    }
    if Task.isCancelled {
      throw CallError(.transport(TransportError(.cancelled)), request: outgoing.record)
    }
    let result = await withDeadline(resource.request.timeout ?? timeout, clock: clock) {
      await attempt(outgoing, resource.responses, timeout: resource.request.timeout ?? timeout)
    } expired: { late in
      late.mapError { $0.timedOut }
    }
    return try result.get()
  }

  private func build(_ request: Request, accept: String) throws(RequestError) -> OutgoingRequest {
    if let fault = request.fault ?? headers.fault { throw fault }
    let base = try base.get()
    var url: AbsoluteURL
    switch request.target {
    case .path(let path):
      if let fault = path.fault { throw fault }
      url = base.appending(path)
    case .url(let text):
      url = try AbsoluteURL(text, kind: .url)
    }
    url.append(query: request.query.encoded)

    var fields = url.origin == base.origin ? headers.fields : [:]
    for name in request.headers.replaced { fields[fields: name] = [] }
    fields.append(contentsOf: request.headers.fields)
    for name in fields.map(\.name.canonicalName)
    where ["host", "content-length", "transfer-encoding"].contains(name) {
      throw RequestError(.header, "\(name) can't be set: it follows from the URL or the body")
    }
    let body = try request.body.encoded(with: json)
    var implied = Headers()  // so that they are checked as what is written down is
    if request.headers[.contentType] == nil { implied[.contentType] = request.body.contentType }
    if body != nil, let coding = request.body.contentCoding {
      guard fields[.contentEncoding] == nil else {
        throw RequestError(
          .header, "content-encoding can't be set beside a body that is compressed on its way")
      }
      implied[.contentEncoding] = coding.name
    }
    if fields[.accept] == nil { implied[.accept] = accept }
    if let fault = implied.fault { throw fault }
    for field in implied.fields { fields[field.name] = field.value }

    let head = HTTPRequest(
      method: request.method, scheme: url.origin.scheme, authority: url.authority, path: url.requestTarget,
      headerFields: fields)
    let record = SentRequest(
      head, template: request.template, bodyLength: body.map(\.length) ?? 0, redaction: redaction)
    return OutgoingRequest(head: head, body: body, record: record)
  }

  /// Sends once, and reads the answer.
  private func attempt<Output, Failure>(
    _ outgoing: OutgoingRequest, _ responses: ResponseMap<Output, Failure>, timeout: Duration?
  ) async -> Result<Reply<Output>, CallError<Failure>> {
    var exchange = Exchange(outgoing.record, stopwatch: clock.stopwatch())
    let incoming: TransportResponse
    do {
      incoming = try await head(of: outgoing)
    } catch {
      return .failure(exchange.failed(error))
    }
    let contentType = incoming.head.headerFields[.contentType].flatMap(MediaType.init)
    let outcome = responses.outcome(for: incoming.head.status.code, contentType: contentType)
    let decoder = decoder(for: contentType ?? outcome?.mediaRange?.contentType)
    exchange.received(incoming.head, decoder: decoder)
    exchange.isTransient = outcome?.isTransient ?? false

    if let outcome, outcome.mediaRange == nil, let mismatch = outcome.requiredType?.mismatch(incoming.head) {
      exchange.received(await incoming.body.beginning(upTo: refusalLimit))
      return .failure(exchange.error(.undecodable(mismatch)))
    }

    if case .streamed(let handler) = outcome?.reading {
      let streamed = exchange.streamed(
        incoming.head, body: incoming.body, reopen: reopening(outgoing, timeout: timeout))
      return await exchange.read(streamed.head) { try await handler(streamed, decoder) }
    }

    do {
      var chunks = incoming.body.makeAsyncIterator()
      while let chunk = try await chunks.next() {
        try exchange.received(chunk, limit: maximumBodySize)
      }
    } catch {
      return .failure(exchange.failed(error))
    }
    let response = exchange.response(incoming.head)

    switch outcome?.reading {
    case .buffered(let handler):
      return await exchange.read(response.head) { try handler(response, decoder) }
    case .bufferedAsync(let handler):
      return await exchange.read(response.head) { try await handler(response, decoder) }
    case .streamed, nil:
      let declared = responses.mediaRanges(for: incoming.head.status.code)
      return .failure(exchange.error(.undeclared, declaredTypes: declared))
    }
  }

  /// How a stream that broke is opened again, if its request can be sent twice: each time within the call's timeout.
  private func reopening(_ outgoing: OutgoingRequest, timeout: Duration?) -> Reopen? {
    guard outgoing.body?.isReplayable ?? true else { return nil }
    return { pause, headers, takes throws(TransportError) in
      do { try await clock.sleep(for: pause) } catch { throw TransportError(.cancelled) }
      var again = outgoing
      for field in headers { again.head.headerFields[field.name] = field.value }
      let answer = try await withDeadline(timeout, clock: clock, timeout: .total) {
        [again] () async throws(TransportError) -> Reopened in
        let stopwatch = clock.stopwatch()
        let incoming = try await head(of: again)
        if takes(incoming.head) { return .taken(incoming) }
        var timing = Timing(head: stopwatch())
        let body = await incoming.body.beginning(upTo: refusalLimit)
        timing.total = stopwatch()
        let contentType = incoming.head.headerFields[.contentType].flatMap(MediaType.init)
        return .refused(
          Response(
            head: incoming.head, body: body, request: outgoing.record, timing: timing,
            decoder: decoder(for: contentType)))
      }
      if Task.isCancelled { throw TransportError(.cancelled) }
      return answer
    }
  }

  /// How much of an answer in place of a stream is read, which may go on for ever.
  private var refusalLimit: Int { min(maximumBodySize, 64 << 10) }

  /// Sends, and waits for the head and for each part of the body no longer than ``headTimeout`` and
  /// ``idleTimeout``.
  private func head(of outgoing: OutgoingRequest) async throws(TransportError) -> TransportResponse {
    // It would reach the server as a body that breaks off, or as none.
    if outgoing.body?.isConsumed == true { throw TransportError(.bodyConsumed) }
    var response = try await withDeadline(headTimeout, clock: clock, timeout: .head) {
      () async throws(TransportError) in
      try await transport.send(outgoing.head, body: outgoing.body)
    }
    if let idleTimeout { response.body = response.body.watched(idle: idleTimeout, clock: clock) }
    return response
  }

  private func decoder(for contentType: MediaType?) -> any ResponseDecoder {
    let decoder = plainDecoder(for: contentType)
    return (decoder as? JSONCoder)?.masking(redaction) ?? decoder
  }

  private func plainDecoder(for contentType: MediaType?) -> any ResponseDecoder {
    if decoders.isEmpty { return json }
    for type in [contentType, MediaType("application/json")] {
      guard let type else { continue }
      if let decoder = decoders.first(where: { $0.mediaTypes.contains { $0.contains(type) } }) {
        return decoder
      }
    }
    return json
  }
}

extension Client: CustomReflectable {
  /// Shows the base URL without its query, and header names but not their values.
  public var customMirror: Mirror {
    let url = (try? base.get()).map { "\($0.origin.scheme)://\($0.authority)\($0.path)" }
    return Mirror(self, children: ["baseURL": url ?? "none", "headers": headers], displayStyle: .struct)
  }
}

/// A request that is ready for the wire.
private struct OutgoingRequest: Sendable {
  var head: HTTPRequest
  var body: ByteStream?
  var record: SentRequest
}
