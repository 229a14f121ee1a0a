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

/// What a user name and a password open. The API asks for them with a 401; the session then says who it is, and the request
/// is sent again.
public struct OpenSafe: Endpoint {
  public struct Safe: Decodable, Hashable, Sendable {
    public var authenticated: Bool
    public var user: String

    public init(authenticated: Bool, user: String) {
      self.authenticated = authenticated
      self.user = user
    }
  }

  public init() {}

  private static let session = Session<BasicCredential>.obtaining { _, refresh in
    guard refresh.challenges.contains(where: { $0.scheme == "basic" }) else {
      throw AuthenticationError(.refused)
    }
    return BasicCredential(username: "ada", password: "lovelace")
  }

  public var request: Request {
    .get("/basic-auth/ada/lovelace").authenticated(.session(ifSignedIn: Self.session))
  }

  public static let responses: ResponseMap<Safe, APIFailure> = [
    .code(200, .decode),
    .including(APIFailure.responses),
  ]
}

/// Says nothing when all is well, and says so in a body: a strategy of the API's own reads it. httpbin sends back
/// the `returnCode` that it got.
public struct CancelPayment: Endpoint {
  public enum Refusal: Error, Hashable {
    case code(String, String)
  }

  public var returnCode: Int

  public init(returnCode: Int) { self.returnCode = returnCode }

  public var request: Request {
    .post(
      "/response-headers", query: ["returnCode": returnCode, "message": returnCode == 0 ? nil : "too late"])
  }

  public static let responses: ResponseMap<Void, Refusal> = [
    .code(200, .noContent(.confirmed))
  ]
}

extension EmptyDecodingStrategy where Failure == CancelPayment.Refusal {
  /// The body has a `returnCode`, and 0 is success.
  static var confirmed: Self {
    .custom { response, decoder in
      let body = try response.decode(Confirmation.self, with: decoder)
      return body.returnCode == "0" ? .success(()) : .failure(.code(body.returnCode, body.message ?? ""))
    }
  }
}

private struct Confirmation: Decodable {
  var returnCode: String
  var message: String?
}

/// A success that is to have no body. The API sends one: `.noContent(.validatedEmpty)` says so.
public struct EmptyBasket: Endpoint {
  public init() {}

  public var request: Request { .delete("/anything/basket") }

  public static let responses: ResponseMap<Void, Never> = [
    .code(200, .noContent(.validatedEmpty))
  ]
}

/// What went wrong as a problem (RFC 9457). httpbin sends the Content-Type that it is asked for.
public struct OrderRefund: Endpoint {
  public init() {}

  public var request: Request {
    .post(
      "/response-headers",
      query: [
        "Content-Type": "application/problem+json", "type": "https://example.com/probs/out-of-credit",
        "title": "You do not have enough credit.", "balance": "30",
      ])
  }

  public static let responses: ResponseMap<Void, ProblemDetails> = [
    .code(204, .noContent),
    .code(200, .problem),
  ]
}

/// Declares a problem for 4xx; the server says 405 in HTML. The failure says what came where what was declared.
public struct ReplaceSlideshow: Endpoint {
  public init() {}

  public var request: Request { .put("/json") }

  public static let responses: ResponseMap<Void, ProblemDetails> = [
    .success(.noContent),
    .clientError(.problem),
  ]
}

/// 200 with an error inside: the body holds a receipt or the reason why there is none. What the whole API
/// refuses with is lifted into the endpoint's own failure.
public struct Pay: Endpoint {
  /// Cards for testing, each of which has its own response.
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
    .code(200, .decode(Body.self, result: \.result)),
    .including(APIFailure.responses) { .api($0) },
  ]

  private struct Body: Decodable {
    var receipt: String?
    var error: String?

    var result: Result<Receipt, PaymentError> {
      if let receipt { return .success(Receipt(number: receipt)) }
      return .failure(.declined(reason: error ?? "no reason given"))
    }
  }
}
