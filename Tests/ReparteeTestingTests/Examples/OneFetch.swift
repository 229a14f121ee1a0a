import HTTPTypes
import Repartee
import TestSupport

/// Has equal calls wait for the response of the first. Its fetch goes on if that call is cancelled; a stream is fetched
/// by each call.
actor OneFetch: Stage {
  private struct Key: Hashable {
    var url: String
    var fields: HTTPFields
    var login: SessionLogin?
  }

  private enum Fetched: Sendable {
    case response(AttemptResponse)
    /// Only for the call that has sent it.
    case stream(AttemptResponse)
    case failure(AttemptError)
  }

  private let limit: Int
  private var fetches: [Key: Task<Fetched, Never>] = [:]

  init(upTo limit: Int = 8 << 20) { self.limit = limit }

  nonisolated var appliesToOtherOrigins: Bool { true }

  func send(
    _ request: AttemptRequest, next: NextStage
  ) async throws(AttemptError) -> AttemptResponse {
    guard request.head.method == .get, request.body == nil else { return try await next(request) }
    let key = Key(url: request.url, fields: request.headers, login: request.login)
    let isFirst = fetches[key] == nil
    let fetch = fetches[key] ?? start(key, request, next)
    switch try await request.wait(for: { await fetch.value }) {
    case .response(let response): return response
    case .failure(let error): throw error
    case .stream(let response):
      if isFirst { return response }
      return try await next(request)
    }
  }

  private func start(_ key: Key, _ request: AttemptRequest, _ next: NextStage) -> Task<Fetched, Never> {
    let fetch = Task {
      let result = await fetched(request, next)
      fetches[key] = nil
      return result
    }
    fetches[key] = fetch
    return fetch
  }

  private func fetched(_ request: AttemptRequest, _ next: NextStage) async -> Fetched {
    do throws(AttemptError) {
      var response = try await next(request)
      if request.streams(response.head) { return .stream(response) }
      do throws(TransportError) {
        response.body = ByteStream(try await response.body.collect(upTo: limit))
      } catch {
        throw AttemptError(error)
      }
      return .response(response)
    } catch {
      return .failure(error)
    }
  }
}
