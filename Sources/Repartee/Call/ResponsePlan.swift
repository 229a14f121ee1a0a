import HTTPTypes

/// What the endpoint declares about responses, without its types.
protocol ResponsePlanner: Sendable {
  /// Whether a rule decides about retries, from the result.
  var hasRule: Bool { get }

  func declares(_ code: Int) -> Bool

  func plan(for head: HTTPResponse, _ code: Int, to request: () -> SentRequest) -> ResponsePlan
}

/// How much of a body is read.
enum BodyPlan {
  case whole
  /// Errors other than cancellation are ignored.
  case optional
  case stream
  /// The beginning of the body, of a response that is rejected for its head.
  case prefix(within: Duration)
  /// Reads for a second, to reuse the connection. The bytes are kept for the error of a cancellation.
  case drain

  var isNeeded: Bool { if case .whole = self { true } else { false } }

  /// Whether reading the body counts as a part of the attempt.
  var isTimed: Bool {
    switch self {
    case .whole, .optional, .prefix: true
    case .stream, .drain: false
    }
  }
}

/// What is done with a response whose head was received.
struct ResponsePlan {
  var body: BodyPlan
  /// The index of the case in the response map.
  var caseIndex: Int?
  var contentType: MediaType?
  /// Whether the request did not ask for the part of a 206.
  var isUnaskedPart = false
  /// What the outcome says.
  var retryability: Retryability?
  /// What the client's rule says, or else the status.
  var retryabilityOfStatus: Retryability?
  /// Whether the status says that the server fails temporarily.
  var isFailingStatus = false
  var isExpected: Bool?

  var retryabilityOfResponse: Retryability? { retryability ?? retryabilityOfStatus }
}
