import Repartee

/// What came of a stop, as text.
struct Visit: Sendable {
  enum Outcome: Sendable, CaseIterable {
    case output, declared, undeclared, undecodable, transport, authentication, request
  }

  /// Whether the call gave its output, and if not, why.
  var outcome: Outcome
  /// The type of the output or of the declared failure, or the name of the reason.
  var type: String
  /// The output, the failure, or what the reason says.
  var value: String
  /// Whether that is what had to come of it.
  var isAsDeclared: Bool

  /// The request, and the URL it was sent to, if it was.
  var request = Request(.get, "/")
  var url: String?
  /// The status, if one came.
  var status: HTTPResponse.Status?
  /// What had to come of it.
  var expected = ""

  init(_ outcome: Outcome, _ type: String, _ value: String, as isAsDeclared: Bool) {
    self.outcome = outcome
    self.type = type
    self.value = value
    self.isAsDeclared = isAsDeclared
  }
}

extension Visit.Outcome {
  /// `4 declared failures`.
  func counted(_ count: Int) -> String {
    switch self {
    case .output: count == 1 ? "1 output" : "\(count) outputs"
    case .declared: count == 1 ? "1 declared failure" : "\(count) declared failures"
    case .undeclared: "\(count) undeclared"
    case .undecodable: "\(count) undecodable"
    case .transport: "\(count) without a response"
    case .authentication: "\(count) not authenticated"
    case .request: "\(count) not sent"
    }
  }
}
