struct Book: Decodable, Sendable {
  var id: Int
  var title: String
}
