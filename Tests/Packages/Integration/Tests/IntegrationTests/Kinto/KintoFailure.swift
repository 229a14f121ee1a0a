import Repartee

/// Why Kinto says no: one body for every status, declared once and included in every endpoint.
struct KintoFailure: Error, Decodable, Hashable {
  static let responses: ResponseMap<Never, KintoFailure> = [
    .clientError(.decodeError),
    .serverError(.decodeError),
  ]

  enum Number: Int, Sendable {
    case signedOut = 104
    case invalidParameters = 107
    case unknownObject = 110
    case unknownResource = 111
    case modifiedMeanwhile = 114
    case methodNotAllowed = 115
    case forbidden = 121
  }

  /// An array where parameters don't fit, an object everywhere else.
  enum Details: Hashable, Sendable {
    case parameters([Parameter])
    case subject(Subject)
  }

  struct Parameter: Decodable, Hashable, Sendable {
    enum Location: String, Sendable { case body, header, path, querystring }

    var location: OpenEnum<Location>
    var name: String?
    var description: String
  }

  /// What the error is about; `existing` with 412.
  struct Subject: Decodable, Hashable, Sendable {
    var id: String?
    var resourceName: String?
    var existing: JSONValue?
  }

  var code: Int
  var errno: OpenEnum<Number>
  var error: String
  var message: String?
  var details: Details?
}

extension KintoFailure.Details: Decodable {
  init(from decoder: any Decoder) throws {
    let isArray = (try? decoder.unkeyedContainer()) != nil
    self = try isArray ? .parameters(.init(from: decoder)) : .subject(.init(from: decoder))
  }
}
