public import Repartee

/// What every endpoint of the API can refuse with, declared once and included where it is needed.
public enum APIFailure: Error, Hashable {
  case signedOut
  case tooManyRequests
  case unavailable

  public static let responses: ResponseMap<Never, APIFailure> = [
    .code(401, .error(.signedOut)),
    .code(429, .error(.tooManyRequests)),
    .serverError(.error(.unavailable)),
  ]
}

/// Who a token belongs to; without one the API says 401.
public struct GetAccount: Endpoint {
  public struct Account: Decodable, Hashable, Sendable {
    public var authenticated: Bool
  }

  public var token: String?

  public init(token: String?) { self.token = token }

  public var request: Request {
    .get("/bearer", headers: ["Authorization": token.map { "Bearer \($0)" }])
  }

  public static let responses: ResponseMap<Account, APIFailure> = [
    .code(200, .decode),
    .including(APIFailure.responses),
  ]
}

/// 200 with an error inside: the body holds a receipt or the reason why there is none. What the whole API
/// refuses with is lifted into the endpoint's own failure.
public struct Pay: Endpoint {
  /// Cards for testing, each of which has its own answer.
  public enum Card: Sendable {
    case good, declined, overloaded
  }

  public struct Receipt: Hashable, Sendable {
    public var number: String
  }

  public enum PaymentError: Error, Hashable {
    case declined(reason: String)
    case api(APIFailure)
  }

  public var card: Card

  public init(with card: Card) { self.card = card }

  public var request: Request {
    switch card {
    case .good: .post("/response-headers", query: ["receipt": "R-1001"])
    case .declined: .post("/response-headers", query: ["error": "insufficient funds"])
    case .overloaded: .post("/status/503")
    }
  }

  public static let responses: ResponseMap<Receipt, PaymentError> = [
    .code(200, .decode(Answer.self, result: \.result)),
    .including(APIFailure.responses) { .api($0) },
  ]

  private struct Answer: Decodable {
    var receipt: String?
    var error: String?

    var result: Result<Receipt, PaymentError> {
      if let receipt { return .success(Receipt(number: receipt)) }
      return .failure(.declined(reason: error ?? "no reason given"))
    }
  }
}
