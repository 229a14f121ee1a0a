// The examples of "Retrying safely".
import Foundation
import Repartee

nonisolated struct Payment: Codable, Sendable {
  var amount: Int
}

struct MakePayment: Endpoint {
  var payment: Payment

  var request: Request {
    .post("/payments", body: .json(payment)).idempotent(.key())
  }

  static let responses: ResponseMap<Void, Never> = .anySuccess
}

struct SearchOrders: Endpoint {
  var text: String

  var request: Request {
    .post("/orders/search", body: .json(["text": text])).idempotent()
  }

  static let responses: ResponseMap<[String], Never> = .anySuccess
}

struct PostMessage: Endpoint {
  var text: String

  var request: Request {
    .post("/messages", body: .json(["text": text]))
      .idempotent(.whenThrottled)
  }

  static let responses: ResponseMap<Void, Never> = .anySuccess
}

enum ExportState: String, Decodable, Sendable {
  case pending, done
}

enum ExportError: Error {
  case accountClosed
  case queueFull
}

struct GetExport: Endpoint {
  var id: Int

  var request: Request { .get("/exports/\(id)") }

  static let responses: ResponseMap<ExportState, ExportError> = [
    .code(200, .decode),
    // Retried, though by default a 409 is not.
    .code(409, .error(.queueFull).transient),
    // Not retried, though by default a 503 is.
    .code(503, .error(.accountClosed).permanent),
    // Decides by what was decoded.
    .retryRule { result in
      if case .success(.pending) = result { .transient } else { nil }
    },
  ]
}

enum GitHubError: Error {
  case notFound
}

nonisolated enum GitHub {
  static let failures: ResponseMap<Never, GitHubError> = [
    .code(404, .error(.notFound)),
    .retryRule { result in
      guard case .failure(let error) = result else { return nil }
      return error.declared == .notFound ? .permanent : nil
    },
  ]
}

func rules(client: Client) async throws {
  var client = client
  client.retryRule = { response in
    response.status == .forbidden && response.retryAfter != nil
      ? .throttled : nil
  }
  client.retryPause = { response in
    response.header("X-Backoff").flatMap { RetryAfter($0) }
  }
  let response = try await client.response(to: GetExport(id: 7)) {
    $0.retry = .standard
    $0.retry?.maximumAttempts = 1_000
    $0.timeout = .seconds(600)
  }
  if response.retryLimit != nil { print("it is still pending") }
}

func quotas(client: Client) async throws {
  let response = try await client.response(
    to: SearchOrders(text: "hats"))
  let usedUp = response.rateLimits.first { $0.remaining == 0 }
  switch usedUp?.reset {
  case .delay(let delay): print("wait for \(delay)")
  case .date(let date): print("wait until \(date)")
  case nil: break
  }
}

func example(client: Client) async throws {
  var client = client

  client.retry = .off
  client.retry = .standard
  client.retry.maximumAttempts = 5
  client.retry.attemptTimeout = .seconds(3)
  client.retry.maximumRetryAfter = .seconds(10)

  try await client.send(MakePayment(payment: Payment(amount: 700))) { $0.retry = .off }
  try await client.send(PostMessage(text: "hello"))
  print(try await client.send(SearchOrders(text: "hats")))

  do {
    print(try await client.send(GetExport(id: 7)))
  } catch {
    for attempt in error.attempts {
      print(
        attempt.cause, attempt.pause, attempt.result, attempt.duration)
    }
  }
}
