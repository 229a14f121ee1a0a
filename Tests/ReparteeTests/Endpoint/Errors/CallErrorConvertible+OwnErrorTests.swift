import Foundation
import Repartee
import TestSupport
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

struct CallErrorConvertibleOwnErrorTests {
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

  @Test func aBodyThatBreaksOffKeepsTheReceivedBytes() async throws {
    let broken = InMemoryTransport { _ in
      .init(
        head: HTTPResponse(status: .ok),
        body: ByteStream(length: nil, once: chunks(["abc"], then: TransportError(.connectionLost))))
    }
    let error = try await thrown(broken)
    #expect(error.cause == .transport && error.status == 200)
  }
}
