import Foundation
import ReparteeJSON

/// Errors about a text with a secret in it: every text of the error is made, fits its width, and never shows the
/// secret.
@Sendable func fuzzExcerpts(_ input: Input) {
  var random = input.random
  var json = JSONCoder()
  json.excerptWidth = [20, 40, 100, 1_000].randomElement(using: &random) ?? 100
  // The text as it is, and with a secret planted in it.
  check(input.bytes, json, secret: nil)
  guard let value = try? json.decode(JSONValue.self, from: input.bytes) else { return }
  let secret = "S3CR3T" + String(repeating: "x", count: Int.random(in: 0...300, using: &random))
  let name = ["password", "access_token", "x-API-key", "Client Secret"].randomElement(using: &random) ?? ""
  guard !input.text.contains("S3CR3T") else { return }
  let planted = value.planting(secretValue(secret, &random), under: name, using: &random)
  let indentation = [nil, "", " ", "   "].randomElement(using: &random) ?? nil
  let text = Array(planted.text(indentation: indentation).utf8)
  check(text, json, secret: "S3CR3T")
  // Cut off, or with one byte changed behind the secret's key.
  check(Array(text.prefix(Int.random(in: 0...text.count, using: &random))), json, secret: "S3CR3T")
}

private func secretValue(_ secret: String, _ random: inout SplitMix64) -> JSONValue {
  switch Int.random(in: 0...3, using: &random) {
  case 0: .string(secret)
  case 1: .array([.null, .string(secret)])
  case 2: .object(["inner": .string(secret), "other": 1])
  default: .string("a\"b\\c\n" + secret)
  }
}

extension JSONValue {
  /// The value with one more member somewhere.
  func planting(_ secret: JSONValue, under name: String, using random: inout SplitMix64) -> JSONValue {
    switch self {
    case .object(let object):
      var copy = object
      if let place = object.indices.randomElement(using: &random), Bool.random(using: &random) {
        let (key, value) = object[place]
        copy[key] = value.planting(secret, under: name, using: &random)
      } else {
        copy[name] = secret
      }
      return .object(copy)
    case .array(let array):
      var copy = array
      if let place = array.indices.randomElement(using: &random) {
        copy[place] = array[place].planting(secret, under: name, using: &random)
      } else {
        copy = [.object([name: secret])]
      }
      return .array(copy)
    default: return .object(["was": self, name: secret])
    }
  }
}

private struct Wants: Decodable { var somethingThatIsNotThere: Int }

private func check(_ bytes: [UInt8], _ json: JSONCoder, secret: String?) {
  let width = json.excerptWidth
  let value = try? json.decode(JSONValue.self, from: bytes)
  let places = value.map { paths(in: $0, limit: 20) } ?? [[]]
  if value != nil { compare(bytes, json, places) }
  for place in places {
    for error in [
      failure(Wants.self, bytes, json, place), failure(Bool.self, bytes, json, place),
      failure([Int].self, bytes, json, place),
    ] {
      guard let error else { continue }
      check(error, of: Input(bytes: bytes))
      for line in (error.excerpt ?? "").split(separator: "\n") {
        let text = line.drop { $0 == " " || $0.isNumber }.dropFirst(2)
        // A caret may stand behind the end.
        let isCaret = text.allSatisfy { $0 == " " || $0 == "^" }
        claim(text.count <= width + (isCaret ? 1 : 0), "a line of \(text.count), above \(width): \(line)")
        claim(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "a control character")
      }
      guard let secret else { continue }
      for text in [
        error.description, error.report, error.decodingError.localizedDescription, error.hint ?? "",
      ] {
        claim(
          !text.contains(secret),
          "\(json.excerptWidth) at \(place): \(text)\n\(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }
}

/// One error after the other of one text, which remembers what it found: the same as each of a text of its own.
private func compare(_ bytes: [UInt8], _ json: JSONCoder, _ places: [JSONPath]) {
  // Further on, the name of a pair that is hidden may not be looked for.
  guard bytes.count < 4_000 else { return }
  _ = try? json.read(bytes) { reader in
    for place in places + places.reversed() {
      do throws(JSONError) {
        _ = try reader.decode(Wants.self, at: place)
        claim(false, "decoded at \(place)")
      } catch {
        let alone = failure(Wants.self, bytes, json, place)
        claim(alone?.report == error.report, "\(error.report)\nis alone\n\(alone?.report ?? "none")")
      }
    }
  }
}

private func failure<T: Decodable>(_ type: T.Type, _ bytes: [UInt8], _ json: JSONCoder, _ place: JSONPath)
  -> JSONError?
{
  do {
    _ = try json.decode(type, from: bytes, at: place)
    return nil
  } catch {
    return error
  }
}
