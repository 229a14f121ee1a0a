public import HTTPTypes
import ReparteeRedaction

/// An event of a call, see ``CallObserver``.
public struct CallEvent: Sendable, CustomStringConvertible {
  /// The kind of an event. Minor versions may add kinds. A ``Stage`` has kinds of its own:
  ///
  /// ```swift
  /// extension CallEvent.Kind {
  ///   static let breakerOpened = Self("breakerOpened")
  /// }
  /// ```
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The name, as in Swift.
    public let description: String

    init(description: String) { self.description = description }

    /// Creates a kind of your own, for ``AttemptRequest/report(_:_:)``.
    ///
    /// - Parameter name: The name in Swift, a constant, since it labels metrics: ASCII letters and digits; others are
    ///   left out, as is all after the 60th.
    public init(_ name: StaticString) { description = constantName(name) }

    /// The call begins.
    public static let callStarted = Kind(description: "callStarted")
    /// A ``CallEvent/request`` is sent. Stages may send several in one attempt.
    public static let attemptStarted = Kind(description: "attemptStarted")
    /// A response head was received: ``CallEvent/status``.
    public static let headReceived = Kind(description: "headReceived")
    /// An attempt has ended, a stream's at its head: ``CallEvent/attempt``.
    public static let attemptEnded = Kind(description: "attemptEnded")
    /// The request will be sent again, after ``CallEvent/pause``: ``CallEvent/retryability``.
    public static let retried = Kind(description: "retried")
    /// A transient response or error is not retried: ``CallEvent/retryLimit``.
    public static let notRetried = Kind(description: "notRetried")
    /// A redirect will be followed: ``CallEvent/redirect``.
    public static let redirected = Kind(description: "redirected")
    /// The credential was refused; the call waits for another.
    public static let refused = Kind(description: "refused")
    /// The request will be sent again with another credential.
    public static let refreshed = Kind(description: "refreshed")
    /// The call has ended, with its output or ``CallEvent/error``.
    public static let callEnded = Kind(description: "callEnded")
  }

  /// The kind of the event.
  public let kind: Kind
  private let observation: Observation
  /// The number of the call in this process, from 1.
  public var id: UInt64 { observation.id }
  /// The call that started a session's refresh, for requests with ``SessionRefresh/client``. The refresh can outlast
  /// it.
  public var parent: UInt64? { observation.parent }
  /// The method and the path template.
  public var call: String { shownCall(observation.method, observation.template) }
  /// ``Request/operation``, at most 60 characters, or else the endpoint type's name without its module, at most 200;
  /// nil for a ``Resource`` without one. Control characters are escaped.
  public var operation: String? { observation.operation }
  /// The time since the call began.
  public let time: Duration
  /// The request on the wire.
  public internal(set) var request: SentRequest?
  /// The number of the attempt, from 1.
  public internal(set) var number: Int?
  /// The status code: of an attempt, from the network (304 if a stored response is valid); of a call, that of the
  /// response.
  public internal(set) var status: HTTPResponse.Status?
  /// The attempt that has ended.
  public internal(set) var attempt: Attempt?
  /// Whether the endpoint has an output for the status; nil if that was not examined.
  public internal(set) var isExpected: Bool?
  /// The redirect that is followed.
  public internal(set) var redirect: Redirect?
  /// The pause before the retry.
  public internal(set) var pause: Duration?
  /// Why the request is, or could be, sent again.
  public internal(set) var retryability: Retryability?
  /// What ended the retries; of a call, those of its last response; nil if that was final.
  public internal(set) var retryLimit: RetryPolicy.Limit?
  /// What a stage has reported, unmasked; nil for the events of the library.
  public var detail: (any Sendable & CustomStringConvertible)? { reported?.detail }
  private var reported: Report?

  /// A class, because events are copied and most have no detail.
  private final class Report: Sendable {
    let detail: any Sendable & CustomStringConvertible
    let request: AttemptRequest?

    init(_ detail: any Sendable & CustomStringConvertible, of request: AttemptRequest?) {
      self.detail = detail
      self.request = request
    }
  }
  /// The error of a call that failed.
  public internal(set) var error: (any CallErrorProtocol)?

  package mutating func add(
    _ detail: any Sendable & CustomStringConvertible, of request: AttemptRequest? = nil
  ) {
    reported = Report(detail, of: request)
  }

  mutating func fail(_ error: any CallErrorProtocol) {
    self.error = error
    status = error.status
  }

  init(_ kind: Kind, in observation: Observation, at time: Duration) {
    self.kind = kind
    self.observation = observation
    self.time = time
  }

  /// The event in one line, without secrets: `call 7, 12.3 ms: attemptEnded GetUser GET /users/{}: 200 OK`.
  public var description: String {
    let parent = parent.map { " for call \($0)" } ?? ""
    let name = operation.map { "\($0) \(call)" } ?? call
    var parts = ["call \(id)\(parent), \(milliseconds(time)): \(kind) \(name)"]
    switch kind {
    case .attemptStarted: parts.append("attempt \(number ?? 1), \(request?.url ?? "")")
    case .headReceived: parts.append(status?.name ?? "")
    case .attemptEnded: parts.append(attempt?.ending ?? "not sent")
    case .retried, .notRetried:
      parts.append(
        "\(retryability.map { "\($0)" } ?? "")" + (pause.map { ", after \(milliseconds($0))" } ?? "")
          + (retryLimit.map { ", ended by \($0)" } ?? ""))
    case .redirected: parts.append(redirect?.description ?? "")
    case .callEnded: parts.append(error.map(\.summary) ?? status?.name ?? "")
    default: parts.append(detail.map { "\($0)" } ?? "")
    }
    let text = parts.filter { !$0.isEmpty }.joined(separator: ": ")
    return DisplayText.text(withoutSecrets(text), limit: 2_000)
  }

  /// Masks the secrets of the event's request.
  package func withoutSecrets(_ text: String) -> String {
    (request ?? attempt?.request ?? error?.request ?? reported?.request?.unsent)?.redaction
      .maskedValues(in: text) ?? text
  }
}

extension CallEvent: CustomReflectable {
  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["event": description]) }
}
