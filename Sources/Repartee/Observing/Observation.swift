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
  /// - Parameters:
  ///   - operation: The name of the operation, as it is shown.
  ///   - parent: The call that this one belongs to.
  init(
    by observers: [any CallObserver], of request: Request, named operation: String?,
    for parent: CallEvent.CallID?, since stopwatch: Stopwatch
  ) {
    self.observers = observers
    self.parent = parent
    self.operation = operation
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
