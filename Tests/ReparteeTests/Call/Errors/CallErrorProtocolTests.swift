import Foundation
import Repartee
import TestSupport
import Testing

/// One enum to switch over, whatever the endpoint declares.
struct CallErrorProtocolTests {
  private let map: ResponseMap<User, UserError> = [
    .code(200, .decode), .code(404, .error(.notFound)),
  ]
  private struct Plain: Endpoint {
    typealias Thrown = PlainError
    var request: Request { .get("/x") }
    static let responses: ResponseMap<User, PlainError> = [.code(200, .decode), .code(404, .error("gone"))]
  }

  private func name(_ failure: (any CallErrorProtocol)?) -> String {
    switch failure?.cause {
    case .declared(let error): "declared \(error is UserError || error is PlainError)"
    case .undeclared: "undeclared"
    case .undecodable: "undecodable"
    case .transport: "transport"
    case .authentication: "authentication"
    case .request: "request"
    case nil: "none"
    }
  }

  @Test(arguments: [
    (404, "", "declared true"), (500, "", "undeclared"), (200, "[]", "undecodable"), (-1, "", "transport"),
  ])
  func everyReasonIsACause(code: Int, body: String, cause: String) async {
    let client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        if code < 0 { throw TransportError(.offline) }
        return .json(body, status: code)
      })
    var failures: [(any CallErrorProtocol)?] = []
    do { _ = try await client.send(Resource(.get("/x"), map)) } catch { failures.append(error) }
    do { _ = try await client.send(Plain()) } catch { failures.append(error) }
    #expect(failures.map(name) == [cause, cause])
  }

  @Test func aRequestThatCantBeBuiltIsACause() async {
    let client = Client(baseURL: "junk", transport: InMemoryTransport { _ in .status(200) })
    guard case .failure(let error) = await client.result(of: Plain()) else { return }
    #expect(name(error) == "request" && name(PlainError("mine")) == "declared true")
  }

  private enum AppFailure: CallErrorConvertible, Equatable {
    case gone
    case other(String, status: Int?)

    init(_ error: CallError<AppFailure>) {
      let status = error.response?.status.code
      switch error.reason {
      case .declared(let failure): self = failure
      case .undeclared: self = .other("undeclared", status: status)
      case .undecodable(let failure): self = .other("\(failure.kind.rawValue)", status: status)
      case .transport(let error): self = .other(error.message, status: status)
      case .authentication(let error): self = .other(error.message, status: status)
      case .request: self = .other("request", status: status)
      }
    }
  }

  private struct GetIt: Endpoint {
    typealias Thrown = AppFailure
    var request: Request { .get("/x") }
    static let responses: ResponseMap<User, AppFailure> = [.code(200, .decode), .code(404, .error(.gone))]
  }

  @Test func oneInitializerSufficesForAnApplicationsErrorType() async {
    func thrown(_ response: TransportResponse) async -> AppFailure? {
      let client = Client(baseURL: api, transport: InMemoryTransport { _ in response })
      do throws(AppFailure) {
        _ = try await client.send(GetIt())
        return nil
      } catch {
        return error
      }
    }
    #expect(await thrown(.status(404)) == .gone)
    #expect(await thrown(.json("[]")) == .other("typeMismatch", status: 200))
    #expect(await thrown(.status(500)) == .other("undeclared", status: 500))
    #expect(await thrown(.json(#"{"id":1,"name":"a"}"#)) == nil)
  }

  @Test func kindsOfYourOwnAreDistinguished() {
    let failure = BodyDecodingError(
      .init(rawValue: "checksum"), type: User.self, path: "users[1]", message: "it differs",
      underlying: UserError.notFound, availableKeys: ["a"])
    #expect(failure.kind == .init(rawValue: "checksum") && failure.kind != .custom)
    #expect(failure.description == "users[1]: it differs, decoding User")
    #expect(BodyDecodingError(message: "mine").kind == .custom && "\(failure.kind)" == "checksum")
    switch RequestError(.path, "no").kind {
    case .path: break
    default: Issue.record("a kind is matched by its name")
    }
  }
}
