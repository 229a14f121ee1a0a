import Foundation
import ReparteeJSON

/// A JSON text, whole: against the grammar written once more, against Foundation, and against itself.
@Sendable func fuzzJSON(_ input: Input) {
  let json = JSONCoder()
  var grammar = JSONGrammar(input.bytes)
  let verdict = grammar.check()
  let value: JSONValue
  do {
    value = try json.decode(JSONValue.self, from: input.bytes)
    claim(verdict == .accepted, "accepted, and should be \(verdict)")
  } catch {
    claim(verdict != .accepted, "rejected: \(error)")
    claim(verdict != .tooDeep || error.kind == .depth, "not too deep, but \(error)")
    check(error, of: input)
    return
  }
  compareWithFoundation(value, input)
  comparePaths(value, input)
  compareRoundTrips(value)
  compareKeys(value, input, hasEqualKeys: grammar.hasEqualKeys)
}

private func compareWithFoundation(_ value: JSONValue, _ input: Input) {
  // Its time is the square of the depth, and it goes less deep.
  guard input.bytes.count < 4_000, !isDeep(value) else { return }
  do {
    let theirs = try JSONDecoder().decode(FoundationValue.self, from: input.data)
    let difference = theirs.difference(from: value)
    claim(difference == nil, "Foundation differs: \(difference ?? "")")
  } catch {
    claim(false, "Foundation rejects it: \(error)")
  }
}

func isDeep(_ value: JSONValue, beyond limit: Int = 24) -> Bool {
  if limit == 0 { return true }
  switch value {
  case .array(let array): return array.contains { isDeep($0, beyond: limit - 1) }
  case .object(let object): return object.contains { isDeep($0.value, beyond: limit - 1) }
  default: return false
  }
}

/// Every place, as far as there are not too many.
func paths(in value: JSONValue, limit: Int = 60) -> [JSONPath] {
  var paths: [JSONPath] = [[]]
  var next = 0
  while next < paths.count, paths.count < limit {
    let path = paths[next]
    next += 1
    switch value[at: path] {
    case .array(let array)?: paths += array.indices.prefix(limit).map { path.appending(.index($0)) }
    case .object(let object)?: paths += object.keys.prefix(limit).map { path.appending(.key($0)) }
    default: break
    }
  }
  return paths
}

private func comparePaths(_ value: JSONValue, _ input: Input) {
  let json = JSONCoder()
  for path in paths(in: value) {
    let there = value[at: path]
    let decoded = try? json.decode(JSONValue.self, from: input.bytes, at: path)
    claim(decoded == there, "at \(path): \(String(describing: decoded)), not \(String(describing: there))")
    claim(JSONPath(path.description) == path, "the path \(path.components) reads back as another")
    for wrong in [
      path.appending(.key("\u{1}not there")), path.appending(.index(1 << 40)), path.appending(.index(-1)),
    ] {
      do {
        _ = try json.decode(JSONValue.self, from: input.bytes, at: wrong)
        claim(false, "there is something at \(wrong)")
      } catch {
        check(error, of: input)
      }
    }
  }
}

private func compareRoundTrips(_ value: JSONValue) {
  let json = JSONCoder()
  for text in [value.description, value.prettyPrinted, value.text(indentation: "\t", sortingKeys: true)] {
    let again = try? json.decode(JSONValue.self, from: Array(text.utf8))
    claim(again == value, "reads back as another: \(text)")
    claim(again?.hashValue == value.hashValue, "has another hash: \(text)")
  }
  let encoded = try? json.encode(value)
  claim(encoded.map { Array($0) } == Array(value.description.utf8), "encoded as another")
  guard !isDeep(value), isFoundations(value) else { return }
  do {
    let encoded = try json.makeFoundationEncoder().encode(value)
    let again = try json.decode(JSONValue.self, from: encoded)
    claim(again == value, "by Foundation's encoder another: \(String(decoding: encoded, as: UTF8.self))")
  } catch {
    claim(false, "can't be encoded: \(error)")
  }
}

/// Whether all numbers are integers of 64 bits, which Foundation's encoder keeps, and no two keys are the same to it.
private func isFoundations(_ value: JSONValue) -> Bool {
  switch value {
  case .number(let number): number.integer(as: Int64.self) != nil
  case .array(let array): array.allSatisfy(isFoundations)
  case .object(let object):
    object.allSatisfy { isFoundations($0.value) } && Set(object.keys).count == object.count
  default: true
  }
}

private func compareKeys(_ value: JSONValue, _ input: Input, hasEqualKeys: Bool) {
  var json = JSONCoder()
  do {
    let (whole, unread) = try json.decodeReportingUnread(JSONValue.self, from: input.data)
    claim(whole == value && unread.isEmpty, "unread of the whole: \(unread)")
    let (asked, rest) = try json.decodeReportingUnread(AsksForSome.self, from: input.data)
    for path in rest { claim(value[at: path] != nil, "unread, and not there: \(path)") }
    if let object = value.object, !hasEqualKeys {
      let known = Set(AsksForSome.CodingKeys.allCases.map(\.stringValue))
      let unknown = object.keys.filter { !known.contains($0) }
      claim(
        unknown.allSatisfy { key in rest.contains { $0 == [.key(key)] } },
        "unknown, and not told as unread: \(unknown) \(rest)")
    }
    claim(asked.count <= 5, "")
  } catch {
    claim(false, "rejected when unread keys are told: \(error)")
  }
  json.rejectsDuplicateKeys = true
  do {
    _ = try json.decode(JSONValue.self, from: input.bytes)
    claim(!hasEqualKeys, "equal keys are accepted")
  } catch {
    claim(hasEqualKeys && error.kind == .duplicateKey, "rejected for its keys: \(error)")
    check(error, of: input)
  }
}

/// Reads what is under some keys, in different ways.
private struct AsksForSome: Decodable {
  enum CodingKeys: String, CodingKey, CaseIterable { case id, name, items, a, b }

  var count = 0

  init(from decoder: any Decoder) throws {
    guard let container = try? decoder.container(keyedBy: CodingKeys.self) else { return }
    if (try? container.decode(Int.self, forKey: .id)) != nil { count += 1 }
    if (try? container.decodeIfPresent(String.self, forKey: .name)) != nil { count += 1 }
    if (try? container.decode([JSONValue].self, forKey: .items)) != nil { count += 1 }
    if container.contains(.a) { count += 1 }
    if (try? container.nestedContainer(keyedBy: CodingKeys.self, forKey: .b).decode(Bool.self, forKey: .a))
      != nil
    {
      count += 1
    }
  }
}

/// Every text of an error can be made, and none is much longer than what it is about.
func check(_ error: JSONError, of input: Input) {
  let limit = 20 * input.bytes.count + 4_000
  for text in [error.description, error.report, error.debugDescription, "\(error.decodingError)"] {
    claim(text.utf8.count <= limit, "\(text.utf8.count) bytes of text about \(input.bytes.count)")
  }
  if let offset = error.byteOffset { claim((0...input.bytes.count).contains(offset), "offset \(offset)") }
  claim(error.availableKeys.count <= 50, "\(error.availableKeys.count) keys")
}
