public import Repartee
import ReparteeRedaction
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Records the requests and responses of a client, so that a ``Replay`` can replay them.
///
/// ```swift
/// let recording = Recording()
/// let client = client.recorded(by: recording)
/// // … calls …
/// try recording.har.json.write(to: file)
/// ```
///
/// Each request on the wire is an entry, including those of retries, redirects and sessions, in the order in which they
/// were sent. Bodies are complete, streamed ones too; a body that was dropped early ends where reading stopped.
///
/// Secrets are masked as `Client.redaction` masks them wherever a request is shown: in URLs, header fields and text
/// bodies. What a credential sets is masked whatever its name, and wherever a server repeats it. A number or an object
/// under a secret name becomes the text `***`.
///
/// A body is recorded only up to a place where a name can't be told from a value: in JSON that is not valid, or after
/// `<label>Password</label>` in a page. Then `***` stands for the rest; for the body of a response ``HAR/Entry/error``
/// says so, and a replay fails there. If nothing secret follows, add the name to the exceptions of `Client.redaction`.
/// A body with a content coding that the caller undoes or has made is not inspected: `***` stands for all of it.
///
/// The error of a request that took too long is that timeout, as far as it can be known: the client cancels what takes
/// too long, as a caller does. If the time limit of a body is not known, the error is `timedOut.idle`.
public final class Recording: Sendable {
  /// A recorded request with its response, and the fingerprints of the secrets in its URL and its body.
  struct Recorded {
    let entry: HAR.Entry
    var url: Int?
    var body: Int?
  }

  private let entries = Mutex<[Recorded?]>([])

  /// Creates a recording without entries.
  public init() {}

  /// The entries so far. An entry is added when its body was read or dropped.
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
        clock: client.clock, idle: client.idleTimeout.duration))
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
    // Without `self`, `clock` may also be the function of the C library, which Foundation imports.
    let exchange = RecordedExchange(
      recording, request, request.redaction ?? redaction, start: now(), elapsed: elapsed(self.clock),
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
