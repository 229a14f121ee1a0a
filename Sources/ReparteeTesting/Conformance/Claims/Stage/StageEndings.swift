import HTTPTypes
import Repartee
import ReparteeBase

extension StageClaims {
  static let endings: [Claim] = [
    Claim("cancelling a call ends it at once", "TransportError.Kind.cancelled") { makeStage in
      let (sent, never) = (Signal("the request to be sent"), Gate())
      let trial = try await StageTrial(makeStage) { _ in
        sent.fire()
        try await never.passOrCancel()
        return .text("late")
      }
      let call = Task { try await trial.text() }
      await sent.wait()
      call.cancel()
      try expectFailure(
        await trial.ending(of: call, "the cancelled call to return"), .cancelled, "a cancelled call")
    },
    Claim("cancelling one of several equal calls does not end the others", "TransportError.Kind.cancelled") {
      makeStage in
      let (sent, released) = (Signal("a request to be sent"), Gate())
      let trial = try await StageTrial(makeStage) { _ in
        sent.fire()
        try await released.passOrCancel()
        return .text("fine")
      }
      let first = Task { try await trial.text() }
      await sent.wait()
      let others = (0..<3).map { _ in Task { try await trial.text() } }
      for _ in 0..<1_000 { await Task.yield() }
      first.cancel()
      try expectFailure(
        await trial.ending(of: first, "the cancelled call to return"), .cancelled, "the cancelled call")
      released.open()
      for other in others {
        let reply = await trial.ending(of: other, "another call to return")
        guard case .success(let reply) = reply else {
          throw Mismatch(detail: "another call ended with \(reply)")
        }
        try expect(reply.value, "fine", "body of another call")
      }
    },
    Claim("calls end at their deadline", "Client.timeout") { makeStage in
      let (sent, never) = (Signal("a request to be sent"), Gate())
      let trial = try await StageTrial(makeStage) { _ in
        sent.fire()
        try await never.passOrCancel()
        return .text("late")
      }
      let calls = (0..<3).map { _ in Task { try await trial.text { $0.timeout = .seconds(60) } } }
      await sent.wait()
      // Again and again, as the last of them may begin late.
      let time = Task {
        while !Task.isCancelled {
          trial.clock.advance(by: .seconds(60))
          await Task.yield()
        }
      }
      defer { time.cancel() }
      for call in calls {
        try expectFailure(
          await trial.ending(of: call, "a call to return at its deadline"), .timedOut(.total), "a call")
      }
    },
  ]
}

/// Opened once, for all tasks that wait.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var last: UInt64 = 0
  }

  private let state = Mutex(State())

  var isOpen: Bool { state.withLock { $0.isOpen } }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until the gate is open; throws if the task is cancelled before.
  func passOrCancel() async throws(TransportError) {
    let id = state.withLock { state in
      state.last += 1
      return state.last
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.isOpen || Task.isCancelled { return true }
          state.waiting[id] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
    }
    if Task.isCancelled, !isOpen { throw TransportError(.cancelled) }
  }
}

final class Count: Sendable {
  private let state = Mutex(0)
  var value: Int { state.withLock { $0 } }
  @discardableResult func next() -> Int {
    state.withLock { count in
      count += 1
      return count
    }
  }
}
