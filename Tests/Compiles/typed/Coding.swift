import Foundation
import Repartee
import ReparteeCaching

// JSON, keys and dates, as in other libraries.

client.json.dates = .custom { decoder in
  let container = try decoder.singleValueContainer()
  let text = try container.decode(String.self)
  guard let date = ISO8601DateFormatter().date(from: text) else {
    throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date")
  }
  return date
}
// compiles

client.json.dates = .formatted("yyyy-MM-dd")
// says: .text

client.json.dates = .format("yyyy-MM-dd")
// says: .text

client.json.dates = .formatter(DateFormatter())
// says: .text

client.json.dates = .iso8601withFractionalSeconds
// says: iso8601

client.json.dates = .rfc3339
// says: iso8601

client.json.dates = .timestamp
// says: secondsSince1970

client.json.dates = .millisecondsSince1970
client.json.keys = .custom(decode: { $0.lowercased() }, encode: { $0.uppercased() })
// compiles

client.json.decoder.keyDecodingStrategy = .convertFromSnakeCase
// says: keys

client.json.encoder.outputFormatting = .sortedKeys
// says: makeFoundationEncoder

client.json.nonConformingFloatDecodingStrategy = .throw
// says: floats

client.json.dateStrategy = .iso8601
// says: dates

client.json.keyStrategy = .snakeCase
// says: keys

let coder = JSONCoder(keyDecodingStrategy: .convertFromSnakeCase)
// says: keys:

let coder = JSONCoder(keyDecodingStrategy: .convertFromSnakeCase, dateDecodingStrategy: .iso8601)
// says: keys:

let coder = JSONCoder(keys: .convertFromSnakeCase)
// says: snakeCase

let coder = JSONCoder(decoder: JSONDecoder())
// says: client.decoders

let user = try JSONCoder().decode(User.self, from: JSONCoder().encode(user))
// compiles

let user = try await client.send(Resource(User.self, .get("/x")).snakeCase)
// compiles

let resource = Resource(User.self, .get("/x")).json { $0.keys = .snakeCase }
// compiles

// SwiftyJSON

print(anything["id"].intValue)
// says: must be unwrapped

print(anything["name"]?.stringValue ?? "")
// says: string

print(anything["users"]?.arrayValue ?? [])
// says: array

print(anything["id"]?.int ?? 0, anything["user"]?["name"]?.string ?? "")
print(anything[at: "user.name"]?.string ?? "")
// compiles

for (key, value) in anything.object ?? [:] { print(key, value) }
// compiles

if case .string(let name) = anything["name"] { print(name) }
// compiles

let value: JSONValue = ["id": 7, "name": .string(name), "tags": .array(tags.map { .string($0) })]
// compiles
