public import Repartee
import ReparteeBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Has equal calls that are in flight at the same time wait for one response, without a cache.
///
/// ```swift
/// client.stages.insert(OneFetch(), at: 0)
/// ```
///
/// Calls are equal if they are a GET or HEAD without a body, with the same URL, header fields and login, and with equal
/// `RequestValue`s, `headTimeout` and `idleTimeout`. Names of fields that differ from call to call, such as
/// `X-Request-Id` and those of tracing, do not count. A request with a signature, or with a value that is not
/// `Hashable`, is sent for itself.
///
/// The body is read whole, at most `Client.maximumBodySize`, before any of the calls continues; what one has decoded
/// the others do not decode again. A response that the call would stream, or whose `Content-Length` is larger, is for
/// the call that has sent the request; the others send their own.
///
/// Each call keeps its own time limit. A call that ends early, cancelled or at its deadline, ends no other: the request
/// goes on until its last call has left. If the deadline of the call that has sent it ends it, one of the others sends
/// it again. All other errors are those of every call, and each retries by its own policy: the retries are one fetch,
/// too, if they meet.
///
/// Each call's response has the attempt; events are sent only for the call that has sent the request.
///
/// It is the outermost stage, before the cache. Copies of a client share fetches as long as their settings are
/// unchanged. It keeps nothing after the fetch.
public final class OneFetch: Stage {
  /// Fetches of enclosing calls: waiting for one would deadlock.
  @TaskLocal private static var held: [FetchKey] = []

  private enum Fetched: Sendable {
    case shared(AttemptResponse)
    /// Only for the call that has sent the request.
    case own(AttemptResponse)
    case failed(AttemptError)
    /// The sender's own end.
    case over(AttemptError)
  }

  private let table = Mutex(FetchTable<FetchKey, Task<Fetched, Never>>())

  /// Creates a stage without fetches.
  public init() {}

  /// True: requests are passed on as they are.
  public var appliesToOtherOrigins: Bool { true }

  var fetches: Int { table.withLock { $0.count } }
  var waiters: Int { table.withLock { $0.waiters } }

  /// Returns the response of `next` to this request, or to an equal one in flight.
  public func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    guard let key = FetchKey(request, next), !Self.held.contains(key) else { return try await next(request) }
    while true {
      let seat = table.withLock { table in table.join(key) { id in start(key, id, request, next) } }
      defer { table.withLock { $0.leave(key, seat.id) }?.cancel() }
      switch try await request.wait(for: { await seat.fetch.value }) {
      case .shared(let response):
        guard seat.isOwner || !request.streams(response.head) else { return try await next(request) }
        return response
      case .own(let response): return seat.isOwner ? response : try await next(request)
      case .failed(let error): throw error
      case .over(let error): if seat.isOwner { throw error }
      }
    }
  }

  /// A task of its own, which the end of no call cancels.
  private func start(
    _ key: FetchKey, _ id: UInt64, _ request: AttemptRequest, _ next: NextStage
  ) -> Task<Fetched, Never> {
    Task {
      let fetched = await Self.$held.withValue(Self.held + [key]) { await Self.fetch(request, next) }
      table.withLock { $0.end(key, id) }
      return fetched
    }
  }

  private static func fetch(_ request: AttemptRequest, _ next: NextStage) async -> Fetched {
    do throws(AttemptError) {
      let response = try await next(request)
      if response.body.bytes != nil { return .shared(response) }
      let limit = request.maximumBodySize
      if request.streams(response.head) || response.body.length.map({ $0 > Int64(limit) }) ?? false {
        return .own(response)
      }
      return await buffered(response, upTo: limit, for: request)
    } catch {
      return error.transportError?.isEndOfCall ?? false ? .over(error) : .failed(error)
    }
  }

  private static func buffered(
    _ response: AttemptResponse, upTo limit: Int, for request: AttemptRequest
  ) async -> Fetched {
    var (whole, bytes) = (response, Data())
    do throws(TransportError) {
      var chunks = request.withIdleTimeout(response.body).makeAsyncIterator()
      while let chunk = try await chunks.next(isolation: nil) {
        guard bytes.count + chunk.count <= limit else {
          bytes.append(chunk.prefix(limit - bytes.count))
          throw TransportError(.bodyTooLarge(limit: limit))
        }
        bytes.append(chunk)
      }
      whole.body = ByteStream(bytes)
      whole.decoded = response.decoded ?? DecodedValues()
    } catch {
      if error.isEndOfCall { return .over(AttemptError(error)) }
      // Whether it matters that the body broke off depends on what each call makes of it.
      whole.body = ByteStream(bytes, length: response.body.length, then: error)
    }
    return .shared(whole)
  }
}

extension TransportError {
  /// Whether the error is about the call that has sent the request, and not about the server.
  fileprivate var isEndOfCall: Bool {
    isCancellation || kind == .timedOut(.total) || kind == .timedOut(.attempt)
  }
}

extension ByteStream {
  fileprivate init(_ bytes: Data, length: Int64?, then error: TransportError) {
    self.init(
      length: length,
      replayable: {
        var rest: Data? = bytes
        return { () async throws(TransportError) in
          guard let chunk = rest.take(), !chunk.isEmpty else { throw error }
          return chunk
        }
      })
  }
}
