import Foundation

struct Address: Codable, Equatable {
  var street: String
  var city: String
  var zip: String
}

struct User: Codable, Equatable {
  var id: Int
  var login: String
  var name: String
  var email: String
  var active: Bool
  var score: Double
  var createdAt: Date
  var bio: String?
  var tags: [String]
  var addresses: [Address]
}

/// The same with the date left as text.
struct UndatedUser: Codable, Equatable {
  var id: Int
  var login: String
  var name: String
  var email: String
  var active: Bool
  var score: Double
  var createdAt: String
  var bio: String?
  var tags: [String]
  var addresses: [Address]
}
