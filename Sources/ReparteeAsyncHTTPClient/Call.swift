#if AsyncHTTPClient
import AsyncHTTPClient
import Repartee
import Synchronization

/// One call in flight. It is over at its ``end()``, or when nobody holds it any more.
final class Call: Cancellable {
  let upload: Upload?
  let ticket: UInt64?
  private let host: String
  private let engine: Engine
  private let isOver = Atomic(false)
  private let response = Mutex<(place: Place?, isCancelled: Bool)>((nil, false))

  init(_ head: HTTPRequest, upload: Upload?, over engine: Engine) throws(TransportError) {
    let host = head.authority ?? ""
    ticket = try engine.calls.begin(to: host, isSecure: head.scheme != "http")
    self.host = host
    self.upload = upload
    self.engine = engine
  }

  /// The head is there.
  func responds(from place: Place?) {
    // Nobody else's guards are known here.
    if engine.owner != .user { response.withLock { $0.place = place } }
  }

  /// What ``cancel()`` is called on; nil where it would do nothing.
  var cancellation: (any Cancellable)? { response.withLock { $0.place } == nil ? nil : self }

  /// Gives up the response.
  func cancel() {
    let place = response.withLock { response in
      response.isCancelled = true
      return response.place
    }
    if let place { engine.calls.connections.cancel(place) }
  }

  /// Nobody is interested in the rest of the upload.
  func end() {
    guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
    upload?.cancel()
    engine.calls.end(to: host, ticket: ticket)
  }

  /// Why there is no head.
  func failure(_ error: any Error, limit: TransportRequest.HeadLimit?, hasBody: Bool) -> TransportError {
    if Task.isCancelled { return TransportError(.cancelled, underlying: error) }
    if isCutOff { return cutOff(mayHaveBeenProcessed: standing == .unknown) }
    guard (error as? HTTPClientError) == .deadlineExceeded else {
      return TransportError.beforeHead(error, hasBody: hasBody)
    }
    let timeout = limit?.timeout ?? .total
    return switch standing {
    case .waiting: TransportError(.timedOut(.connectionPool), underlying: error)
    case .unsent: TransportError(.timedOut(timeout), mayHaveBeenProcessed: false, underlying: error)
    case .unknown: TransportError(.timedOut(timeout), underlying: error)
    }
  }

  /// Why the body ends.
  func failureOfBody(_ error: any Error) -> TransportError {
    if Task.isCancelled || response.withLock({ $0.isCancelled }) {
      return TransportError(.cancelled, underlying: error)
    }
    return isCutOff ? cutOff(mayHaveBeenProcessed: true) : TransportError.afterHead(error)
  }

  private var isCutOff: Bool { engine.owner == .transport && engine.calls.isCut }
  private var standing: Calls.Standing { engine.calls.standing(of: ticket, to: host) }

  private func cutOff(mayHaveBeenProcessed: Bool) -> TransportError {
    TransportError(
      .other, message: "the transport was shut down while the call was in flight",
      mayHaveBeenProcessed: mayHaveBeenProcessed, underlying: AsyncHTTPClientTransport.ShutDown())
  }

  deinit {
    end()
  }
}
#endif
