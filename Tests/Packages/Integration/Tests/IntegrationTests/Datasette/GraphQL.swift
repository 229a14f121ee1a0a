import Repartee

/// A GraphQL query: a type for what it gives, and the errors that all of them have.
///
/// Servers say 200 when there are errors, or 400, or 500: the body counts.
protocol GraphQLQuery: Endpoint where Output: Decodable, Failure == GraphQLFailure {
  static var query: String { get }
  var variables: JSONValue { get }
}

extension GraphQLQuery {
  var variables: JSONValue { [:] }

  var request: Request {
    let body: JSONValue = ["query": .string(Self.query), "variables": variables]
    return .post("/graphql/shop", body: .json(body))
  }

  static var responses: ResponseMap<Output, GraphQLFailure> {
    let reply = Outcome<Output, GraphQLFailure>.decode(GraphQLReply<Output>.self, result: \.result)
    return [.code(200, reply), .codes(400...599, reply.when("application/json"))]
  }
}

struct GraphQLFailure: Error {
  struct Fault: Decodable {
    struct Location: Decodable, Hashable {
      var line: Int
      var column: Int
    }

    var message: String
    var locations: [Location]?
    /// Keys, and indexes of arrays.
    var path: [JSONValue]?
  }

  var errors: [Fault]
  /// What there is all the same; its type has no place for what is missing.
  var data: JSONValue?
}

private struct GraphQLReply<Output: Decodable & Sendable>: Decodable {
  var result: Result<Output, GraphQLFailure>

  private enum CodingKeys: CodingKey {
    case data, errors
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let errors = try container.decodeIfPresent([GraphQLFailure.Fault].self, forKey: .errors) {
      result = .failure(
        GraphQLFailure(errors: errors, data: try container.decodeIfPresent(JSONValue.self, forKey: .data)))
    } else {
      result = .success(try container.decode(Output.self, forKey: .data))
    }
  }
}
