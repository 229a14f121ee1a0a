import Foundation
import Repartee
import ReparteeCaching

// Dates.

client.json.dates = .iso8601
client.json.dates = .secondsSince1970
client.json.dates = .millisecondsSince1970
client.json.dates = .deferredToDate
// compiles

let formatter = DateFormatter()
client.json.dates = .text { formatter.date(from: $0) }
// compiles

let formatter = DateFormatter()
client.json.dates = .text(
  parse: { formatter.date(from: $0) }, format: { formatter.string(from: $0) })
// compiles

client.json.dates = .formatted(DateFormatter())
// says: .text

client.json.dates = .custom { decoder in
  Date(timeIntervalSince1970: try decoder.singleValueContainer().decode(Double.self) / 1_000_000)
}
// compiles

client.json.dates = .custom(
  decode: { try Date(from: $0) }, encode: { try $0.encode(to: $1) })
// compiles

client.json.dates = .formatted(Date.ISO8601FormatStyle())
// compiles

client.json.dates = .iso8601WithFractionalSeconds
// says: iso8601

client.json.dates = .unixTimestamp
// says: secondsSince1970

client.json.dateFormatter = DateFormatter()
// says: dates

client.json.dates = DateFormatter()
// says: DateStrategy

let coder = JSONCoder(keys: .snakeCase, dates: .secondsSince1970)
// compiles

let coder = JSONCoder(dateDecodingStrategy: .secondsSince1970)
// says: dates:

let map: ResponseMap<User, Never> = [.success(.decode.json { $0.dates = .secondsSince1970 })]
// compiles
