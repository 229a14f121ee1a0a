#if Observability
import HTTPTypes
public import Logging
public import Repartee
import ReparteeJSON

/// Writes what happens in calls into a swift-log `Logger`.
///
/// ```swift
/// client.observers.append(.logging())
/// ```
///
/// Each event is a line, `attemptEnded GET /users/{}`, and what is known of it is metadata: `repartee.call`, the call's
/// number; the attributes of ``TracingObserver`` that apply; `repartee.duration`, `repartee.pause` and
/// `repartee.time` (from the beginning of the call) in milliseconds; `repartee.redirect`, `repartee.transience` and
/// `repartee.error`. There are no secrets in it: no header field, no body, and the URLs are masked by
/// `Client.redaction`.
public struct LoggingObserver: CallObserver {
  /// At which level an event is logged. Nil leaves it out.
  public struct Levels: Sendable, Hashable {
    /// What does not belong to the others, calls that the caller cancelled among them.
    public var events: Logger.Level?
    /// Decisions: what is sent again, or could have been, redirects, credentials that were refused and replaced.
    public var decisions: Logger.Level?
    /// Calls that failed.
    public var failures: Logger.Level?

    /// These levels: *debug*, and *info* for calls that failed, unless you say otherwise.
    public init(
      events: Logger.Level? = .debug, decisions: Logger.Level? = .debug, failures: Logger.Level? = .info
    ) {
      self.events = events
      self.decisions = decisions
      self.failures = failures
    }
  }

  private let logger: Logger
  private let levels: Levels

  /// An observer that logs.
  ///
  /// - Parameters:
  ///   - logger: Where to; nil for one with the label `repartee`, of the `LoggingSystem` as it is bootstrapped now.
  ///   - levels: At which levels.
  public init(logger: Logger? = nil, levels: Levels = Levels()) {
    self.logger = logger ?? Logger(label: "repartee")
    self.levels = levels
  }

  public func observe(_ event: CallEvent) {
    guard let level = levels.level(of: event) else { return }
    logger.log(level: level, "\(event.kind) \(event.call)", metadata: event.metadata)
  }
}

extension CallObserver where Self == LoggingObserver {
  /// Writes what happens into a log, see ``LoggingObserver``.
  public static func logging(
    logger: Logger? = nil, levels: LoggingObserver.Levels = .init()
  ) -> LoggingObserver {
    LoggingObserver(logger: logger, levels: levels)
  }
}

extension LoggingObserver.Levels {
  fileprivate func level(of event: CallEvent) -> Logger.Level? {
    switch event.kind {
    case .callEnded:
      guard let error = event.error, !error.isCancellation else { return events }
      return failures
    case .retried, .notRetried, .redirected, .refused, .refreshed, .drifted: return decisions
    default: return events
    }
  }
}

extension CallEvent {
  fileprivate var metadata: Logger.Metadata {
    var metadata: Logger.Metadata = ["repartee.call": "\(id)", "repartee.time": milliseconds(time)]
    if let request {
      let method = ConventionalMethod(request.method)
      metadata[Name.method] = "\(method.name)"
      if let original = method.original { metadata[Name.originalMethod] = "\(original)" }
      metadata[Name.fullURL] = "\(request.fullURL)"
    }
    if let number, number > 1 { metadata[Name.resendCount] = "\(number - 1)" }
    if let status { metadata[Name.status] = "\(status.code)" }
    if let attempt { metadata["repartee.duration"] = milliseconds(attempt.duration) }
    if kind == .attemptEnded, let type = AttemptOutcome(self).errorType {
      metadata[Name.errorType] = "\(type)"
    }
    if let pause { metadata["repartee.pause"] = milliseconds(pause) }
    if let transience { metadata["repartee.transience"] = "\(transience)" }
    if let redirect { metadata["repartee.redirect"] = "\(redirect)" }
    if let drift { metadata["repartee.drift"] = "\(drift)" }
    if let error {
      metadata["repartee.error"] = "\(error)"
      if let type = error.errorType { metadata[Name.errorType] = "\(type)" }
    }
    return metadata
  }

  private func milliseconds(_ duration: Duration) -> Logger.MetadataValue {
    "\((duration / .milliseconds(1) * 1_000).rounded() / 1_000)"
  }
}
#endif
