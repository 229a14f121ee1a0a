package import Foundation

package struct Address: Codable, Equatable, Sendable {
  package var street: String
  package var city: String
  package var zip: String
}

package struct User: Codable, Equatable, Sendable {
  package var id: Int
  package var login: String
  package var name: String
  package var email: String
  package var active: Bool
  package var score: Double
  package var createdAt: Date
  package var bio: String?
  package var tags: [String]
  package var addresses: [Address]
}

/// What the API refuses with.
package struct Refusal: Error, Codable, Equatable {
  package var code: String
  package var message: String
}
