import HTTPTypes
import ReparteeBase

/// Reports the events of one call. A class, because copies of the loop share it.
package final class Observation: Sendable {
  let id: UInt64
  let method: HTTPRequest.Method
  let template: String
  let operation: String?
  let parent: UInt64?
  private let observers: [any CallObserver]
  private let stopwatch: Stopwatch

  private static let last = Counter()

  /// Nil without observers.
  static func ofCall(
    by client: ClientState, _ request: borrowing Request, named name: (borrowing Request) -> String?,
    since stopwatch: Stopwatch
  ) -> Observation? {
    client.settings.observers.isEmpty
      ? nil : Observation(by: client, of: copy request, named: name(request), since: stopwatch)
  }

  private init(
    by client: ClientState, of request: Request, named operation: String?, since stopwatch: Stopwatch
  ) {
    observers = client.settings.observers
    parent = client.settings.parent
    self.operation = operation
    id = Self.last.next()
    method = request.method
    template = request.template
    self.stopwatch = stopwatch
  }

  package func report(_ kind: CallEvent.Kind, _ fill: (inout CallEvent) -> Void = { _ in }) {
    var event = CallEvent(kind, in: self, at: stopwatch.elapsed)
    fill(&event)
    for observer in observers { observer.observe(event) }
  }

  func reportAttempt(_ number: Int, _ sent: SentRequest) {
    report(.attemptStarted) { event in
      event.number = number
      event.request = sent
    }
  }

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

extension Request {
  /// Returns this request with another ``operation``.
  ///
  /// ```swift
  /// var request: Request {
  ///   .post("/", body: .json(call)).named("createInvoice")
  /// }
  /// ```
  public func named(_ operation: String) -> Request {
    var copy = self
    copy.operation = operation
    return copy
  }

  func shownOperation(_ redaction: Redaction, or name: String?) -> String? {
    guard let operation else { return name }
    return operation.isEmpty ? nil : redaction.shown(name: operation)
  }
}
