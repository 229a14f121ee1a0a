public import Repartee
import ReparteeJSON
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
/// let client = recording.watching(client)
/// // … calls …
/// try recording.har.json.write(to: file)
/// ```
///
/// Each request on the wire is an entry, including those of retries, redirects and sessions, in the order in which they
/// were sent. Bodies are complete, streamed ones too; a body that was dropped early ends where reading stopped. Secrets
/// are masked as `Client.redaction` masks them wherever a request is shown: in URLs, header fields and text bodies. A
/// number or an object under a secret name becomes the text `***`.
public final class Recording: Sendable {
  private let entries = Mutex<[HAR.Entry?]>([])

  /// Creates a recording without entries.
  public init() {}

  /// The entries so far. An entry is added when its body was read or dropped.
  public var har: HAR { HAR(entries: entries.withLock { $0.compactMap(\.self) }) }

  fileprivate func begin() -> Int {
    entries.withLock { entries in
      entries.append(nil)
      return entries.count - 1
    }
  }

  fileprivate func end(_ index: Int, _ entry: HAR.Entry) { entries.withLock { $0[index] = entry } }
}

extension Recording {
  /// Returns this client with its requests and responses recorded.
  public func watching(_ client: Client) -> Client {
    client.replacingTransport(
      by: RecordingTransport(
        recording: self, transport: client.transport, redaction: client.redaction, now: client.now,
        clock: client.clock))
  }
}

private struct RecordingTransport: Transport {
  let recording: Recording
  let transport: any Transport
  let redaction: Redaction
  let now: @Sendable () -> Date
  let clock: any Clock<Duration>

  var boundsHead: Bool { transport.boundsHead }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let exchange = RecordedExchange(
      recording, request.head, start: now(), elapsed: elapsed(clock), redaction)
    var request = request
    request.body = request.body.map { exchange.copying($0) }
    do throws(TransportError) {
      var response = try await transport.send(request)
      exchange.received(response.head)
      response.body = exchange.watching(response.body)
      return response
    } catch {
      exchange.end(error)
      throw error
    }
  }

  private func elapsed(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

/// One request on the wire, until its response is read.
private final class RecordedExchange: Sendable {
  private struct State {
    var isOver = false
    var head: HTTPResponse?
    var sent = Data()
    var came = Data()
  }

  private let recording: Recording
  private let index: Int
  private let request: HTTPRequest
  private let start: Date
  private let elapsed: @Sendable () -> Duration
  private let redaction: Redaction
  private let state = Mutex(State())

  init(
    _ recording: Recording, _ request: HTTPRequest, start: Date, elapsed: @escaping @Sendable () -> Duration,
    _ redaction: Redaction
  ) {
    self.recording = recording
    self.request = request
    self.start = start
    self.elapsed = elapsed
    self.redaction = redaction
    index = recording.begin()
  }

  func received(_ head: HTTPResponse) { state.withLock { $0.head = head } }

  /// Returns the request body; what is sent of it is recorded.
  func copying(_ body: ByteStream) -> ByteStream {
    if let bytes = body.bytes {
      state.withLock { $0.sent = bytes }
      return body
    }
    let start: @Sendable () -> ByteStream.Next = { [self] in
      state.withLock { $0.sent = Data() }
      let reader = WatchedReader(body.makeAsyncIterator()) { event in
        if case .chunk(let chunk) = event { self.state.withLock { $0.sent += chunk } }
      }
      return { () async throws(TransportError) in try await reader.next() }
    }
    return body.isReplayable
      ? ByteStream(length: body.length, replayable: start) : ByteStream(length: body.length, once: start)
  }

  /// Returns the response body; what is read of it is recorded.
  func watching(_ body: ByteStream) -> ByteStream {
    ByteStream(
      length: body.length,
      once: { [self] in
        let reader = WatchedReader(body.makeAsyncIterator()) { event in
          switch event {
          case .chunk(let chunk): self.state.withLock { $0.came += chunk }
          case .end: self.end(nil)
          case .failure(let error): self.end(error)
          case .givenUp: self.giveUp()
          }
        }
        return { () async throws(TransportError) in try await reader.next() }
      })
  }

  /// Ends the entry when the response is not read further. That is not an error if the body was complete.
  private func giveUp() {
    let isWhole = state.withLock { state in
      state.head.map { $0.headerFields.contentLength == Int64(state.came.count) || $0.status.code == 204 }
        ?? true
    }
    end(isWhole ? nil : TransportError(.cancelled))
  }

  func end(_ error: TransportError?) {
    let state = state.withLock { state -> State? in
      defer { state.isOver = true }
      return state.isOver ? nil : state
    }
    guard let state else { return }
    recording.end(
      index,
      HAR.Entry(
        start: start, duration: elapsed(),
        request: HAR.Request(
          method: request.method.rawValue, url: redaction.masked(url: request.urlText),
          headers: redaction.masked(request.headerFields),
          body: redaction.masked(state.sent, of: request.headerFields)),
        response: state.head.map { head in
          HAR.Response(
            status: head.status.code, reasonPhrase: head.status.reasonPhrase,
            headers: redaction.masked(head.headerFields),
            body: redaction.masked(
              state.came, as: head.headerFields.mediaType,
              // The transport decodes only the codings that it asks for itself.
              isCoded: request.headerFields.contains(.acceptEncoding)
                && head.headerFields.contains(.contentEncoding)))
        },
        error: error?.kind.description))
  }

  deinit { giveUp() }
}

/// Reads a body for another reader, and reports the events.
private final class WatchedReader: Sendable {
  enum Event {
    case chunk(Data)
    case end
    case failure(TransportError)
    case givenUp
  }

  nonisolated(unsafe) private var chunks: ByteStream.AsyncIterator  // no lock: it has one reader
  private let tell: @Sendable (Event) -> Void

  init(_ chunks: ByteStream.AsyncIterator, _ tell: @escaping @Sendable (Event) -> Void) {
    self.chunks = chunks
    self.tell = tell
  }

  func next() async throws(TransportError) -> Data? {
    do throws(TransportError) {
      let chunk = try await chunks.next(isolation: nil)
      tell(chunk.map { .chunk($0) } ?? .end)
      return chunk
    } catch {
      tell(.failure(error))
      throw error
    }
  }

  deinit { tell(.givenUp) }
}
