import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads and parses the body of a stream, and reopens the stream.
final class StreamReader<Element: Sendable, DeclaredFailure: Error> {
  private let response: StreamedResponse
  private let requiredType: MediaRange?
  private let end: StreamEnd?
  private let reconnection: StreamReconnection?
  private let enclosing: EnclosingText?
  private var chunks: ByteStream.AsyncIterator?
  private var parser: any StreamParser<Element>
  private var failure: CallError<DeclaredFailure>?
  private var failedReconnections = 0
  private var reopening: (stopwatch: Stopwatch, events: Int, comments: Int)?
  /// How long a stream of comments must be open to end a series of failures.
  private static var openTimeWithComments: Duration { .seconds(5) }

  init(
    _ response: StreamedResponse, parser: any StreamParser<Element>, requiredType: MediaRange?,
    end: StreamEnd?, reconnection: StreamReconnection?, enclosing: EnclosingText?
  ) {
    self.response = response
    self.parser = parser
    self.requiredType = requiredType
    self.end = end
    self.reconnection = reconnection
    self.enclosing = enclosing
    chunks = response.body.makeAsyncIterator()
  }

  func isOver() throws(CallError<DeclaredFailure>) -> Bool {
    if let failure { throw failure }
    return chunks == nil
  }

  /// The elements that end in the next chunk; empty after a failure.
  func next(isolation actor: isolated (any Actor)?) async -> [Element] {
    let chunk: Data?
    do {
      chunk = try await chunks?.next(isolation: actor)
    } catch {
      await reconnect(after: error, isolation: actor)
      return []
    }
    var elements: [Element] = []
    defer { if chunk == nil { enclosing?.keep(parser) } }
    do {
      try parser.parse(chunk, into: &elements)
      if parser.isAtEnd || chunk == nil && end?.isOptional == true {
        chunks = nil
      } else if chunk == nil {
        await reconnect(after: end?.isMissing, isolation: actor)
      }
    } catch {
      chunks = nil
      failure = response.error(Self.reason(error))
    }
    return elements
  }

  /// A decoder's error is never the server's failure.
  private static func reason(_ error: any Error) -> CallError<DeclaredFailure>.Reason {
    switch error {
    case is BodyDecodingError, is JSONError, is DecodingError: .undecodable(BodyDecodingError(error))
    case let failure as DeclaredFailure: .declared(failure)
    default: .undecodable(BodyDecodingError(error))
    }
  }

  private func endFailures(ifAlive parser: any ResumableParser<Element>) {
    guard let reopening else { return }
    let isAlive =
      parser.eventCount > reopening.events
      || parser.commentCount > reopening.comments && reopening.stopwatch.elapsed >= Self.openTimeWithComments
    if isAlive { failedReconnections = 0 }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private func reconnect(
    after error: TransportError?, isolation actor: isolated (any Actor)?
  ) async {
    chunks = nil
    failure = error.map { response.error(.transport($0)) }
    guard let reconnection, let reopen = response.reopen, error?.isRetryable ?? true,
      var resumable = parser as? any ResumableParser<Element>
    else { return }
    endFailures(ifAlive: resumable)
    var retryAfter: Duration?
    let takes = { @Sendable [first = response.head, requiredType] (head: HTTPResponse) in
      head.status.code == first.status.code && (requiredType?.fits(head, like: first) ?? true)
    }
    while failedReconnections < reconnection.limit {
      failedReconnections += 1
      let resumption = resumable.resumption
      let pause = reconnection.pause(
        attempt: failedReconnections, asked: resumption.delay, retryAfter: retryAfter)
      do {
        switch try await reopen(pause, resumption.lastEventID, takes) {
        case .taken(let reopened, let stopwatch):
          chunks = reopened.body.makeAsyncIterator()
          failure = nil
          reopening = (stopwatch, resumable.eventCount, resumable.commentCount)
          resumable.restart()
          parser = resumable
          return
        case .refused(let refusal, let asked):
          let code = refusal.status.code
          if code == 204 {  // the server says that there is no more
            failure = nil
            return
          }
          let mismatch = code == response.head.status.code ? requiredType?.mismatch(refusal.head) : nil
          failure = CallError(
            mismatch.map { .undecodable($0) } ?? .undeclared, request: response.request, response: refusal)
          if code != 429, !(500...599).contains(code) { return }
          retryAfter = asked
        }
      } catch {
        failure = response.error(.transport(error))
        retryAfter = nil
        if !error.isRetryable { return }
      }
    }
    // The limit of reconnections is reached, and the server ended the stream.
    if failure == nil, failedReconnections > 0 {
      let message =
        "the server ended the stream, and \(failedReconnections) reconnections in a row gave no event"
      failure = response.error(.transport(TransportError(.connectionLost, message: message)))
    }
  }
}

extension MediaRange {
  fileprivate func fits(_ head: HTTPResponse, like first: HTTPResponse) -> Bool {
    if mismatch(head) == nil { return true }
    guard let type = head.headerFields.mediaType, let before = first.headerFields.mediaType else {
      return false
    }
    return type.hasEssence(of: before)
  }
}
