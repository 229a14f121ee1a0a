import Foundation
import ReparteeJSON

/// The same models, which read and write themselves.
enum Direct {
  struct Address: JSONDecodable, JSONEncodable {
    let street: String
    let city: String
    let zip: String

    func write(to json: inout JSONWriter) throws {
      try json.write(street, forKey: "street")
      try json.write(city, forKey: "city")
      try json.write(zip, forKey: "zip")
    }
  }
  struct User: JSONDecodable, JSONEncodable {
    let id: Int
    let login: String
    let name: String
    let email: String
    let active: Bool
    let score: Double
    let createdAt: Date
    let bio: String?
    let tags: [String]
    let addresses: [Address]

    func write(to json: inout JSONWriter) throws {
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

  struct FeatureCollection: JSONDecodable, JSONEncodable {
    struct Feature: JSONDecodable, JSONEncodable {
      let type: String
      let properties: [String: String]
      let geometry: Geometry

      func write(to json: inout JSONWriter) throws {
        try json.write(type, forKey: "type")
        try json.write(properties, forKey: "properties")
        try json.write(geometry, forKey: "geometry")
      }
    }

    struct Geometry: JSONDecodable, JSONEncodable {
      let type: String
      let coordinates: [[[Double]]]

      func write(to json: inout JSONWriter) throws {
        try json.write(type, forKey: "type")
        try json.write(coordinates, forKey: "coordinates")
      }
    }

    let type: String
    let features: [Feature]

    func write(to json: inout JSONWriter) throws {
      try json.write(type, forKey: "type")
      try json.write(features, forKey: "features")
    }
  }
}

extension Direct.Address {
  init(json: JSONReader) throws {
    try self.init(
      street: json["street"],
      city: json["city"],
      zip: json["zip"])
  }
}

extension Direct.User {
  init(json: JSONReader) throws {
    try self.init(
      id: json["id"],
      login: json["login"],
      name: json["name"],
      email: json["email"],
      active: json["active"],
      score: json["score"],
      createdAt: json["createdAt"],
      bio: json["bio"],
      tags: json["tags"],
      addresses: json["addresses"])
  }
}

extension Direct.FeatureCollection.Feature {
  init(json: JSONReader) throws {
    try self.init(
      type: json["type"],
      properties: json["properties"],
      geometry: json["geometry"])
  }
}

extension Direct.FeatureCollection.Geometry {
  init(json: JSONReader) throws {
    try self.init(
      type: json["type"],
      coordinates: json["coordinates"])
  }
}

extension Direct.FeatureCollection {
  init(json: JSONReader) throws {
    try self.init(
      type: json["type"],
      features: json["features"])
  }
}
