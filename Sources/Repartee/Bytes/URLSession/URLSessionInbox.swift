#if canImport(Darwin) || URLSession
import Foundation
import HTTPTypes

/// What a URLSession delivered for one request. Its owner runs the returned actions.
struct URLSessionInbox {
  typealias HeadContinuation = CheckedContinuation<Result<HTTPResponse, TransportError>, Never>
  typealias ChunkContinuation = CheckedContinuation<Result<Data?, TransportError>, Never>

  enum Flow: Equatable {
    case go, pause, resume, cancel
  }

  #if canImport(Darwin)
  static let high = 256 << 10
  static let low = 64 << 10
  #else
  // Foundation on Linux can't pause a transfer: above the limit, it fails.
  static let limit = 64 << 20
  #endif

  private static let joined = 4 << 10

  private(set) var hasHead = false
  private(set) var end: Result<Void, TransportError>?
  private var headWaiter: HeadContinuation?
  private var chunkWaiter: ChunkContinuation?
  private var chunks: [Data] = []
  private var taken = 0
  private var unread = 0
  private var isPaused = false

  mutating func start(_ waiter: HeadContinuation) -> (() -> Void)? {
    if case .failure(let error) = end { return { waiter.resume(returning: .failure(error)) } }
    headWaiter = waiter
    return nil
  }

  mutating func received(_ head: HTTPResponse) -> () -> Void {
    guard !hasHead, end == nil else { return {} }
    hasHead = true
    let waiter = headWaiter
    headWaiter = nil
    return { waiter?.resume(returning: .success(head)) }
  }

  mutating func received(_ chunk: Data) -> (Flow, () -> Void) {
    guard end == nil, !chunk.isEmpty else { return (.go, {}) }
    if let waiter = chunkWaiter {
      chunkWaiter = nil
      return (.go, { waiter.resume(returning: .success(chunk)) })
    }
    // Small chunks are joined, so that each costs little more memory than its bytes.
    if taken < chunks.count, let last = chunks.last, last.count + chunk.count <= Self.joined {
      chunks[chunks.count - 1].append(chunk)
    } else {
      chunks.append(chunk)
    }
    unread += chunk.count
    #if canImport(Darwin)
    if unread > Self.high, !isPaused {
      isPaused = true
      return (.pause, {})
    }
    #else
    if unread > Self.limit {
      chunks = []
      taken = 0
      return (
        .cancel,
        finish(
          TransportError(
            .bodyTooLarge(limit: Self.limit),
            message: "the body arrives faster than it is read, and Foundation on Linux can't pause it"))
      )
    }
    #endif
    return (.go, {})
  }

  mutating func take(_ waiter: ChunkContinuation) -> (Flow, () -> Void) {
    if taken < chunks.count {
      let chunk = chunks[taken]
      chunks[taken] = Data()
      taken += 1
      if taken == chunks.count || taken >= 256 && taken > chunks.count / 2 {
        chunks.removeFirst(taken)
        taken = 0
      }
      unread -= chunk.count
      var flow = Flow.go
      #if canImport(Darwin)
      if isPaused, unread <= Self.low {
        isPaused = false
        flow = .resume
      }
      #endif
      return (flow, { waiter.resume(returning: .success(chunk)) })
    }
    switch end {
    case .success: return (.go, { waiter.resume(returning: .success(nil)) })
    case .failure(let error): return (.go, { waiter.resume(returning: .failure(error)) })
    case nil:
      chunkWaiter = waiter
      return (.go, {})
    }
  }

  /// Only the first call counts.
  mutating func finish(_ error: TransportError?) -> () -> Void {
    guard end == nil else { return {} }
    end = error.map { .failure($0) } ?? .success(())
    if error?.isCancellation == true {
      chunks = []
      taken = 0
    }
    let head = headWaiter
    let chunk = chunkWaiter
    headWaiter = nil
    chunkWaiter = nil
    return {
      head?.resume(
        returning: .failure(
          error ?? TransportError(.connectionLost, message: "the connection ended before the head")))
      chunk?.resume(returning: error.map { .failure($0) } ?? .success(nil))
    }
  }
}
#endif
