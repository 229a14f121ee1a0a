// The examples of "Watching calls".
import Foundation
import Repartee

final class CallLog: CallObserver, @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []

  /// The last 500 events, for a view.
  var recent: [String] { lock.withLock { lines } }

  func observe(_ event: CallEvent) {
    lock.withLock {
      lines.append(event.description)
      if lines.count > 500 { lines.removeFirst() }
    }
  }
}

struct RequestNumber: CallObserver {
  func observe(_ event: CallEvent) {}

  func prepare(
    _ request: inout AttemptRequest, of call: UInt64
  ) {
    if let name = HTTPField.Name("X-Request-Number") {
      request.headers[name] = "\(call)-\(request.number)"
    }
  }
}

nonisolated struct Invoice: Codable, Sendable {
  var number: Int
}

enum InvoiceError: Error {
  case alreadyPaid
}

struct CreateInvoice: Endpoint {
  var invoice: Invoice

  var request: Request {
    .post("/", body: .json(invoice)).named("invoice.create")
  }

  static let responses: ResponseMap<Void, InvoiceError> = [
    .success(.noContent),
    .code(409, .error(.alreadyPaid)),
  ]
}

func watch(_ client: inout Client) {
  client.observers.append(.handler { event in print(event) })

  client.observers.append(
    .handler { event in
      switch event.kind {
      case .retried:
        print(
          "again in", event.pause ?? .zero, "because it is",
          event.retryability as Any)
      case .redirected: print("to", event.redirect?.url ?? "")
      case .callEnded:
        print(
          event.call, "took", event.time,
          event.error?.description ?? "")
      default: break
      }
    })
}

#if Observability
import CoreMetrics
import Logging
import ReparteeObservability
import Tracing

func observe(_ client: inout Client) {
  client.observers = [.tracing(), .metrics(), .logging()]
}

func observe(_ client: inout Client, _ logger: Logger, _ tracer: any Tracer, _ factory: any MetricsFactory) {
  client.observers = [
    .tracing(tracer: tracer, callSpans: true),
    .metrics(
      factory: factory,
      limits: LabelLimits(templates: 50, servers: 5)),
    .logging(
      logger: logger, events: .trace, decisions: .info,
      failures: .warning),
  ]
}
#endif
