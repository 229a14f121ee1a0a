import Foundation
import Repartee
import TestSupport
import Testing

/// Status → outcome: a map declares what each status means, and the compiler checks the code that reads it.
struct ResponseCaseTests {
  struct Job: Decodable, Equatable, Sendable { var id: Int }

  /// A type per status.
  enum Found: Equatable, Sendable {
    case done(User)
    case pending(Job)
    case elsewhere(URL)
    case missing
  }

  private struct Export: Endpoint {
    var request: Request { .post("/exports/\(7)") }
    static let responses: ResponseMap<Found, UserError> = [
      .code(200, .decode(User.self) { .done($0) }),
      .code(202, .decode(Job.self) { .pending($0) }),
      .code(
        303,
        .value { response in
          guard let url = response.location else { throw BodyDecodingError(message: "there is no Location") }
          return .elsewhere(url)
        }),
      .code(404, .value(.missing)),
    ]
  }

  private func text(of response: TransportResponse) async throws -> String {
    let client = Client(baseURL: "\(api)/v1", transport: InMemoryTransport { _ in response })
    return switch try await client.send(Export()) {  // no default branch
    case .done(let user): "done: \(user.name)"
    case .pending(let job): "pending: \(job.id)"
    case .elsewhere(let url): "elsewhere: \(url.absoluteString)"
    case .missing: "missing"
    }
  }

  @Test func aTypePerStatusIsSwitchedOverWithoutDefault() async throws {
    #expect(try await text(of: .json(#"{"id":1,"name":"Ada"}"#)) == "done: Ada")
    #expect(try await text(of: .json(#"{"id":9}"#, status: 202)) == "pending: 9")
    let other = try await text(of: .status(303, headers: [.location: "../files/1?x=ä"]))
    #expect(other == "elsewhere: https://api.example.com/v1/files/1?x=%C3%A4")
    #expect(try await text(of: .status(404)) == "missing")
  }

  @Test func aHeadThatLacksWhatTheValueIsMadeOfIsUndecodableAndKeepsItsStatus() async throws {
    let error = await failure(.status(303), Export.responses)
    #expect(error?.decodingError?.message == "there is no Location")
    #expect(error?.response?.status.code == 303)
  }

  @Test func aValueMadeOfTheHeadReadsNoBody() async throws {
    let map: ResponseMap<Int, Never> = [
      .success(.value { $0.header("x-total").flatMap { Int($0) } ?? 0 }),
      .clientError(.value { -$0.status.code }),
    ]
    let junk = Data([0xFF])
    #expect(try await read(.status(200, headers: [HTTPField.Name("X-Total")!: "17"], body: junk), map) == 17)
    #expect(try await read(.status(204), map) == 0)
    #expect(try await read(.status(409, body: junk), map) == -409)
  }

  @Test func aFailureMadeOfTheHeadReadsNoBody() async throws {
    enum Refusal: Error, Equatable { case busy(RetryAfter?), beyond(String) }
    let map: ResponseMap<User, Refusal> = [
      .code(200, .decode),
      .code(429, .error { .busy($0.retryAfter) }),
      .code(
        416,
        .error { response in
          guard let range = response.header("Content-Range") else {
            throw BodyDecodingError(message: "there is no Content-Range")
          }
          return .beyond(range)
        }),
    ]
    let junk = Data([0xFF])
    let busy = await failure(.status(429, headers: [.retryAfter: "7"], body: junk), map)
    #expect(busy?.declared == .busy(RetryAfter("7")))
    #expect(busy?.response?.body == junk)
    #expect(await failure(.status(416, headers: [.contentRange: "*/26"]), map)?.declared == .beyond("*/26"))
    let lacking = await failure(.status(416), map)
    #expect(lacking?.decodingError?.message == "there is no Content-Range")
    #expect(lacking?.response?.status.code == 416)
    #expect(map.issues.isEmpty)
  }

  @Test func aSuccessStatusCanFailAndAFailureStatusCanGiveOutput() async throws {
    let map: ResponseMap<User?, UserError> = [
      .code(200, .decode(Wrapped.self, result: \.result)), .code(404, .value(nil)),
      .code(409, .decode),
    ]
    #expect(try await read(.json(#"{"user":{"id":1,"name":"a"}}"#), map)?.id == 1)
    #expect(await failure(.json(#"{"error":"full"}"#), map)?.declared == .rejected(Problem(title: "full")))
    #expect(await failure(.json(#"{"error":"full"}"#), map)?.response?.status.code == 200)
    #expect(try await read(.json("junk", status: 404), map) == nil)
    #expect(try await read(.json(#"{"id":2,"name":"b"}"#, status: 409), map)?.id == 2)
  }

  private struct Wrapped: Decodable {
    var user: User?
    var error: String?
    var result: Result<User?, UserError> {
      error.map { .failure(.rejected(Problem(title: $0))) } ?? .success(user)
    }
  }

  @Test func theDeclaredFailureIsAPropertyToo() async throws {
    let error = await failure(.status(404), GetUser.responses)
    #expect(error?.declared == .notFound)
    #expect(await failure(.status(500), GetUser.responses)?.declared == nil)
    #expect(await failure(.json("[]"), GetUser.responses)?.declared == nil)
  }
}
