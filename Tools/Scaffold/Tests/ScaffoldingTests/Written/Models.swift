import Repartee

struct Thing: Decodable, Sendable {
  var id: String
}
