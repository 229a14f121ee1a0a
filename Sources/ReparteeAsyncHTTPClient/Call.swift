#if AsyncHTTPClient
import AsyncHTTPClient
import Repartee
import ReparteeBase

/// A call in flight, until ``end()`` or the release of its last reference.
final class Call: Cancellable {
  let upload: Upload?
  let ticket: UInt64?
  private let host: String
  private let engine: Engine
  private let ends = Counter()
  private let response = Mutex<(responseID: ResponseID?, isCancelled: Bool)>((nil, false))

  init(_ head: HTTPRequest, upload: Upload?, over engine: Engine) throws(TransportError) {
    let host = head.authority ?? ""
    ticket = try engine.calls.begin(to: host, isSecure: head.scheme != "http")
    self.host = host
    self.upload = upload
    self.engine = engine
  }

  func responds(from responseID: ResponseID?) {
    // `engine.calls` has no connections of a user's HTTPClient.
    if engine.owner != .user { response.withLock { $0.responseID = responseID } }
  }

  /// Nil if ``cancel()`` would have no effect.
  var cancellation: (any Cancellable)? { response.withLock { $0.responseID } == nil ? nil : self }

  /// Closes the connection or stream of the response.
  func cancel() {
    let responseID = response.withLock { response in
      response.isCancelled = true
      return response.responseID
    }
    if let responseID { engine.calls.connections.cancel(responseID) }
  }

  /// Also cancels the rest of the upload.
  func end() {
    guard ends.next() == 1 else { return }
    upload?.cancel()
    engine.calls.end(to: host, ticket: ticket)
  }

  func failure(_ error: any Error, hasBody: Bool) -> TransportError {
    if Task.isCancelled { return TransportError(.cancelled, underlying: error) }
    let sendState = sendState
    if isAborted { return shutDownError(mayHaveBeenProcessed: sendState == .unknown) }
    guard (error as? HTTPClientError) == .deadlineExceeded else {
      let failure = TransportError.beforeHead(error, hasBody: hasBody)
      return sendState == .unknown ? failure : failure.with(mayHaveBeenProcessed: false)
    }
    return switch sendState {
    case .waiting: TransportError(.timedOut(.connectionPool), underlying: error)
    case .unsent: TransportError(.timedOut(.head), mayHaveBeenProcessed: false, underlying: error)
    case .unknown: TransportError(.timedOut(.head), underlying: error)
    }
  }

  func failureOfBody(_ error: any Error) -> TransportError {
    if Task.isCancelled || response.withLock({ $0.isCancelled }) {
      return TransportError(.cancelled, underlying: error)
    }
    return isAborted ? shutDownError(mayHaveBeenProcessed: true) : TransportError.afterHead(error)
  }

  private var isAborted: Bool { engine.owner == .transport && engine.calls.isAborted }
  private var sendState: Calls.SendState { engine.calls.sendState(of: ticket, to: host) }

  private func shutDownError(mayHaveBeenProcessed: Bool) -> TransportError {
    TransportError(
      .shutDown, message: "the transport was shut down while the call was in flight",
      mayHaveBeenProcessed: mayHaveBeenProcessed)
  }

  deinit {
    end()
  }
}
#endif
