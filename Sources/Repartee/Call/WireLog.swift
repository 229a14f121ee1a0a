import HTTPTypes
import ReparteeBase

/// What was sent within a stage of another module, which only the wire knows.
final class WireLog: Sendable {
  struct Entry: Sendable {
    var sent: SentRequest?
    var result: Result<HTTPResponse, TransportError>?
    var mayHaveBeenProcessed = false
  }

  private let entry = Mutex(Entry())
  /// The limit of the outermost of these stages; nil without one.
  let limit: (any PausableLimit)?

  init(_ limit: (any PausableLimit)?) { self.limit = limit }

  var last: Entry { entry.withLock { $0 } }

  func recordSent(_ sent: SentRequest) { entry.withLock { $0.sent = sent } }

  func recordResult(_ result: Result<HTTPResponse, TransportError>) {
    entry.withLock { entry in
      entry.result = result
      switch result {
      case .success: entry.mayHaveBeenProcessed = true
      case .failure(let error):
        entry.mayHaveBeenProcessed = entry.mayHaveBeenProcessed || error.mayHaveBeenProcessed
      }
    }
  }
}

/// A limit that does not run while a stage waits for something else.
protocol PausableLimit: Sendable {
  func pause()
  func resume()
}
