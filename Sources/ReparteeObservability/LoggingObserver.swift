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
  private let logger: Logger
  private let events: Logger.Level?
  private let decisions: Logger.Level?
  private let failures: Logger.Level?

  /// Creates an observer. A level that is nil omits its events.
  ///
  /// - Parameters:
  ///   - logger: The logger; nil for one with the label `repartee` of the bootstrapped `LoggingSystem`.
  ///   - events: The level of all other events, including the end of calls that the caller cancelled.
  ///   - decisions: The level of retries, redirects, refused or refreshed credentials, and drift.
  ///   - failures: The level of failed calls.
  public init(
    logger: Logger? = nil, events: Logger.Level? = .debug, decisions: Logger.Level? = .debug,
    failures: Logger.Level? = .info
  ) {
    self.logger = logger ?? Logger(label: "repartee")
    self.events = events
    self.decisions = decisions
    self.failures = failures
  }

  public func observe(_ event: CallEvent) {
    guard let level = level(of: event) else { return }
    let name = event.operation.map { "\($0) \(event.call)" } ?? event.call
    logger.log(level: level, "\(event.kind) \(name)", metadata: event.metadata)
  }

  private func level(of event: CallEvent) -> Logger.Level? {
    switch event.kind {
    case .callEnded:
      guard let error = event.error, !error.isCancellation else { return events }
      return failures
    case .retried, .notRetried, .redirected, .refused, .refreshed: return decisions
    default: return event.isOfDrift ? decisions : events
    }
  }
}

extension CallObserver where Self == LoggingObserver {
  /// Returns a ``LoggingObserver``. A level that is nil omits its events.
  public static func logging(
    logger: Logger? = nil, events: Logger.Level? = .debug, decisions: Logger.Level? = .debug,
    failures: Logger.Level? = .info
  ) -> LoggingObserver {
    LoggingObserver(logger: logger, events: events, decisions: decisions, failures: failures)
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
