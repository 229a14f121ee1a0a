import Repartee
import ReparteeJSON

/// What came of a call.
struct Line: Sendable {
  var stage: String
  var kind: String
  var status: Int?
  var attempts: Int
  var redirects: [String] = []
  var bytes: Int?
  var value = JSONValue.null
  var message: String?
  var duration = Duration.zero
  var peakMemory: Int?
  /// False if the server did certainly not act on the request; nil where that is not asked.
  var mayHaveBeenProcessed: Bool?
  /// Whether a call afterwards succeeded; nil if there was none.
  var recovers: Bool?

  init<Output>(_ reply: TypedResponse<Output>, reading: Reading) {
    stage = "output"
    kind = reply.status.kindName
    status = reply.status.code
    attempts = reply.attempts.count
    redirects = reply.redirects.map(\.url)
    bytes = reading.bytes
    value = reading.value
  }

  init<Failure>(_ error: CallError<Failure>) {
    let status = error.status?.kindName ?? "none"
    switch error.cause {
    case .declared(let failure):
      (stage, kind) = ("declared", status)
      value = (failure as? DeclaredFailure)?.body ?? .null
    case .undeclared: (stage, kind) = ("undeclared", status)
    case .undecodable(let failure): (stage, kind) = ("undecodable", failure.kind.rawValue)
    case .transport(let failure):
      (stage, kind) = ("transport", failure.kind.description)
      mayHaveBeenProcessed = failure.mayHaveBeenProcessed
    case .authentication(let failure): (stage, kind) = ("authentication", failure.kind.probeName)
    case .request(let failure): (stage, kind) = ("request", failure.kind.rawValue)
    }
    self.status = error.status?.code
    attempts = error.attempts.count
    redirects = error.redirects.map(\.url)
    bytes = error.response?.body.count
    message = error.description
  }

  var json: JSONValue {
    var line: JSONValue = [
      "stage": .string(stage), "kind": .string(kind), "status": JSONValue(status),
      "attempts": JSONValue(attempts),
      "redirects": JSONValue(redirects), "bytes": JSONValue(bytes), "value": value,
      "message": JSONValue(message),
      "ms": .milliseconds(duration), "peakRSS": JSONValue(peakMemory),
    ]
    if let mayHaveBeenProcessed, !mayHaveBeenProcessed { line["processed"] = false }
    if let recovers { line["then"] = .bool(recovers) }
    return line
  }
}
