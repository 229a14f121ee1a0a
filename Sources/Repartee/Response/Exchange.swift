import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One request and what has come back so far: from it a ``Reply`` is made, or an error that lost nothing.
struct Exchange {
  private let request: SentRequest
  private let stopwatch: () -> Duration
  private var head: HTTPResponse?
  /// What the outcome that reads the response says about sending the request again.
  var transience: Transience?
  private var decoder: any ResponseDecoder = JSONCoder()
  private var body = Data()
  private var timing = Timing()

  init(_ request: SentRequest, stopwatch: @escaping () -> Duration) {
    self.request = request
    self.stopwatch = stopwatch
  }

  mutating func received(_ head: HTTPResponse, decoder: any ResponseDecoder) {
    self.head = head
    self.decoder = decoder
    timing.head = stopwatch()
    timing.total = timing.head
  }

  mutating func received(_ chunk: Data, limit: Int) throws(TransportError) {
    guard body.count + chunk.count <= limit else {
      body.append(chunk.prefix(max(limit - body.count, 0)))
      throw TransportError(.bodyTooLarge(limit: limit))
    }
    // A chunk is taken as it is only if its indices begin at 0, as those of a body have to.
    if body.isEmpty, chunk.startIndex == 0 { body = chunk } else { body.append(chunk) }
  }

  /// As much of the body as was read.
  mutating func received(_ beginning: Data) {
    body = beginning
    timing.total = stopwatch()
  }

  /// The whole response, now that its body is there.
  mutating func response(_ head: HTTPResponse) -> Response {
    timing.total = stopwatch()
    return Response(head: head, body: body, request: request, timing: timing, decoder: decoder)
  }

  func streamed(
    _ head: HTTPResponse, body: ByteStream,
    reopen: Reopen?
  ) -> StreamedResponse {
    StreamedResponse(head: head, body: body, request: request, timing: timing, reopen: reopen)
  }

  /// What an outcome makes of the response.
  func read<Output, Failure>(
    _ head: HTTPResponse, _ outcome: () async throws -> Result<Output, Failure>
  ) async -> Result<Reply<Output>, CallError<Failure>> {
    do {
      switch try await outcome() {
      case .success(let value):
        let attempt = Attempt(result: .status(head.status.code), duration: timing.total)
        return .success(
          Reply(value: value, head: head, request: request, timing: timing, attempts: [attempt]))
      case .failure(let failure):
        return .failure(error(.declared(failure)))
      }
    } catch let undeclared as UndeclaredStatus {
      return .failure(error(.undeclared, declaredTypes: undeclared.declaredTypes))
    } catch let error as TransportError {
      return .failure(self.error(.transport(error)))
    } catch is CancellationError {
      return .failure(error(.transport(TransportError(.cancelled))))
    } catch let failure as DecodingFailure {
      return .failure(error(.undecodable(failure)))
    } catch {
      // To `any Error` everything would be declared.
      if Failure.self != (any Error).self, let failure = error as? Failure {
        return .failure(self.error(.declared(failure)))
      }
      // A call that the outcome made itself.
      if let lost = (error as? any CallFailure)?.transportError {
        return .failure(self.error(.transport(lost)))
      }
      return .failure(self.error(.undecodable(DecodingFailure(error))))
    }
  }

  mutating func failed<Failure>(_ error: TransportError) -> CallError<Failure> {
    timing.total = stopwatch()
    return self.error(.transport(error))
  }

  func error<Failure>(
    _ reason: CallError<Failure>.Reason, declaredTypes: [MediaRange] = []
  ) -> CallError<Failure> {
    let response = head.map {
      Response(head: $0, body: body, request: request, timing: timing, decoder: decoder)
    }
    let result: Attempt.Result =
      switch (reason, head) {
      case (.transport(let error), _): .failed(error)
      case (_, let head?): .status(head.status.code)
      case (_, nil): .failed(TransportError(.other))
      }
    var error = CallError(
      reason, request: request, response: response,
      attempts: [Attempt(result: result, duration: timing.total)])
    error.declaredTypes = declaredTypes
    error.transience = transience
    return error
  }
}
