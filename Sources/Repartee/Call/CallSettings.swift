import ReparteeBase
package import ReparteeJSON

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// What the calls of a client have in common; `Client` documents it.
package struct CallSettings: Sendable {
  package var headers: Request.Headers
  package var json: JSONCoder {
    didSet { allDecoders = Decoders(decoders, json: json, redaction: redaction) }
  }
  var decoders: [any ResponseDecoder] = [] {
    didSet { allDecoders = Decoders(decoders, json: json, redaction: redaction) }
  }
  package var timeout: Duration = .seconds(60)
  var headTimeout: Duration = .unlimited
  var idleTimeout: Duration = .unlimited
  var retry: RetryPolicy = .standard
  var retryRule: (@Sendable (_ response: any ResponseHead) -> Retryability?)?
  var retryPause: (@Sendable (_ response: any ResponseHead) -> RetryAfter?)?
  var redirects: RedirectPolicy = .follow
  var authentication: Authentication = .off
  var authentications: [String: Authentication] = [:]
  /// The stages before that of the credential, outermost first.
  var outerStages: [any Stage] = []
  package var stages: [any Stage] = []
  package var observers: [any CallObserver] = []
  var maximumBodySize = 64 << 20
  package var redaction = Redaction() {
    didSet { allDecoders = Decoders(decoders, json: json, redaction: redaction) }
  }
  package var clock: any Clock<Duration> = TimerClock()
  package var now: @Sendable () -> Date = { Date() }
  package var randomness: @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
  /// The call that started the refresh that uses the client.
  var parent: UInt64?
  /// The layers around calls, which know their types.
  var layers: (any Sendable)?

  var shared: SharedState
  private(set) var allDecoders: Decoders

  init(_ shared: SharedState, headers: Request.Headers, json: JSONCoder) {
    self.shared = shared
    self.headers = headers
    self.json = json
    allDecoders = Decoders([], json: json, redaction: redaction)
  }
}

/// What the copies of a client share.
final class SharedState: Sendable {
  let base: Result<AbsoluteURL, RequestError>
  /// Sent to its own origin only.
  let baseQuery: String?
  let transport: any Transport
  let retryBudget: SharedRetryBudget
  let background = BackgroundWork()

  init(
    base: Result<AbsoluteURL, RequestError>, transport: some Transport,
    retryBudget: SharedRetryBudget = SharedRetryBudget()
  ) {
    self.base = base
    baseQuery = (try? base.get())?.query
    self.transport = transport
    self.retryBudget = retryBudget
  }

  /// That of the same API at another base URL.
  convenience init(base: Result<AbsoluteURL, RequestError>, after other: SharedState) {
    self.init(base: base, transport: other.transport, retryBudget: other.retryBudget)
  }
}

/// What is left at each origin, for all clients that are made from one another.
final class SharedRetryBudget: Sendable {
  let budget = Mutex(RetryBudget())
}

/// Made when a setting changes, so that a call copies one reference.
package final class ClientState: Sendable {
  let settings: CallSettings
  /// The stages, with the transport last.
  let stages: NextStage.Chain?

  init(_ settings: CallSettings, _ stages: NextStage.Chain?) {
    self.settings = settings
    self.stages = stages
  }

  /// A copy without what ends with the client.
  var detached: ClientState {
    var settings = settings
    settings.shared = SharedState(base: settings.shared.base, transport: settings.shared.transport)
    return ClientState(settings, stages)
  }
}
