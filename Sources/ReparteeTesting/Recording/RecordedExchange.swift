import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeRedaction

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

final class RecordedExchange: Sendable {
  private struct State {
    var isOver = false
    var head: HTTPResponse?
    var sent = Data()
    var came = Data()
    /// When the reader last asked for a part of the response.
    var asked: Duration = .zero
    var isLate = false
  }

  private let recording: Recording
  private let index: Int
  private let request: HTTPRequest
  private let headLimit: Duration?
  private let headTimeout: TransportError.Timeout
  private let idle: Duration?
  private let start: Date
  private let elapsed: @Sendable () -> Duration
  private let redaction: Redaction
  private let state = Mutex(State())

  /// `elapsed` counts from now by the client's clock; `idle` is the client's idle timeout.
  init(
    _ recording: Recording, _ request: TransportRequest, _ redaction: Redaction, start: Date,
    elapsed: @escaping @Sendable () -> Duration, idle: Duration?
  ) {
    self.recording = recording
    self.request = request.head
    (headLimit, headTimeout) = (request.headLimit, request.headTimeout)
    self.idle = idle
    self.start = start
    self.elapsed = elapsed
    self.redaction = redaction
    index = recording.begin()
  }

  func received(_ head: HTTPResponse) { state.withLock { $0.head = head } }

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

  func watching(_ body: ByteStream) -> ByteStream {
    let cancellation = body.cancellation.map { source -> any Cancellable in
      NotedCancellation(source: source) { self.state.withLock { $0.isLate = true } }
    }
    return ByteStream(
      length: body.length, cancellation: cancellation,
      once: { [self] in
        let reader = WatchedReader(body.makeAsyncIterator()) { event in
          switch event {
          case .asks:
            let now = self.elapsed()
            self.state.withLock { $0.asked = now }
          case .chunk(let chunk): self.state.withLock { $0.came += chunk }
          case .end: self.end(nil)
          case .failure(let error): self.failedReading(error)
          case .givenUp: self.giveUp()
          }
        }
        return { () async throws(TransportError) in try await reader.next() }
      })
  }

  /// No error after a complete body.
  private func giveUp() {
    let isWhole = state.withLock { state -> Bool in
      guard let head = state.head else { return true }
      // RFC 9112, section 6.3.
      let hasNoBody = request.method == .head || head.status.code == 204 || head.status.code == 304
      return hasNoBody || head.headerFields.contentLength == Int64(state.came.count)
    }
    end(isWhole ? nil : .cancelled)
  }

  private func end(_ error: TransportError.Kind?) {
    let state = state.withLock { state -> State? in
      defer { state.isOver = true }
      return state.isOver ? nil : state
    }
    guard let state else { return }
    let url = redaction.masked(wholeURL: request.urlText)
    let sent = redaction.masked(state.sent, of: request.headerFields)
    let came = masked(state.came, of: state.head)
    let cut: String? = came.isComplete ? nil : "incomplete: the rest of the body may contain secrets"
    let entry = HAR.Entry(
      start: start, duration: elapsed(),
      request: HAR.Request(
        method: request.method.rawValue, url: String(decoding: url.bytes, as: UTF8.self),
        headers: redaction.masked(request.headerFields), body: sent.bytes),
      response: state.head.map { head in
        HAR.Response(
          status: head.status.code, reasonPhrase: redaction.masked(text: head.status.reasonPhrase),
          headers: redaction.masked(head.headerFields), body: came.bytes)
      },
      error: error?.recorded ?? cut)
    let (urlSecrets, bodySecrets) = (fingerprint(of: url.secrets), fingerprint(of: sent.secrets))
    recording.end(index, Recording.Recorded(entry: entry, url: urlSecrets, body: bodySecrets))
  }

  private func masked(_ body: Data, of head: HTTPResponse?) -> MaskedBody {
    guard let head else { return MaskedBody(bytes: body) }
    return redaction.masked(
      body, as: head.headerFields.mediaType,
      // The transport decodes only codings that it asks for.
      isCoded: request.headerFields.contains(.acceptEncoding) && head.headerFields.contains(.contentEncoding))
  }

  deinit { giveUp() }
}

// MARK: Time limits

// The client keeps limits outside the transport: it cancels the request or the read, and then makes the timeout's
// error.
extension RecordedExchange {
  func failed(_ error: TransportError) {
    // A transport that keeps the limit does not know its origin.
    guard error.isCancellation || error.kind == .timedOut(.head), let headLimit,
      headLimit.isJustOver(after: elapsed())
    else { return end(error.kind) }
    end(.timedOut(headTimeout))
  }

  private func failedReading(_ error: TransportError) {
    guard error.isCancellation else { return end(error.kind) }
    let now = elapsed()
    let (asked, isLate) = state.withLock { ($0.asked, $0.isLate) }
    if let idle, idle.isJustOver(after: now - asked) { return end(.timedOut(.idle)) }
    if let headLimit, headTimeout != .head, headLimit.isJustOver(after: now) {
      return end(.timedOut(headTimeout))
    }
    end(isLate ? .timedOut(.idle) : error.kind)
  }
}

extension Duration {
  /// The client began to measure earlier.
  fileprivate func isJustOver(after time: Duration) -> Bool {
    time >= self - min(self / 4, .milliseconds(100)) && time <= self * 2
  }
}

private struct NotedCancellation: Cancellable {
  let source: any Cancellable
  let note: @Sendable () -> Void

  func cancel() {
    note()
    source.cancel()
  }
}

private final class WatchedReader: Sendable {
  enum Event {
    case asks
    case chunk(Data)
    case end
    case failure(TransportError)
    case givenUp
  }

  private let chunks: OneReader
  private let tell: @Sendable (Event) -> Void

  init(_ chunks: ByteStream.AsyncIterator, _ tell: @escaping @Sendable (Event) -> Void) {
    self.chunks = OneReader(chunks)
    self.tell = tell
  }

  func next() async throws(TransportError) -> Data? {
    tell(.asks)
    do throws(TransportError) {
      let chunk = try await chunks.next()
      tell(chunk.map { .chunk($0) } ?? .end)
      return chunk
    } catch {
      tell(.failure(error))
      throw error
    }
  }

  deinit { tell(.givenUp) }
}
