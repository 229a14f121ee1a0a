// The examples of "Errors".
import Repartee

nonisolated struct User: Decodable, Sendable {
  var id: Int
}

enum UserError: Error {
  case notFound
  case rejected(ProblemDetails)
}

struct GetUser: Endpoint {
  var id: Int

  var request: Request { .get("/users/\(id)") }

  static let responses: ResponseMap<User, UserError> = [
    .code(200, .decode),
    .code(404, .error(.notFound)),
    .clientError(.problem { .rejected($0) }),
  ]
}

func show(_ client: Client) async {
  do throws(CallError<UserError>) {
    let user = try await client.send(GetUser(id: 7))
    print(user.id)
  } catch {
    if let failure = error.declared {
      print("the API refused: \(failure)")
    }
    if error.isOffline || error.isTimeout { print("retry later") }
    if error.status == .unauthorized { print("sign in first") }
    // One line, without secrets, for a log.
    print(error.description)
    // Also status, headers, body, text.
    print(error.header("X-Request-ID") ?? "no number")
  }
}

func timeouts(_ client: Client) async {
  do {
    print(try await client.send(GetUser(id: 7)))
  } catch {
    if error.transportError?.kind == .timedOut(.connectionPool) {
      print("all connections are in use")
    }
  }
}

nonisolated struct Refusal: Decodable {
  var message: String
  var code: String?
}

enum AppError: Error {
  case offline
  case refused(String)
  case broken(String)
}

extension AppError: CallErrorConvertible {
  init(_ error: CallError<AppError>) {
    switch error.reason {
    case .declared(let failure): self = failure
    case .transport(let reason) where reason.isOffline:
      self = .offline
    case .transport, .undeclared, .undecodable, .authentication,
      .request:
      self = .broken(error.summary)
    }
  }
}

nonisolated protocol AppEndpoint: Endpoint
where Failure == AppError, Thrown == AppError {}

nonisolated extension Outcome where Failure == AppError {
  static var refused: Outcome {
    .decodeError(Refusal.self) { .refused($0.message) }
  }
}

nonisolated extension ResponseMap
where Output: Decodable, Failure == AppError {
  static var common: ResponseMap {
    [.success(.decode), .any(.refused)]
  }
}

nonisolated extension ResponseMap<Void, AppError> {
  static var common: ResponseMap {
    [.success(.noContent), .any(.refused)]
  }
}

struct GetProfile: AppEndpoint {
  var request: Request { .get("/me") }
  static let responses: ResponseMap<User, AppError> = .common
}

struct DeleteProfile: AppEndpoint {
  var request: Request { .delete("/me") }
  static let responses: ResponseMap<Void, AppError> = .common
}

enum CartError: Error, CustomStringConvertible {
  case refused(Refusal)

  // … a declared failure (CartError.refused): the cart is full
  var description: String {
    switch self {
    case .refused(let refusal): refusal.message
    }
  }
}

enum PaymentError: NamedFailure {
  case declined(Refusal)
  case frozen

  var failureName: String? {
    switch self {
    case .declined(let refusal): refusal.code
    case .frozen: "account_frozen"
    }
  }
}

func describe(_ failure: any CallErrorProtocol) -> String {
  switch failure.cause {
  case .declared(let error): "the API refused: \(error)"
  case .undeclared: "a status that is not declared"
  case .undecodable(let failure):
    "a body that did not fit: \(failure)"
  case .transport(let error): "no response: \(error)"
  case .authentication(let error): "not signed in: \(error)"
  case .request(let error): "not sent: \(error)"
  }
}

func showProfile(_ client: Client) async {
  do throws(AppError) {
    print(try await client.send(GetProfile()).id)
  } catch {
    switch error {
    case .offline: print("offline")
    case .refused(let message), .broken(let message): print(message)
    }
  }
}

struct GetSettings: Endpoint {
  typealias Output = [String: String]
  typealias Thrown = PlainError

  var request: Request { .get("/settings") }

  static let responses: ResponseMap<Output, PlainError> = [
    .code(200, .decode),
    .code(404, .error("nothing is set")),
    .clientError(
      .decodeError(Refusal.self) { PlainError($0.message) }),
  ]
}

struct LegacyError: Error {
  var code: Int
}

func redacted(_ client: Client) -> Client {
  var client = client
  // Masks `Diagnosis`, `diagnosis_code`, …
  client.redaction.words.append("diagnosis")
  client.redaction.exceptions.append("next_page_token")
  return client
}

func legacy(_ client: Client) async {
  do throws(LegacyError) {
    let user = try await client.result(of: GetUser(id: 7))
      .mapError { LegacyError(code: $0.status?.code ?? -1) }
      .get()
    print(user)
  } catch {
    print(error.code)
  }
}

let client = Client(
  baseURL: "https://api.example.com",
  transport: InMemoryTransport { _ in .json(#"{"title": "no"}"#, status: 422) })
await show(client)
await showProfile(client)
await legacy(client)
