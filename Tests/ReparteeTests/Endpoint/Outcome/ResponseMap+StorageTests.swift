import Foundation
import Repartee
import TestSupport
import Testing

/// Failures that all endpoints of an API share, and maps whose resolution is replaced.
struct ResponseMapStorageTests {
  enum APIFailure: Error, Equatable { case signedOut, busy, said(String) }

  private static let shared: ResponseMap<Never, APIFailure> = [
    .code(401, .error(.signedOut)), .code(503, .error(.busy)),
    .clientError(.decodeError(Problem.self) { .said($0.title) }),
  ]

  private enum Own: Error, Equatable { case missing, api(APIFailure) }

  @Test func sharedFailuresAreIncludedAsTheyAreOrLifted() async throws {
    let same: ResponseMap<User, APIFailure> = [.code(200, .decode), .including(Self.shared)]
    let lifted: ResponseMap<User, Own> = [
      .code(200, .decode), .code(404, .error(.missing)), .including(Self.shared) { .api($0) },
    ]
    #expect(await failure(.status(401), same)?.declared == .signedOut)
    #expect(await failure(.status(401), lifted)?.declared == .api(.signedOut))
    #expect(await failure(.status(404), lifted)?.declared == .missing, "an own case comes first")
    let no = TransportResponse.json(#"{"title":"no"}"#, status: 422)
    #expect(await failure(no, same)?.declared == .said("no"))
    #expect(await failure(no, lifted)?.declared == .api(.said("no")))
    #expect(await failure(.status(500), lifted)?.isUndeclared == true)
  }

  @Test func aMapWhoseResolutionIsReplacedCanDecideAndDelegate() async throws {
    let map = ResponseMap<Int, APIFailure>([.code(200, .decode), .code(401, .error(.signedOut))])
      .wrapping { response, _, declared in
        if response.header("Warning") != nil { return .failure(.busy) }
        guard response.status.code != 299 else {
          var changed = response
          changed.head.status = .ok
          return try await declared(changed).map { $0 * 10 }
        }
        return try await declared(response)
      }
    #expect(try await read(.json("7"), map) == 7)
    #expect(try await read(.json("7", status: 299), map) == 70)
    #expect(await failure(.status(200, headers: [.init("Warning")!: "199"]), map)?.declared == .busy)
    #expect(await failure(.status(401), map)?.declared == .signedOut)
    #expect(await failure(.json("[]"), map)?.decodingError?.kind == .typeMismatch)
    let undeclared = await failure(.text("gone", contentType: "text/plain", status: 410), map)
    #expect(undeclared?.isUndeclared == true && undeclared?.text == "gone")
  }

  @Test func aReplacedResolutionMayWaitAndKeepsAsynchronousOutcomes() async throws {
    let map = ResponseMap<Int, APIFailure>([.any(Outcome(async: { _, _ in .success(1) }))])
      .wrapping { response, _, declared in
        await Task.yield()
        return try await declared(response).map { $0 + 1 }
      }
      .map { $0 * 2 }
    #expect(try await read(.status(200), map) == 4)
  }

  @Test func aStreamedOutcomeCantBeReachedThroughResolving() async {
    let map = ResponseMap<Int, Never>([.any(Outcome(stream: { _, _ in .success(1) }))])
      .wrapping { response, _, declared in try await declared(response) }
    #expect(await failure(.status(200), map)?.decodingError?.message.contains("streamed") == true)
  }

  @Test func anIncludedMapKeepsItsOwnResolution() async {
    let shared = Self.shared.wrapping { response, _, declared in
      if response.status.code == 503, response.header("Retry-After") == nil { return .failure(.said("down")) }
      return try await declared(response)
    }
    let map: ResponseMap<User, APIFailure> = [.code(200, .decode), .including(shared)]
    #expect(await failure(.status(503), map)?.declared == .said("down"))
    #expect(await failure(.status(503, headers: [.init("Retry-After")!: "1"]), map)?.declared == .busy)
    #expect(await failure(.status(500), map)?.isUndeclared == true)
  }
}
