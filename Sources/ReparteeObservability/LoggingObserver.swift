#if Observability
import HTTPTypes
public import Logging
public import Repartee
import ReparteeJSON

/// An observer that writes each event of calls as a line to a swift-log `Logger`: `attemptEnded GetUser GET /users/{}`.
///
/// ```swift
/// client.observers.append(.logging())
/// ```
///
/// The guide "Watching calls" lists the metadata. No header field and no body is logged, and `Client.redaction` masks
/// the URLs.
public struct LoggingObserver: CallObserver {
  /// The log levels of the events; nil omits them.
  public struct Levels: Sendable, Hashable {
    /// The level of other events, including the end of calls that the caller cancelled; *debug* by default.
    public var events: Logger.Level?
    /// The level of retries, redirects, refused or refreshed credentials, and drift; *debug* by default.
    public var decisions: Logger.Level?
    /// The level of failed calls; *info* by default.
    public var failures: Logger.Level?

    /// Creates levels.
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

  /// Creates an observer.
  ///
  /// - Parameters:
  ///   - logger: The logger; nil for one with the label `repartee` of the bootstrapped `LoggingSystem`.
  ///   - levels: The levels of the events.
  public init(logger: Logger? = nil, levels: Levels = Levels()) {
    self.logger = logger ?? Logger(label: "repartee")
    self.levels = levels
  }

  public func observe(_ event: CallEvent) {
    guard let level = levels.level(of: event) else { return }
    let name = event.operation.map { "\($0) \(event.call)" } ?? event.call
    logger.log(level: level, "\(event.kind) \(name)", metadata: event.metadata)
  }
}

extension CallObserver where Self == LoggingObserver {
  /// Returns a ``LoggingObserver``.
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
    case .retried, .notRetried, .redirected, .refused, .refreshed: return decisions
    default: return event.isOfDrift ? decisions : events
    }
  }
}

extension CallEvent {
  fileprivate var metadata: Logger.Metadata {
    var metadata: Logger.Metadata = ["repartee.call": "\(id)", "repartee.time": milliseconds(time)]
    if let operation { metadata[Name.operation] = "\(operation)" }
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
    if let retryability { metadata["repartee.retryability"] = "\(retryability)" }
    if let redirect { metadata["repartee.redirect"] = "\(redirect)" }
    if let detail {
      metadata[isOfDrift ? "repartee.drift" : "repartee.detail"] = "\(withoutSecrets("\(detail)"))"
    }
    if let error {
      metadata["repartee.error"] = "\(error)"
      if let type = error.errorType { metadata[Name.errorType] = "\(type)" }
      if let name = error.failureName { metadata[Name.failure] = "\(name)" }
    }
    return metadata
  }

  /// See ReparteeDrift.
  fileprivate var isOfDrift: Bool { kind.description == "drifted" }

  private func milliseconds(_ duration: Duration) -> Logger.MetadataValue {
    "\((duration / .milliseconds(1) * 1_000).rounded() / 1_000)"
  }
}
#endif
