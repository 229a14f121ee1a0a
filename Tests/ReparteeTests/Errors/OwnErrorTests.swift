import Foundation
import Repartee
import Testing

/// An application's own error type absorbs everything.
private struct ShopError: Error, Decodable {
  enum Cause { case said, transport, undeclared, authentication, request, unreadable }
  var message: String
  var cause = Cause.said
  var status: Int?
  var type: (any Any.Type)?

  enum CodingKeys: CodingKey { case message }
}

extension ShopError: CallErrorConvertible {
  init(_ error: CallError<ShopError>) {
    let response = error.response
    switch error.reason {
    case .declared(let failure):
      self = failure
      return
    case .transport(let error): (message, cause) = (error.message, .transport)
    case .authentication(let error): (message, cause) = (error.message, .authentication)
    case .request(let error): (message, cause) = (error.message, .request)
    case .undeclared: (message, cause) = (response?.text ?? "", .undeclared)
    case .undecodable(let failure):
      // The server may have put an error where the output should be.
      self = (try? response?.decode(ShopError.self)) ?? ShopError(message: failure.description)
      (cause, type) = (.unreadable, failure.type)
    }
    status = response?.status.code
  }
}

private protocol ShopEndpoint: Endpoint where Failure == ShopError, Thrown == ShopError {}

struct OwnErrorTests {
  private struct GetCart: ShopEndpoint {
    var request: Request { .get("/cart") }
    static let responses: ResponseMap<User, ShopError> = [.code(200, .decode), .clientError(.decodeError)]
  }

  private func thrown(_ transport: InMemoryTransport, base: String = api) async throws -> ShopError {
    do throws(ShopError) {
      _ = try await Client(baseURL: base, transport: transport).send(GetCart())
    } catch {
      return error
    }
    throw BodyDecodingError(message: "it gave output")
  }

  @Test func itIsMadeFromEveryReason() async throws {
    let said = try await thrown(InMemoryTransport { _ in .json(#"{"message":"sold out"}"#, status: 409) })
    #expect(said.message == "sold out" && said.cause == .said)
    let offline = try await thrown(InMemoryTransport { _ in throw TransportError(.offline) })
    #expect(offline.cause == .transport && offline.status == nil && offline.message.contains("network"))
    let undeclared = try await thrown(
      InMemoryTransport { _ in .text("down", contentType: "text/plain", status: 503) })
    #expect(undeclared.cause == .undeclared && undeclared.status == 503 && undeclared.message == "down")
    let refused = try await thrown(InMemoryTransport { _ in .status(200) }, base: "junk")
    #expect(refused.cause == .request && refused.status == nil)
  }

  @Test func anErrorTheServerPutInPlaceOfTheOutputCanBeReadFromTheBytes() async throws {
    let hidden = try await thrown(InMemoryTransport { _ in .json(#"{"message":"try later"}"#) })
    #expect(hidden.message == "try later" && hidden.cause == .unreadable && hidden.status == 200)
    #expect(hidden.type == User.self)
    let junk = try await thrown(InMemoryTransport { _ in .json("[]", status: 422) })
    #expect(junk.cause == .unreadable && junk.status == 422 && junk.type == ShopError.self)
  }

  @Test func aBodyThatBrokeHandsOnWhatCame() async throws {
    let broken = InMemoryTransport { _ in
      .init(
        head: HTTPResponse(status: .ok),
        body: ByteStream(length: nil, once: chunks(["abc"], then: TransportError(.connectionLost))))
    }
    let error = try await thrown(broken)
    #expect(error.cause == .transport && error.status == 200)
  }
}

private protocol PlainEndpoint: Endpoint where Failure == PlainError, Thrown == PlainError {}

struct PlainErrorTests {
  private struct GetPlain: PlainEndpoint {
    var request: Request { .get("/x") }
    static let responses: ResponseMap<User, PlainError> = [
      .code(200, .decode), .code(404, .error("nobody has that number")),
      .code(409, .error("later").transient),
      .clientError(.decodeError(Problem.self) { PlainError($0.title, underlying: $0) }),
    ]
  }
  private struct ListPlain: PlainEndpoint {
    var request: Request { .get("/x") }
    static let responses: ResponseMap<[User], PlainError> = .anySuccess
  }
  private struct DeletePlain: PlainEndpoint {
    var request: Request { .delete("/x") }
    static let responses: ResponseMap<Void, PlainError> = .anySuccess
  }

  private func thrown(_ transport: InMemoryTransport, base: String = api) async throws -> PlainError {
    do throws(PlainError) {
      _ = try await Client(baseURL: base, transport: transport).send(GetPlain())
    } catch {
      return error
    }
    throw BodyDecodingError(message: "it gave output")
  }

  @Test func everyReasonIsASentenceWithTheWholeCall() async throws {
    let missing = try await thrown(InMemoryTransport { _ in .status(404) })
    #expect(missing.message == "nobody has that number" && missing.status == .notFound)
    #expect(missing.request != nil && missing.attempts.count == 1 && missing.underlying == nil)
    #expect(missing.description == "GET /x → 404 Not Found, no body: nobody has that number")
    let passing = try await thrown(InMemoryTransport { _ in .status(409) })
    #expect(passing.isRetryable && !missing.isRetryable)
    let said = try await thrown(InMemoryTransport { _ in .json(#"{"title":"no"}"#, status: 422) })
    #expect(said.message == "no" && said.underlying is Problem)
    let offline = try await thrown(InMemoryTransport { _ in throw TransportError(.offline) })
    #expect(offline.isOffline && offline.message == "no response: there is no network connection")
    let undeclared = try await thrown(InMemoryTransport { _ in .status(500) })
    #expect(undeclared.message == "an undeclared status" && undeclared.isRetryable)
    let misfit = try await thrown(InMemoryTransport { _ in .json("[]") })
    #expect(misfit.decodingError?.kind == .typeMismatch && misfit.text == "[]")
    let refused = try await thrown(InMemoryTransport { _ in .status(200) }, base: "junk")
    #expect(refused.message.hasPrefix("not sent: ") && refused.request == nil)
  }

  @Test func oneTypedCatchIsEnoughForSeveralEndpoints() async {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .json("[]") })
    do throws(PlainError) {
      #expect(try await client.send(ListPlain()).isEmpty)
      try await client.send(DeletePlain())
      _ = try await client.send(GetPlain())
      Issue.record("it gave output")
    } catch {
      #expect(error.decodingError?.kind == .typeMismatch)
    }
  }
}
