// The examples of "Empty responses".
import Repartee

struct User: Decodable, Sendable {
  var id: Int
}

struct DeleteUser: Endpoint {
  var id: Int

  var request: Request { .delete("/users/\(id)") }

  static let responses: ResponseMap<Void, Never> = [
    .code(204, .noContent)
  ]
}

struct FindUser: Endpoint {
  var id: Int

  var request: Request { .get("/users/\(id)") }

  static let responses: ResponseMap<User?, Never> = [
    .code(200, .decode),  // an empty body is nil
    .code(204, .noContent),  // nil
    .code(404, .value(nil)),
  ]
}

struct ClearCache: Endpoint {
  var request: Request { .delete("/cache") }

  static let responses: ResponseMap<Void, Never> = [
    .code(204, .noContent(.validatedEmpty))
  ]
}

struct Confirmation: Decodable {
  var returnCode: Int
  var message: String
}

enum ShopError: Error {
  case refused(String)
}

extension EmptyDecodingStrategy where Failure == ShopError {
  static var confirmed: Self {
    .custom { response, decoder in
      let body = try response.decode(
        Confirmation.self, with: decoder)
      if body.returnCode >= 400 {
        return .failure(.refused(body.message))
      }
      guard body.returnCode == response.status.code else {
        throw DecodingFailure(
          message: "returnCode and the status differ")
      }
      return .success(())
    }
  }
}

extension EmptyDecodingStrategy where Failure == ShopError {
  static var confirmedOrEmpty: Self {
    .custom { response, decoder in
      let strategy: Self =
        response.status == .noContent
        ? .validatedEmpty : .confirmed
      return try strategy.check(response, with: decoder)
    }
  }
}

struct CancelOrder: Endpoint {
  var id: Int

  var request: Request { .post("/orders/\(id)/cancel") }

  static let responses: ResponseMap<Void, ShopError> = [
    .success(.noContent(.confirmed))
  ]
}

let client = Client(
  baseURL: "https://api.example.com",
  transport: InMemoryTransport { _ in .json(#"{"returnCode": 500, "message": "too late"}"#) })
do {
  try await client.send(CancelOrder(id: 7))
} catch {
  print(error.declared as Any)
}
