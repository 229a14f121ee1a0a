import Repartee

nonisolated struct City: Codable, Hashable {
  var name: String
  var population: Int64

  init(name: String, population: Int64) {
    self.name = name
    self.population = population
  }

  init(message: Atlas_City) {
    self.init(name: message.name, population: message.population)
  }

  init(row: [String: String]) throws {
    guard let name = row["name"], let population = row["population"].flatMap(Int64.init) else {
      throw BodyDecodingError(message: "a row is no city")
    }
    self.init(name: name, population: population)
  }
}

enum CityError: Error, Hashable {
  case refused(String)
}

nonisolated struct Refusal: Decodable {
  var message: String
}

struct ListCities: Endpoint {
  var request: Request { .get("/cities") }

  static let responses: ResponseMap<[City], CityError> = [
    .code(200, .csv { rows in try rows.map(City.init) }),
    .code(
      200,
      .decode(Atlas_CityList.self) { $0.city.map(City.init) }
        .when("application/protobuf")),
    // XML or JSON, by its Content-Type; so is the refusal.
    .code(200, .decode(at: "city")),
    .clientError(
      .decodeError(Refusal.self) { .refused($0.message) }),
  ]
}
