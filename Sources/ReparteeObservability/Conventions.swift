#if Observability
import HTTPTypes
import Repartee
import ReparteeRedaction

/// The names of OpenTelemetry's semantic conventions for HTTP clients that are used here, and names of this library
/// where the conventions have none: `rpc.method` belongs to the spans of RPC systems.
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
  static let operation = "repartee.operation"
  static let failure = "repartee.failure"

  /// The value that replaces all values outside a small set.
  static let other = "_OTHER"
}

/// The method of a request as OpenTelemetry's conventions name it: by its name if they know it (RFC 9110, section 9,
/// and RFC 5789), otherwise `_OTHER`.
struct ConventionalMethod: Sendable {
  /// `GET`, or `_OTHER`.
  let name: String
  /// The method that was sent, cut to 60 characters; nil if it is `name`.
  let original: String?
  /// The beginning of a span's name.
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

/// The outcome of an attempt.
struct AttemptOutcome: Sendable {
  /// The status code of the response; nil without a response.
  let status: Int?
  /// The status code of a response that is an error, or the kind of the error without a response. Nil if the caller
  /// cancelled the call, and for a 4xx that the endpoint returns as output.
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

extension CallErrorProtocol {
  /// Whether the caller cancelled the call.
  var isCancellation: Bool { transportError?.isCancellation ?? false }

  /// The type of the failure, from a small set of values; nil if the caller cancelled the call.
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
  /// The host; an IPv6 address has no brackets here.
  var serverAddress: String? {
    guard let host, host.hasPrefix("["), host.hasSuffix("]") else { return host }
    return String(host.dropFirst().dropLast())
  }

  /// The full URL with masked secrets, cut to 2,000 characters.
  var fullURL: String { Shown.text(url, limit: 2_000) }
}
#endif
