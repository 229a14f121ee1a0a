public import Repartee
import ReparteeBase
import ReparteeRedaction

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Records the requests and responses of a client for a ``Replay``.
///
/// ```swift
/// let recording = Recording()
/// let client = client.recorded(by: recording)
/// // … calls …
/// try recording.har.json.write(to: file)
/// ```
///
/// Each request on the wire is an entry, in the order of sending, even if it timed out; its error is `timedOut.idle` if
/// it is unknown which limit a body exceeded. A body ends where its reader dropped it.
///
/// `Client.redaction` masks secrets in URLs, header fields and text bodies; what a credential sets is masked
/// everywhere. `***` also replaces a number or an object under a secret name, a body that is still content-coded, and
/// the rest of a body from where a name can't be distinguished from a value. See the guide "Testing your client" of
/// `Repartee`.
public final class Recording: Sendable {
  struct Recorded {
    let entry: HAR.Entry
    var url: Int?
    var body: Int?
  }

  private let entries = Mutex<[Recorded?]>([])

  /// Creates a recording without entries.
  public init() {}

  /// The entries whose body was read or dropped.
  public var har: HAR {
    let recorded = entries.withLock { $0.compactMap(\.self) }
    var numbers: [Int: Int] = [:]
    func number(_ fingerprint: Int?) -> Int? {
      guard let fingerprint else { return nil }
      let number = numbers[fingerprint] ?? numbers.count + 1
      numbers[fingerprint] = number
      return number
    }
    var har = HAR()
    for one in recorded {
      var entry = one.entry
      let secrets = HAR.Secrets(url: number(one.url), body: number(one.body))
      if secrets.url != nil || secrets.body != nil { entry.secrets = secrets }
      har.entries.append(entry)
    }
    return har
  }

  func begin() -> Int {
    entries.withLock { entries in
      entries.append(nil)
      return entries.count - 1
    }
  }

  func end(_ index: Int, _ recorded: Recorded) { entries.withLock { $0[index] = recorded } }
}

extension Recording {
  fileprivate func watching(_ client: Client) -> Client {
    client.replacingTransport(
      by: RecordingTransport(
        recording: self, transport: client.transport, redaction: client.redaction, now: client.now,
        clock: client.clock, idle: client.idleTimeout.asLimit))
  }
}

private struct RecordingTransport: Transport {
  let recording: Recording
  let transport: any Transport
  let redaction: Redaction
  let now: @Sendable () -> Date
  let clock: any Clock<Duration>
  let idle: Duration?

  var boundsHead: Bool { transport.boundsHead }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    // Without `self`, `clock` may be the C library's function.
    let exchange = RecordedExchange(
      recording, request, request.redacting?() ?? redaction, start: now(), elapsed: elapsed(self.clock),
      idle: idle)
    var request = request
    request.body = request.body.map { exchange.copying($0) }
    do throws(TransportError) {
      var response = try await transport.send(request)
      exchange.received(response.head)
      response.body = exchange.watching(response.body)
      return response
    } catch {
      exchange.failed(error)
      throw error
    }
  }

  private func elapsed(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

extension Client {
  /// Returns this client with its requests and responses recorded.
  public func recorded(by recording: Recording) -> Client { recording.watching(self) }
}
