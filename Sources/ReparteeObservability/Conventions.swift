#if Observability
import HTTPTypes
import Repartee
import ReparteeJSON

/// The names of OpenTelemetry's semantic conventions for HTTP clients, as far as they are used here.
enum Name {
  static let duration = "http.client.request.duration"
  static let errorType = "error.type"
  static let method = "http.request.method"
  static let originalMethod = "http.request.method_original"
  static let resendCount = "http.request.resend_count"
  static let status = "http.response.status_code"
  static let serverAddress = "server.address"
  static let serverPort = "server.port"
  static let fullURL = "url.full"
  static let template = "url.template"
  static let overflow = "otel.metric.overflow"

  /// What stands for a value that is not one of few.
  static let other = "_OTHER"
}

/// A request's method: by its name if it is one that the conventions know (RFC 9110, section 9, and RFC 5789).
struct ConventionalMethod: Sendable {
  /// `GET`, or `_OTHER`.
  let name: String
  /// The name that was sent, at most 60 characters of it, if that is another.
  let original: String?
  /// What a span's name begins with.
  var spanName: String { original == nil ? name : "HTTP" }

  private static let known: Set<String> = [
    "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE",
  ]

  init(_ method: String) {
    let isKnown = Self.known.contains(method)
    name = isKnown ? method : Name.other
    original = isKnown ? nil : Shown.text(method, limit: Shown.name)
  }

  init(_ method: HTTPRequest.Method) { self.init(method.rawValue) }
}

/// What came of an attempt.
struct AttemptOutcome: Sendable {
  /// The status that came.
  let status: Int?
  /// The status of a response that is an error, or why there is none. The caller's cancellation is no error, nor is a
  /// 4xx that the endpoint gives as output.
  let errorType: String?

  init(_ event: CallEvent) {
    status = event.status?.code
    switch event.attempt?.result {
    case .failed(let error): errorType = error.isCancellation ? nil : error.kind.description
    case .status(let status):
      let isOutput = status.kind == .clientError && event.isExpected == true
      errorType = status.code >= 400 && !isOutput ? "\(status.code)" : nil
    case nil: errorType = nil
    }
  }
}

extension CallFailure {
  /// The caller cancelled the call.
  var isCancellation: Bool { transportError?.isCancellation ?? false }

  /// Why the call failed, as one of few values; nil if the caller cancelled it.
  var errorType: String? {
    switch cause {
    case .transport(let error): error.isCancellation ? nil : error.kind.description
    case .undeclared, .declared: response.map { "\($0.status.code)" } ?? "declared"
    case .undecodable: "undecodable"
    case .authentication: "authentication"
    case .request: "request"
    }
  }
}

extension SentRequest {
  /// The host, an IPv6 address without its brackets.
  var serverAddress: String? {
    guard let host, host.hasPrefix("["), host.hasSuffix("]") else { return host }
    return String(host.dropFirst().dropLast())
  }

  /// The full URL, secrets masked, at most 2,000 characters of it.
  var fullURL: String { Shown.text(url, limit: 2_000) }
}
#endif
