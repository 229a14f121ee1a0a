import HTTPTypes
import Synchronization

/// A call and its observers. It is a class because copies of the loop and suspended work share it.
package final class Observation: Sendable {
  let id: CallEvent.CallID
  let method: HTTPRequest.Method
  let template: String
  /// The name of the operation; nil if it has none.
  let operation: String?
  /// The call that this one belongs to, as a refresh does.
  let parent: CallEvent.CallID?
  private let observers: [any CallObserver]
  private let stopwatch: Stopwatch

  private static let last = Atomic<UInt64>(0)

  /// Creates an observation of a call.
  ///
  /// - Parameter name: The name of the endpoint, for a request without a name of its own.
  init(_ client: borrowing Client, _ request: Request, named name: String?, since stopwatch: Stopwatch) {
    observers = client.observers
    parent = client.parent
    operation = request.shownOperation(client.redaction, or: name)
    id = CallEvent.CallID(number: Self.last.add(1, ordering: .relaxed).newValue)
    method = request.method
    template = request.template
    self.stopwatch = stopwatch
  }

  private init(after other: Observation) {
    observers = other.observers
    parent = other.parent
    id = CallEvent.CallID(number: Self.last.add(1, ordering: .relaxed).newValue)
    method = other.method
    template = other.template
    operation = other.operation
    stopwatch = other.stopwatch
  }

  /// An observation of what this call starts in the background, with an ID of its own.
  var another: Observation { Observation(after: self) }

  package func tell(_ kind: CallEvent.Kind, _ fill: (inout CallEvent) -> Void = { _ in }) {
    var event = CallEvent(kind, in: self, at: stopwatch.elapsed)
    fill(&event)
    for observer in observers { observer.observe(event) }
  }

  /// Reports that a request is sent.
  func begins(_ attempt: AttemptRequest, _ sent: SentRequest) {
    tell(.attemptStarted) { event in
      event.number = attempt.number
      event.request = sent
    }
  }

  /// Reports the end of an attempt whose beginning was reported. A cancellation at the call's deadline is reported as a
  /// timeout.
  func ended(_ exchange: Exchange) {
    let deadline = exchange.callLimits.deadline
    var attempt = exchange.attempt
    if case .failed(let error) = attempt?.result, error.isCancellation, deadline.isOver {
      attempt = attempt?.failed(with: error.late(deadline.timeout))
    }
    tell(.attemptEnded) { event in
      event.request = exchange.sent
      event.status = exchange.networkHead?.status
      event.attempt = attempt
      event.number = exchange.number
      event.isExpected = exchange.plan.isExpected
    }
  }

  /// Lets the observers add fields to a request.
  func prepare(_ request: inout AttemptRequest) {
    for observer in observers {
      var prepared = request
      observer.prepare(&prepared, of: id)
      guard request.isOwnOrigin else { continue }
      for field in prepared.headers
      where !request.headers.contains(field.name) && !AttemptRequest.namesOfFraming.contains(field.name) {
        request.headers.append(field)
      }
    }
  }
}
