// What an application declares, here its models and failures. `nonisolated` is only where a module needs it whose
// default isolation is the main actor. Scripts/compiles snippets compiles this folder as one module, in each mode.
import Foundation
import Repartee

nonisolated struct User: Codable, Equatable, Sendable {
  var id: Int
  var name: String
  var address: Address?
  var role: Role
  var color: OpenEnum<Color>?

  struct Address: Codable, Equatable, Sendable {
    var street: String
  }

  enum CodingKeys: String, CodingKey {
    case id, address, role, color
    case name = "full_name"
  }
}

/// The conformance follows from the raw values, so it needs no mark.
enum Role: String, Codable, Sendable {
  case admin, guest
}

enum Color: String, Sendable {
  case red, green
}

/// A member of an extension needs a mark of its own where other than the main actor's code uses it.
nonisolated extension User {
  var initials: String { String(name.prefix(1)) }
}

nonisolated struct Team: Decodable, Sendable, Keyed {
  static let key = "team"
  var title: String
}

nonisolated struct Problem: Decodable, Sendable {
  var title: String
}

nonisolated struct Envelope<Content: Decodable & Sendable>: Decodable, Sendable {
  var data: Content
}

/// A property wrapper needs an outer type that has the mark.
nonisolated enum Samples {
  struct Sample: Codable, Sendable {
    @Quoted var stars: Int
    @Quoted var price: Decimal?
  }
}

nonisolated struct Settings: JSONDecodable, JSONEncodable, Sendable {
  var theme: String

  init(theme: String) { self.theme = theme }

  init(json: JSONReader) throws { theme = try json["theme"] ?? "light" }

  func write(to json: inout JSONWriter) throws { try json.write(theme, forKey: "theme") }
}

@JSONModel
nonisolated struct Note: Sendable {
  var id: Int
  var text: String
}

enum UserError: Error, Equatable {
  case notFound
  case rejected(String)
}

enum SharedError: Error {
  case signedOut, tooManyRequests
}

/// A failure that is decoded itself.
struct APIError: Error, Decodable {
  var message: String
}

enum TeamError: NamedFailure {
  case missing
  case rejected(Problem)

  var failureName: String? { "team" }
}

/// One error type for the application.
enum AppError: Error {
  case offline
  case refused(String)
}

extension AppError: CallErrorConvertible {
  init(_ error: CallError<AppError>) { self = error.declared ?? .offline }
}
