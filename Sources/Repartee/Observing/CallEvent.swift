public import HTTPTypes
import ReparteeJSON

/// Something that happened in a call, see ``CallObserver``.
public struct CallEvent: Sendable, CustomStringConvertible {
  /// What happened. There may be other kinds in a minor version.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// Its name, as it is written in Swift.
    public let description: String

    /// The call has begun; ``CallEvent/call`` says which.
    public static let callStarted = Kind(description: "callStarted")
    /// A request goes on the wire: ``CallEvent/request``. It is followed by one ``CallEvent/Kind/attemptEnded``.
    public static let attemptStarted = Kind(description: "attemptStarted")
    /// The head of a response is there: ``CallEvent/status``.
    public static let headReceived = Kind(description: "headReceived")
    /// An attempt is over: ``CallEvent/attempt``. That of a stream ends at its head.
    public static let attemptEnded = Kind(description: "attemptEnded")
    /// The request is going to be sent again, after ``CallEvent/pause``, because of ``CallEvent/transience``. The
    /// attempt that failed is over by then.
    public static let retried = Kind(description: "retried")
    /// What passes is not sent again: there is no attempt left, no time, no budget, or it may not be sent twice. The
    /// attempt that failed is over by then.
    public static let notRetried = Kind(description: "notRetried")
    /// A redirect is going to be followed: ``CallEvent/redirect``.
    public static let redirected = Kind(description: "redirected")
    /// The credential was refused, and the call waits for another one.
    public static let refused = Kind(description: "refused")
    /// There is another credential, and the request is going to be sent again.
    public static let refreshed = Kind(description: "refreshed")
    /// The cache has a response that is used: ``CallEvent/cacheReason``. Nothing is sent, or nothing better came.
    public static let cacheHit = Kind(description: "cacheHit")
    /// The cache has none that may be used as it is, and the request is going to be sent: ``CallEvent/cacheReason``.
    public static let cacheMissed = Kind(description: "cacheMissed")
    /// The origin says that the stored response is still valid, and it is used.
    public static let cacheValidated = Kind(description: "cacheValidated")
    /// The API has said something that is not declared: ``CallEvent/drift``. Of the elements of a stream it is told as
    /// they are read, after ``CallEvent/Kind/callEnded``.
    public static let drifted = Kind(description: "drifted")
    /// The call is over: with ``CallEvent/error``, or with its output.
    public static let callEnded = Kind(description: "callEnded")
  }

  /// A call of this process.
  public struct CallID: Sendable, Hashable, CustomStringConvertible {
    let number: UInt64
    public var description: String { "\(number)" }
  }

  /// What happened.
  public let kind: Kind
  private let observation: Observation
  /// Which call it was of: its number in this process.
  public var id: CallID { observation.id }
  /// The method and the path's template.
  public var call: String { shownCall(observation.method, observation.template) }
  /// When it happened, from the beginning of the call.
  public let time: Duration
  /// The request on the wire; nil of a kind that is about none.
  public internal(set) var request: SentRequest?
  /// Which attempt of the call it is about: the first is 1.
  public internal(set) var number: Int?
  /// The status that came: of an attempt that of the network, as a 304 where the cache has the response, of a call that
  /// of its reply.
  public internal(set) var status: HTTPResponse.Status?
  /// What came of the attempt that is over; nil if the request was not sent after all: the call was cancelled or its
  /// time was over, or its body had been read before.
  public internal(set) var attempt: Attempt?
  /// Whether the endpoint gives an output for the status; nil where none came, or where it was not looked at.
  public internal(set) var isExpected: Bool?
  /// The redirect that is followed.
  public internal(set) var redirect: Redirect?
  /// How long the call waits.
  public internal(set) var pause: Duration?
  /// Why it is sent again, or could have been.
  public internal(set) var transience: Transience?
  /// Why the cache did what it did.
  public internal(set) var cacheReason: CacheReason?
  /// What is not declared, see ``DriftDetector``.
  public var drift: Drift? { sighting?.drift }
  private var sighting: Sighting?

  /// Most events have none, and are copied.
  private final class Sighting: Sendable {
    let drift: Drift
    init(_ drift: Drift) { self.drift = drift }
  }
  /// Why the call failed.
  public internal(set) var error: (any CallFailure)?

  mutating func sight(_ drift: Drift) { sighting = Sighting(drift) }

  mutating func fail(_ error: any CallFailure) {
    self.error = error
    status = error.status
  }

  init(_ kind: Kind, in observation: Observation, at time: Duration) {
    self.kind = kind
    self.observation = observation
    self.time = time
  }

  /// One line, without secrets: `call 7, 12.3 ms: attemptEnded GET /users/{}: 200 OK`.
  public var description: String {
    var parts = ["call \(id), \(milliseconds(time)): \(kind) \(call)"]
    switch kind {
    case .attemptStarted: parts.append("attempt \(number ?? 1), \(request?.url ?? "")")
    case .headReceived: parts.append(status?.name ?? "")
    case .attemptEnded: parts.append(attempt.map { "\($0.result)" } ?? "not sent")
    case .retried, .notRetried:
      parts.append(
        "\(transience.map { "\($0)" } ?? "")" + (pause.map { ", after \(milliseconds($0))" } ?? ""))
    case .redirected: parts.append(redirect?.description ?? "")
    case .cacheHit, .cacheMissed, .cacheValidated: parts.append(cacheReason?.description ?? "")
    case .drifted: parts.append(drift.map { "\($0)" } ?? "")
    case .callEnded: parts.append(error.map(\.summary) ?? status?.name ?? "")
    default: break
    }
    return Shown.text(parts.filter { !$0.isEmpty }.joined(separator: ": "), limit: 2_000)
  }
}

extension CallEvent: CustomReflectable {
  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["event": description]) }
}
