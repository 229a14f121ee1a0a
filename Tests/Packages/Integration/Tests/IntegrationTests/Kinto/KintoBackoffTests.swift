import Foundation
import Repartee
import Testing

/// What the server is, and how long it wants clients to wait before the next request.
struct GetServer: Endpoint {
  struct Server {
    var name: String
    var backoff: Duration?
  }

  var request: Request { .get("/") }

  static let responses: ResponseMap<Server, KintoFailure> = [
    .code(
      200, .decode { (body: Body, response) in Server(name: body.projectName, backoff: response.backoff) }),
    .including(KintoFailure.responses),
  ]

  private struct Body: Decodable {
    var projectName: String
  }
}

extension ResponseHead {
  /// Kinto's own field, seconds like those of Retry-After.
  fileprivate var backoff: Duration? {
    guard case .delay(let delay) = header("Backoff").flatMap({ RetryAfter($0) }) else { return nil }
    return delay
  }
}

/// A server under load says so in a field of its own, of every response. It is no Retry-After: nothing failed, and
/// nothing is sent again for it.
@Suite(.needsKinto)
struct KintoBackoffTests {
  @Test func theFieldIsReadBesideTheBody() async throws {
    let reply = try await Kinto.client.response(to: GetServer())
    #expect(reply.value.name == "kinto")
    #expect(reply.value.backoff == .seconds(7))
    #expect(reply.attempts.count == 1)
    #expect(reply.retryAfter == nil)
  }

  @Test func aFailureHasItAsWell() async throws {
    let error = await Kinto.client.result(of: GetNote(bucket: "none", id: "n")).failure
    #expect(error?.declared?.errno == .known(.signedOut))
    #expect(error?.response?.backoff == .seconds(7))
    #expect(error?.attempts.count == 1)
  }
}
