public import ReparteeJSON

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Client {
  /// The header fields of requests to the base URL's origin only. A request replaces one by name, or removes it with
  /// nil.
  public var headers: Request.Headers {
    get { settings.headers }
    set { settings.headers = newValue }
  }

  /// The coder of JSON in requests and responses.
  public var json: JSONCoder {
    get { settings.json }
    set { settings.json = newValue }
  }

  /// The decoders of other formats, or of JSON instead of ``json``. The first whose media types contain a response's
  /// Content-Type, or else the outcome's declared type, decodes its body; otherwise the first for `application/json`,
  /// or ``json``.
  public var decoders: [any ResponseDecoder] {
    get { settings.decoders }
    set { settings.decoders = newValue }
  }

  /// The time limit of a call, from `send` to the output; by default 60 seconds. At the limit the call fails with
  /// `timedOut(.total)`. Encoding and decoding are not interrupted: after slow encoding nothing is sent, after slow
  /// decoding the output is returned. A stage of ``stages`` is interrupted where it waits by
  /// ``AttemptRequest/wait(for:)-(Duration)``, and in `next`.
  public var timeout: Duration {
    get { settings.timeout }
    set { settings.timeout = newValue }
  }

  /// The time limit for the head of each response, including connecting and sending the body; by default none. At the
  /// limit the attempt fails with `timedOut(.head)`.
  public var headTimeout: Duration {
    get { settings.headTimeout }
    set { settings.headTimeout = newValue }
  }

  /// The time limit of each wait for more of a body, not counting a slow reader; by default none. At the limit the
  /// attempt or the stream fails with `timedOut(.idle)`. After the head of a stream no other time limit applies.
  public var idleTimeout: Duration {
    get { settings.idleTimeout }
    set { settings.idleTimeout = newValue }
  }

  /// The policy for retries, by default up to two where they do no harm.
  public var retry: RetryPolicy {
    get { settings.retry }
    set { settings.retry = newValue }
  }

  /// A rule for the retries of all calls, which decides about a response before its status does, and after the endpoint
  /// and its maps (<doc:Retrying>); nil leaves that to the status. By default there is none.
  ///
  /// ```swift
  /// client.retryRule = { response in
  ///   response.status == .forbidden && response.retryAfter != nil
  ///     ? .throttled : nil
  /// }
  /// ```
  public var retryRule: (@Sendable (_ response: any ResponseHead) -> Retryability?)? {
    get { settings.retryRule }
    set { settings.retryRule = newValue }
  }

  /// A function that finds the pause that a response asks for, read before ``ResponseHead/retryAfter`` and with its
  /// limits; nil leaves it to that. By default there is none.
  public var retryPause: (@Sendable (_ response: any ResponseHead) -> RetryAfter?)? {
    get { settings.retryPause }
    set { settings.retryPause = newValue }
  }

  /// The policy for redirects, by default up to 10.
  public var redirects: RedirectPolicy {
    get { settings.redirects }
    set { settings.redirects = newValue }
  }

  /// The authentication of requests to the base URL's origin; by default none.
  public var authentication: Authentication {
    get { settings.authentication }
    set { settings.authentication = newValue }
  }

  /// The authentications of ``Authentication/named(_:)``.
  public var authentications: [String: Authentication] {
    get { settings.authentications }
    set { settings.authentications = newValue }
  }

  /// The stages of each request on the wire, outermost first, after cookies and credentials; by default none. A cache
  /// is one of them, see ReparteeCaching.
  public var stages: [any Stage] {
    get { settings.stages }
    set { settings.stages = newValue }
  }

  /// The observers of calls.
  public var observers: [any CallObserver] {
    get { settings.observers }
    set { settings.observers = newValue }
  }

  /// The maximum size of a decoded body in memory, in bytes; by default 64 MiB. A larger one fails the call with
  /// ``TransportError/Kind/bodyTooLarge(limit:)``, unless the outcome needs no body.
  public var maximumBodySize: Int {
    get { settings.maximumBodySize }
    set { settings.maximumBodySize = newValue }
  }

  /// The secrets to mask in requests, responses and errors.
  public var redaction: Redaction {
    get { settings.redaction }
    set { settings.redaction = newValue }
  }

  /// The clock for durations and deadlines; replace it in tests. The default is continuous.
  public var clock: any Clock<Duration> {
    get { settings.clock }
    set { settings.clock = newValue }
  }

  /// The source of the current date, for header fields, cookies and credentials; replace it in tests.
  public var now: @Sendable () -> Date {
    get { settings.now }
    set { settings.now = newValue }
  }

  /// The source of random bits, called concurrently; replace it in tests. The default is fit for secrets.
  public var randomness: @Sendable () -> UInt64 {
    get { settings.randomness }
    set { settings.randomness = newValue }
  }
}
