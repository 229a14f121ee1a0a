import Foundation
@testable import Repartee
@testable import ReparteeJSON

/// A JSON text as many models, under many options: nothing traps, what fails says so in bounded text, and what was
/// decoded is the same when it is encoded and decoded again.
@Sendable func fuzzModels(_ input: Input) {
  var random = input.random
  for json in coders(&random) {
    for model in models { model(json, input) }
    do {
      _ = try json.decode(LossyArray<Person>.self, from: input.data)
    } catch {
      if let error = error as? JSONError { check(error, of: input) }
    }
    let problem = Result { try json.decode(ProblemDetails.self, from: input.data) }
    if let problem = problem.value { _ = "\(problem)" }
  }
  compareEmbedded(JSONValue.self, input)
  compareEmbedded(Person.self, input)
}

private struct Message<Value: Codable & Equatable>: Codable { @EmbeddedJSON var arguments: Value }

/// In a string, a text is read as it is by itself, and written as a text that is read again.
private func compareEmbedded<Value: Codable & Equatable>(_ type: Value.Type, _ input: Input) {
  guard let text = String(validating: input.bytes, as: UTF8.self), let string = try? JSONCoder().encode(text)
  else {
    return
  }
  let message = Data(#"{"arguments": "#.utf8) + string + Data("}".utf8)
  let alone = Result { try JSONCoder().decode(Value.self, from: input.data) }
  let embedded = Result { try JSONCoder().decode(Message<Value>.self, from: message) }
  claim(alone.value == embedded.value?.arguments, "\(alone), and in a string \(embedded)")
  guard let value = embedded.value, let again = try? JSONCoder().encode(value) else { return }
  let second = try? JSONCoder().decode(Message<Value>.self, from: again).arguments
  claim(second == value.arguments, "\(value), then \(String(describing: second))")
}

func coders(_ random: inout SplitMix64) -> [JSONCoder] {
  var other = JSONCoder()
  other.keys =
    [.asDeclared, .snakeCase, .custom(decode: { "_" + $0 }, encode: { String($0.dropFirst()) })]
    .randomElement(using: &random) ?? .asDeclared
  other.dates =
    [.iso8601, .secondsSince1970, .millisecondsSince1970, .deferredToDate]
    .randomElement(using: &random) ?? .iso8601
  other.data = Bool.random(using: &random) ? .base64 : .deferredToData
  other.floats = .strings(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
  other.rejectsDuplicateKeys = Bool.random(using: &random)
  other.maximumDepth = [0, 1, 5, 512].randomElement(using: &random) ?? 512
  other.maximumSize = [0, 10, 1 << 20].randomElement(using: &random) ?? 1 << 20
  other.excerptWidth = [-1, 0, 1, 30, 100].randomElement(using: &random) ?? 100
  return [JSONCoder(), other]
}

private let models: [@Sendable (JSONCoder, Input) -> Void] = [
  decode(Int8.self), decode(UInt64.self), decode(Int128.self), decode(Double.self), decode(Float.self),
  decode(Decimal.self), decode(String.self), decode(Bool.self), decode(Date.self), decode(Data.self),
  decode(URL.self), decode(UUID.self), decode([Int].self), decode([Int16].self), decode([Double].self),
  decode([[Double]].self), decode([String].self), decode([Date].self), decode([Bool?].self),
  decode([String: Int].self), decode([String: String].self), decode([String: [String: [UInt8]]].self),
  decode([Int: String].self), decode(Set<Int>.self), decode(JSONNumber.self), decode(Person.self),
  decode([Person].self), decode([String: Person].self), decode(Shape.self), decode(Tree.self),
  decode(Odd.self),
  decode(Optional<Person>.self), decode(Range<Int>.self),
]

private func decode<Model: Codable & Equatable & Sendable>(
  _ type: Model.Type
) -> @Sendable (JSONCoder, Input) -> Void {
  { json, input in
    do {
      let (value, unread) = try json.decodeReportingUnread(Model.self, from: input.data)
      claim(unread.count <= input.bytes.count, "\(unread.count) unread paths")
      // A JSON number has digits that Foundation's encoder, which has only a double, does not keep.
      if Model.self != JSONNumber.self { compareRoundTrip(value, json) }
    } catch {
      if let error = error as? JSONError { check(error, of: input) }
      let failure = BodyDecodingError(error, type: Model.self).within("line 1")
      let length = "\(failure)\(failure.report)\(String(reflecting: failure))".utf8.count
      claim(length <= 60 * input.bytes.count + 8_000, "\(length) bytes of text about \(input.bytes.count)")
    }
    _ = try? json.decode(Model.self, from: input.bytes, at: "a.b[1]")
  }
}

private func compareRoundTrip<Model: Codable & Equatable>(_ value: Model, _ json: JSONCoder) {
  // A key strategy, a precision of dates and a limit can lose what was there.
  guard case .asDeclared = json.keys.kind, case .iso8601 = json.dates.kind, json.maximumDepth == 512,
    json.maximumSize > 100_000
  else { return }
  guard let data = try? json.encode(value) else { return }
  do {
    let again = try json.decode(Model.self, from: data)
    claim(again == value || "\(again)" == "\(value)", "\(again), not \(value)")
  } catch {
    claim(false, "encoded, and not decodable: \(String(decoding: data, as: UTF8.self)): \(error)")
  }
}

struct Person: Codable, Equatable, Sendable {
  enum Role: String, Codable { case admin, user }
  struct Address: Codable, Equatable { var street: String?, zip: Int32? }

  var id: Int
  var name: String
  var email: String?
  var age: UInt8?
  var score: Double?
  var role: Role?
  var tags: [String]?
  var address: Address?
  var website: URL?
}

private enum Shape: Codable, Equatable {
  case circle(radius: Double)
  case square(side: Int, name: String?)
  case point
}

private final class Tree: Codable, Equatable, Sendable {
  let name: String?
  let children: [Tree]?

  static func == (one: Tree, other: Tree) -> Bool { one.name == other.name && one.children == other.children }
}

/// Uses what a decoder has and models seldom ask for.
private struct Odd: Codable, Equatable {
  var keys: Int
  var count: Int

  init(from decoder: any Decoder) throws {
    keys = (try? decoder.container(keyedBy: JSONPath.Component.self))?.allKeys.count ?? 0
    count = 0
    guard var array = try? decoder.unkeyedContainer() else {
      guard let object = try? decoder.container(keyedBy: JSONPath.Component.self) else { return }
      _ = try? object.superDecoder()
      for key in object.allKeys {
        _ = try? object.superDecoder(forKey: key)
        _ = try? object.nestedUnkeyedContainer(forKey: key)
        _ = try? object.decodeNil(forKey: key)
      }
      return
    }
    while !array.isAtEnd {
      let before = array.currentIndex
      _ = array.count
      _ = array.codingPath
      if (try? array.decodeNil()) == true { count += 1; continue }
      if (try? array.decode(UInt16.self)) != nil { continue }
      if (try? array.nestedUnkeyedContainer()) != nil { continue }
      if (try? array.nestedContainer(keyedBy: JSONPath.Component.self)) != nil { continue }
      if (try? array.superDecoder()) != nil { continue }
      claim(array.currentIndex == before, "went on after a failure")
      throw DecodingError.dataCorruptedError(in: array, debugDescription: "odd")
    }
    _ = try? array.decode(Int.self)
  }

  func encode(to encoder: any Encoder) throws { throw CancellationError() }
}
