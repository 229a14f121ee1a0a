import Repartee

/// What stands for a monitor of the network.
actor Network {
  private(set) var isThere: Bool
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(isThere: Bool) { self.isThere = isThere }

  func appear() {
    isThere = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  func appeared() async {
    if !isThere { await withCheckedContinuation { waiting.append($0) } }
  }
}

extension CallEvent.Kind {
  static let waitingForNetwork = CallEvent.Kind("waitingForNetwork")
}

/// Waits until there is a network, instead of failing.
struct WaitingForNetwork: Stage {
  let network: Network

  var appliesToOtherOrigins: Bool { true }

  func send(
    _ request: AttemptRequest, next: NextStage
  ) async throws(AttemptError) -> AttemptResponse {
    if await !network.isThere {
      request.report(.waitingForNetwork)
      try await request.wait { await network.appeared() }
    }
    return try await next(request)
  }
}
