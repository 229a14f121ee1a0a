#if Observability
import HTTPTypes
import Repartee
import ReparteeRedaction

/// OpenTelemetry's names, and `repartee.` names where it has none.
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

  static let other = "_OTHER"
}

/// The known methods are those of RFC 9110, section 9, RFC 5789 and RFC 10008.
struct ConventionalMethod: Sendable {
  /// `_OTHER` for an unknown method.
  let name: String
  /// An unknown method, cut to 60 characters.
  let original: String?
  var spanName: String { original == nil ? name : "HTTP" }

  private static let known: Set<String> = [
    "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE",
  ]

  init(_ method: String) {
    let isKnown = Self.known.contains(method)
    name = isKnown ? method : Name.other
    original = isKnown ? nil : DisplayText.text(method, limit: DisplayText.name)
  }

  init(_ method: HTTPRequest.Method) { self.init(method.rawValue) }
}

struct AttemptOutcome: Sendable {
  let status: Int?
  /// The status code or the kind of an error; nil for a cancelled call, and for a 4xx that is the endpoint's output.
  let errorType: String?

  init(_ event: CallEvent) {
    status = event.status?.code
    switch event.attempt?.result {
    case .failure(let error): errorType = error.isCancellation ? nil : error.kind.description
    case .success(let status):
      let isOutput = status.kind == .clientError && event.isExpected == true
      errorType = status.code >= 400 && !isOutput ? "\(status.code)" : nil
    case nil: errorType = nil
    }
  }
}

extension CallErrorProtocol {
  var isCancellation: Bool { transportError?.isCancellation ?? false }

  /// One of few values; nil if the caller cancelled the call.
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
  /// Without the brackets of an IPv6 address.
  var serverAddress: String? {
    guard let host, host.hasPrefix("["), host.hasSuffix("]") else { return host }
    return String(host.dropFirst().dropLast())
  }

  /// With masked secrets, cut to 2,000 characters.
  var fullURL: String { DisplayText.text(url, limit: 2_000) }
}
#endif
