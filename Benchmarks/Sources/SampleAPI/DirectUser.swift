package import Foundation
package import Repartee

/// A ``User`` that reads and writes itself, without Codable's containers.
package struct DirectUser: Sendable, Equatable {
  package var id: Int
  package var login: String
  package var name: String
  package var email: String
  package var active: Bool
  package var score: Double
  package var createdAt: Date
  package var bio: String?
  package var tags: [String]
  package var addresses: [DirectAddress]
}

package struct DirectAddress: Sendable, Equatable {
  package var street: String
  package var city: String
  package var zip: String
}

extension DirectUser: JSONDecodable, JSONEncodable {
  package init(json: JSONReader) throws {
    try self.init(
      id: json["id"], login: json["login"], name: json["name"], email: json["email"], active: json["active"],
      score: json["score"], createdAt: json["createdAt"], bio: json["bio"], tags: json["tags"],
      addresses: json["addresses"])
  }

  package func write(to json: inout JSONWriter) throws {
    try json.write(id, forKey: "id")
    try json.write(login, forKey: "login")
    try json.write(name, forKey: "name")
    try json.write(email, forKey: "email")
    try json.write(active, forKey: "active")
    try json.write(score, forKey: "score")
    try json.write(createdAt, forKey: "createdAt")
    try json.write(bio, forKey: "bio")
    try json.write(tags, forKey: "tags")
    try json.write(addresses, forKey: "addresses")
  }
}

extension DirectAddress: JSONDecodable, JSONEncodable {
  package init(json: JSONReader) throws {
    try self.init(street: json["street"], city: json["city"], zip: json["zip"])
  }

  package func write(to json: inout JSONWriter) throws {
    try json.write(street, forKey: "street")
    try json.write(city, forKey: "city")
    try json.write(zip, forKey: "zip")
  }
}

package struct GetUserDirectly: Endpoint {
  package var id: Int

  package init(id: Int) { self.id = id }

  package var request: Request { .get("/users/\(id)") }

  package static let responses: ResponseMap<DirectUser, Refusal> = [
    .code(200, .decode),
    .code(404, .decodeError),
  ]
}

package struct CreateUserDirectly: Endpoint {
  package var user: DirectUser

  package init(user: DirectUser) { self.user = user }

  package var request: Request { .post("/users", body: .json(user)) }

  package static let responses: ResponseMap<DirectUser, Refusal> = [
    .code(201, .decode),
    .code(409, .decodeError),
  ]
}

package struct ListUsersDirectly: Endpoint {
  package init() {}

  package var request: Request { .get("/users") }

  package static let responses: ResponseMap<[DirectUser], Refusal> = [.code(200, .decode)]
}
