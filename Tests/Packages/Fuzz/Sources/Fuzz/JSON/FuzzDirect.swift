import Foundation
@testable import ReparteeJSON

/// A JSON text as a model that reads and writes itself: the same value, or the same error at the same place, as with
/// Codable, alone and in an array in which one element follows the reading order of another.
@Sendable func fuzzDirect(_ input: Input) {
  var random = input.random
  for json in coders(&random) {
    compare(Account.self, DirectAccount.self, json, input) { $0.map { Account($0) } }
    compare([Account].self, [DirectAccount].self, json, input) { $0.map { $0.map(Account.init) } }
    compare([String: Account].self, [String: DirectAccount].self, json, input) {
      $0.map { $0.mapValues(Account.init) }
    }
  }
}

private func compare<Model: Codable & Equatable, Direct: JSONDecodable & JSONEncodable>(
  _ model: Model.Type, _ direct: Direct.Type, _ json: JSONCoder, _ input: Input,
  _ made: (Direct?) -> Model?
) {
  let (one, other) = (read(model, json, input), read(direct, json, input))
  claim(
    one.value == made(other.value),
    "\(String(describing: one.value)), directly \(String(describing: other.value))")
  claim(
    one.error?.kind == other.error?.kind && one.error?.path == other.error?.path,
    "\(String(describing: one.error)), directly \(String(describing: other.error))")
  if let error = other.error { check(error, of: input) }
  guard let value = other.value, let written = try? json.encode(value) else { return }
  guard case .asDeclared = json.keys.kind, case .iso8601 = json.dates.kind, json.maximumDepth == 512,
    json.maximumSize > 100_000
  else { return }
  let again = read(model, json, Input(bytes: Array(written)))
  claim(again.value == one.value, "written \(String(decoding: written, as: UTF8.self))")
}

private func read<Value: Decodable>(
  _ type: Value.Type, _ json: JSONCoder, _ input: Input
) -> (value: Value?, error: JSONError?) {
  do { return (try json.decode(type, from: input.bytes), nil) } catch { return (nil, error) }
}

private struct Account: Codable, Equatable, Sendable {
  struct Address: Codable, Equatable { var street: String?, zip: Int32? }

  var id: Int
  var name: String
  var age: UInt8?
  var score: Double?
  var tags: [String]?
  var address: Address?
  var website: URL?
  var createdAt: Date?
}

private struct DirectAccount: JSONDecodable, JSONEncodable, Sendable {
  struct Address: JSONDecodable, JSONEncodable {
    var street: String?
    var zip: Int32?

    init(json: JSONReader) throws { (street, zip) = (try json["street"], try json["zip"]) }

    func write(to json: inout JSONWriter) throws {
      try json.write(street, forKey: "street")
      try json.write(zip, forKey: "zip")
    }
  }

  var id: Int
  var name: String
  var age: UInt8?
  var score: Double?
  var tags: [String]?
  var address: Address?
  var website: URL?
  var createdAt: Date?

  init(json: JSONReader) throws {
    (id, name, age, score) = (try json["id"], try json["name"], try json["age"], try json["score"])
    (tags, address) = (try json["tags"], try json["address"])
    (website, createdAt) = (try json["website"], try json["createdAt"])
  }

  func write(to json: inout JSONWriter) throws {
    try json.write(id, forKey: "id")
    try json.write(name, forKey: "name")
    try json.write(age, forKey: "age")
    try json.write(score, forKey: "score")
    try json.write(tags, forKey: "tags")
    try json.write(address, forKey: "address")
    try json.write(website, forKey: "website")
    try json.write(createdAt, forKey: "createdAt")
  }
}

extension Account {
  fileprivate init(_ direct: DirectAccount) {
    self.init(
      id: direct.id, name: direct.name, age: direct.age, score: direct.score, tags: direct.tags,
      address: direct.address.map { Address(street: $0.street, zip: $0.zip) }, website: direct.website,
      createdAt: direct.createdAt)
  }
}
