package import Repartee
import ReparteeBase

/// Keeps all that can be seen of the events of a client, as text.
package final class SeenEvents: Sendable {
  package init() {}

  private let kept = Mutex("")

  package var text: String { kept.withLock { $0 } }

  package func add(_ event: CallEvent) {
    var text = "\(event)\n\(String(reflecting: event))\n"
    dump(event, to: &text)
    for request in [event.request, event.attempt?.request, event.error?.request].compactMap(\.self) {
      text += allShown(of: request)
    }
    if let redirect = event.redirect { text += "\(redirect)\n\(redirect.url)\n\(redirect.source)\n" }
    if let error = event.error { text += error.report + "\n" }
    kept.withLock { $0 += text }
  }
}

/// All that a request shows.
package func allShown(of request: SentRequest) -> String {
  var text = "\(request)\n\(request.url)\n"
  dump(request, to: &text)
  for field in request.headers { text += "\(field.name): \(field.value)\n" }
  return text
}
