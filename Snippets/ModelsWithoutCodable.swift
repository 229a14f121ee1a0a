// The examples of "Models without Codable".
import Foundation
import Repartee

nonisolated struct User: Sendable {
  var id: Int
  var name: String
  var bio: String?
  var tags: [String]
  var role: Role
}

nonisolated extension User: JSONDecodable {
  init(json: JSONReader) throws {
    try self.init(
      id: json["id"], name: json["name"], bio: json["bio"],
      tags: json["tags"], role: json["role"])
  }
}

nonisolated extension User: JSONEncodable {
  func write(to json: inout JSONWriter) throws {
    try json.write(id, forKey: "id")
    try json.write(name, forKey: "name")
    try json.write(bio, forKey: "bio")  // left out where it is nil
    try json.write(tags, forKey: "tags")
    try json.write(role, forKey: "role")
  }
}

nonisolated enum Role: String, Sendable, JSONDecodable, JSONEncodable {
  case admin, guest
}

struct GetUsers: Endpoint {
  var request: Request { .get("/users") }

  static let responses: ResponseMap<[User], Never> = [
    .code(200, .decode)
  ]
}

nonisolated struct Settings: JSONDecodable, Sendable {
  var theme: String
  var recent: [URL]
  var street: String

  init(json: JSONReader) throws {
    theme = try json["theme"] ?? "light"  // absent or null
    recent = try json["recent"] ?? []
    street = try json.decode(at: ["address", "street"])
  }
}

nonisolated enum Shape: JSONDecodable, Sendable {
  case circle(radius: Double)
  case square(side: Double)

  struct Unknown: Error {}

  init(json: JSONReader) throws {
    switch try json["kind"] as String {
    case "circle": self = .circle(radius: try json["radius"])
    case "square": self = .square(side: try json["side"])
    default: throw Unknown()
    }
  }
}

nonisolated struct Celsius: Sendable, JSONDecodable, JSONEncodable {
  var degrees: Double

  init(json: JSONReader) throws {
    degrees = try Double(json: json)
  }

  func write(to json: inout JSONWriter) throws {
    try json.write(degrees)
  }
}

// The example of ReparteeJSON's front page.
func users(_ body: Data) throws -> [User] {
  var json = JSONCoder()
  json.keys = .snakeCase
  let users = try json.decode(
    [User].self, from: body, at: "data.users")
  return users
}

#if Macros
@JSONModel
nonisolated struct Repository: Sendable {
  let id: Int
  var fullName: String
  var license: String?  // nil where it is absent or null
  var topics: [String] = []  // empty where it is absent or null

  enum CodingKeys: String, CodingKey {
    case id, license, topics
    case fullName = "full_name"
  }
}

@JSONModel
nonisolated struct Listing<Item: Sendable>: Sendable {
  var items: [Item]
  var next: URL?
}

struct GetRepositories: Endpoint {
  var request: Request { .get("/repositories") }

  static let responses: ResponseMap<Listing<Repository>, Never> = [.code(200, .decode)]
}
#endif
