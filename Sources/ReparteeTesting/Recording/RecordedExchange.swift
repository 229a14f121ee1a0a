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
    var sentBody = Data()
    var receivedBody = Data()
    /// When the reader last asked for a part of the response.
    var lastRead: Duration = .zero
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
      state.withLock { $0.sentBody = bytes }
      return body
    }
    let start: @Sendable () -> ByteStream.Next = { [self] in
      state.withLock { $0.sentBody = Data() }
      let reader = WatchedReader(body.makeAsyncIterator()) { event in
        if case .chunk(let chunk) = event { self.state.withLock { $0.sentBody += chunk } }
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
          case .read:
            let now = self.elapsed()
            self.state.withLock { $0.lastRead = now }
          case .chunk(let chunk): self.state.withLock { $0.receivedBody += chunk }
          case .end: self.end(nil)
          case .failure(let error): self.failedReading(error)
          case .dropped: self.endDropped()
          }
        }
        return { () async throws(TransportError) in try await reader.next() }
      })
  }

  /// Ends without an error if the body is complete, and otherwise as cancelled.
  private func endDropped() {
    let isWhole = state.withLock { state -> Bool in
      guard let head = state.head else { return true }
      // RFC 9112, section 6.3.
      let hasNoBody = request.method == .head || head.status.code == 204 || head.status.code == 304
      return hasNoBody || head.headerFields.contentLength == Int64(state.receivedBody.count)
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
    let requestBody = redaction.masked(state.sentBody, of: request.headerFields)
    let responseBody = masked(state.receivedBody, of: state.head)
    let cut: String? = responseBody.isComplete ? nil : "incomplete: the rest of the body may contain secrets"
    let entry = HAR.Entry(
      start: start, duration: elapsed(),
      request: HAR.Request(
        method: request.method.rawValue, url: String(decoding: url.bytes, as: UTF8.self),
        headers: redaction.masked(request.headerFields), body: requestBody.bytes),
      response: state.head.map { head in
        HAR.Response(
          status: head.status.code, reasonPhrase: redaction.masked(text: head.status.reasonPhrase),
          headers: redaction.masked(head.headerFields), body: responseBody.bytes)
      },
      error: error?.recorded ?? cut)
    let (urlSecrets, bodySecrets) = (fingerprint(of: url.secrets), fingerprint(of: requestBody.secrets))
    recording.end(index, Recording.Recorded(entry: entry, url: urlSecrets, body: bodySecrets))
  }

  private func masked(_ body: Data, of head: HTTPResponse?) -> MaskedBody {
    guard let head else { return MaskedBody(bytes: body) }
    return redaction.masked(
      body, as: head.headerFields.mediaType,
      // The transport decodes only codings that it asks for.
      isCoded: request.headerFields.contains(.acceptEncoding) && head.headerFields.contains(.contentEncoding))
  }

  deinit { endDropped() }
}

// MARK: Time limits

// The client keeps time limits outside the transport: it cancels the request or the read, and creates the timeout's
// error afterwards.
extension RecordedExchange {
  func failed(_ error: TransportError) {
    // A transport that keeps the limit itself does not know which timeout of the client it is.
    guard error.isCancellation || error.kind == .timedOut(.head), let headLimit,
      headLimit.isJustOver(after: elapsed())
    else { return end(error.kind) }
    end(.timedOut(headTimeout))
  }

  private func failedReading(_ error: TransportError) {
    guard error.isCancellation else { return end(error.kind) }
    let now = elapsed()
    let (lastRead, isLate) = state.withLock { ($0.lastRead, $0.isLate) }
    if let idle, idle.isJustOver(after: now - lastRead) { return end(.timedOut(.idle)) }
    if let headLimit, headTimeout != .head, headLimit.isJustOver(after: now) {
      return end(.timedOut(headTimeout))
    }
    end(isLate ? .timedOut(.idle) : error.kind)
  }
}

extension Duration {
  /// With a tolerance, because the client began to measure earlier.
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
    case read
    case chunk(Data)
    case end
    case failure(TransportError)
    case dropped
  }

  private let chunks: OneReader
  private let report: @Sendable (Event) -> Void

  init(_ chunks: ByteStream.AsyncIterator, _ report: @escaping @Sendable (Event) -> Void) {
    self.chunks = OneReader(chunks)
    self.report = report
  }

  func next() async throws(TransportError) -> Data? {
    report(.read)
    do throws(TransportError) {
      let chunk = try await chunks.next()
      report(chunk.map { .chunk($0) } ?? .end)
      return chunk
    } catch {
      report(.failure(error))
      throw error
    }
  }

  deinit { report(.dropped) }
}
