import Foundation
import Repartee
import ReparteeJSON

private func array(_ count: Int, _ element: (Int) -> String) -> Data {
  Data("[\((0..<count).map(element).joined(separator: ","))]".utf8)
}

private func object(_ count: Int, _ member: (Int) -> String) -> Data {
  Data("{\((0..<count).map(member).joined(separator: ","))}".utf8)
}

private func nested(_ depth: Int) -> Data {
  Data(
    (String(repeating: #"{"child":"#, count: depth - 1) + "{}" + String(repeating: "}", count: depth - 1))
      .utf8)
}

private let coder = JSONCoder()

/// Decodes, whatever comes of it.
private func attempt<T: Decodable & SendableMetatype>(
  _ type: T.Type, _ data: Data, with coder: JSONCoder = coder
) -> Shape.Work {
  { use(try? coder.decode(type, from: data)) }
}

let jsonShapes: [Shape] = [
  Shape("lossy-array", 2000) { attempt(LossyArray<Strict>.self, array($0) { _ in #"{"id":"x"}"# }) },
  Shape("lossy-coding-path", 2000) { attempt(LossyArray<Sloppy>.self, array($0) { _ in #"{"id":"x"}"# }) },
  Shape("lossy-report", 2000) {
    let data = array($0) { _ in #"{"id":"x"}"# }
    return {
      for dropped in try coder.decode(LossyArray<Strict>.self, from: data).dropped {
        use(dropped.error.report)
      }
    }
  },
  Shape("paths-in-array", 5000) { attempt(Curious.self, array($0) { _ in "{}" }) },
  Shape("paths-in-object", 5000) { attempt(CuriousObject.self, object($0) { #""key\#($0)":{}"# }) },
  Shape("two-arrays-failing", 1000) { count in
    let strings = String(decoding: array(count) { _ in #""x""# }, as: UTF8.self)
    return attempt(TwoArrays.self, Data(#"{"a":\#(strings),"b":\#(strings)}"#.utf8))
  },
  asking("keys-in-order", 1000, ask: { (0..<$0).map { "key\($0)" } }, value: "1"),
  asking("keys-backwards", 1000, ask: { (0..<$0).reversed().map { "key\($0)" } }, value: "1"),
  asking("keys-backwards-failing", 500, ask: { (0..<$0).reversed().map { "key\($0)" } }, value: #""x""#),
  asking("keys-missing", 500, ask: { (0..<$0).reversed().map { "missing\($0)" } }, value: "1"),
  Shape("reader-by-index", 1000) { count in
    let data = array(count) { "\($0)" }
    return {
      try coder.read(data) { reader in
        for index in 0..<count { use(try reader.decode(Int.self, at: JSONPath([.index(index)]))) }
      }
    }
  },
  Shape("reader-by-key", 1000) { count in
    let data = object(count) { #""key\#($0)":\#($0)"# }
    return {
      try coder.read(data) { reader in
        for index in (0..<count).reversed() {
          use(try reader.decode(Int.self, at: JSONPath([.key("key\(index)")])))
        }
      }
    }
  },
  failing("reader-failing", 1000, object: false) { .index($0) },
  failing("reader-failing-in-object", 1000, object: true) { .key("key\($0)") },
  failing("reader-missing-keys", 1000, object: true) { .key("missing\($0)") },
  // Few: it does little more than to fill memory, which costs more a byte where it outgrows the caches, and from 128
  // KiB on is asked of the system each time.
  Shape("unread-paths", 200) {
    let data = object($0) { #""key\#($0)":{"a":1}"# }
    return {
      use(
        try coder.decodeReportingUnread(
          Strict?.self, from: Data(#"{"id":1,"rest":"#.utf8) + data + Data("}".utf8)))
    }
  },
  Shape("object-remove-all", 1000) { count in
    let object = try coder.decode(JSONValue.self, from: object(count) { #""key\#($0)":\#($0)"# }).object
    return {
      var object = object
      for index in 0..<count { object?["key\(index)"] = nil }
      use(object)
    }
  },
  Shape("value-set-all", 1000) { count in
    {
      var value = JSONValue.null
      for index in 0..<count { value["key\(index)"] = .bool(true) }
      use(value)
    }
  },
  Shape("value-change-element", 1000) { count in
    let value = try coder.decode(JSONValue.self, from: array(count) { "\($0)" })
    return {
      var value = value
      for index in 0..<count { value[index] = .null }
      use(value)
    }
  },
  Shape("value-decode", 5000) { attempt(JSONValue.self, object($0) { #""key\#($0)":[\#($0)]"# }) },
  Shape("value-text", 5000) {
    let value = try coder.decode(JSONValue.self, from: object($0) { #""key\#($0)":[\#($0)]"# })
    return { use(value.prettyPrinted) }
  },
  // Few, for the same reason.
  Shape("value-equal", 1000) {
    let data = object($0) { #""key\#($0)":[\#($0)]"# }
    let values = (try coder.decode(JSONValue.self, from: data), try coder.decode(JSONValue.self, from: data))
    return { use(values.0 == values.1) }
  },
  elements("elements-1-byte", 20_000, in: .array(), by: 1) { array($0 / 8) { _ in #"{"a":1}"# } },
  elements("elements-16-bytes", 100_000, in: .array(), by: 16) { array($0 / 8) { _ in #"{"a":1}"# } },
  elements("elements-1-byte-large", 20_000, in: .array(), by: 1) { count in
    array(1) { _ in "\"\(String(repeating: "x", count: count))\"" }
  },
  elements("elements-16-bytes-large", 100_000, in: .array(), by: 16) { count in
    array(1) { _ in "\"\(String(repeating: "x", count: count))\"" }
  },
  elements("elements-lines-1-byte-large", 20_000, in: .lines, by: 1) {
    Data("\"\(String(repeating: "x", count: $0))\"\n".utf8)
  },
  elements("elements-beside-1-byte", 20_000, in: .array(at: ["data"]), by: 1) { count in
    Data(#"{"other":"\#(String(repeating: "x", count: count))","data":[]}"#.utf8)
  },
  behind("elements-behind-1-byte", 2000, by: 1),
  behind("elements-behind-16-bytes", 2000, by: 16),
  Shape("elements-one-append", 100_000) { count in
    let data = array(count / 8) { _ in #"{"a":1}"# }
    return {
      var elements = JSONElements(in: .array())
      elements.append(data)
      while let element = try elements.next() { use(element.bytes.count) }
    }
  },
  snakeCase("snake-case") { attempt(Asking.self, $0, with: JSONCoder(keys: .snakeCase)) },
  snakeCase("snake-case-foundation") { data in
    { use(try? JSONCoder(keys: .snakeCase).makeFoundationDecoder().decode(Asking.self, from: data)) }
  },
  Shape("depth-model", 120) { attempt(Nested.self, nested($0)) },
  Shape("depth-model-paths", 120) { attempt(NestedCurious.self, nested($0)) },
  Shape("depth-value", 120) { attempt(JSONValue.self, nested($0)) },
  Shape("depth-beyond-limit", 100_000) {
    attempt(JSONValue.self, Data(repeating: UInt8(ascii: "["), count: $0))
  },
  Shape("duplicate-keys", 5000) { attempt([String: Int].self, object($0) { #""same":\#($0)"# }) },
  Shape("duplicate-keys-value", 5000) { attempt(JSONValue.self, object($0) { #""same":\#($0)"# }) },
  Shape("duplicate-keys-rejected", 5000) {
    var strict = JSONCoder()
    strict.rejectsDuplicateKeys = true
    return attempt([String: Int].self, object($0) { #""key\#($0)":1"# }, with: strict)
  },
  Shape("string-escapes", 100_000) { count in
    attempt(String.self, Data("\"\(String(repeating: #"\n\u00e9\ud83d\ude00"#, count: count / 20))\"".utf8))
  },
  Shape("key-escapes", 2000) { attempt([String: Int].self, object($0) { #""\u006bey\#($0)":1"# }) },
  Shape("number-digits", 20_000) { attempt(Double.self, Data(String(repeating: "7", count: $0).utf8)) },
  Shape("number-digits-int", 20_000) { attempt(Int.self, Data(String(repeating: "7", count: $0).utf8)) },
  Shape("number-digits-value", 20_000) {
    attempt(JSONValue.self, Data(String(repeating: "7", count: $0).utf8))
  },
  Shape("base64", 100_000) {
    attempt(Data.self, Data("\"\(String(repeating: "QUJD", count: $0 / 4))\"".utf8))
  },
  Shape("error-at-end", 20_000) { count in
    let data = array(count) { $0 == count - 1 ? #""x""# : "1" }
    return { use(try await failure { _ = try coder.decode([Int].self, from: data) } as? JSONError) }
  },
  Shape("error-report-many-keys", 5000) {
    let data = object($0) { #""key\#($0)":1"# }
    return {
      let error = try await failure { _ = try coder.decode(Strict.self, from: data) }
      use((error as? JSONError)?.report)
    }
  },
  Shape("error-report-long-line", 100_000) { count in
    let data = Data(#"{"id":"\#(String(repeating: "é", count: count))"}"#.utf8)
    return {
      let error = try await failure { _ = try coder.decode(Strict.self, from: data) }
      use((error as? JSONError)?.report)
    }
  },
  Shape("error-report-long-key", 100_000) { count in
    let data = Data(#"{"\#(String(repeating: "k", count: count))":{"id":"x"}}"#.utf8)
    return {
      let error = try await failure { _ = try coder.decode([String: Strict].self, from: data) }
      use((error as? JSONError)?.report)
    }
  },
]

/// A reader that fails at each of n places, the last one first.
private func failing(
  _ name: String, _ size: Int, object isObject: Bool,
  at place: @escaping @Sendable (Int) -> JSONPath.Component
) -> Shape {
  Shape(name, size) { count in
    let data = isObject ? object(count) { #""key\#($0)":"x""# } : array(count) { _ in #""x""# }
    return {
      try coder.read(data) { reader in
        for index in (0..<count).reversed() {
          use(try? reader.decode(Int.self, at: JSONPath([place(index)])))
        }
      }
    }
  }
}

/// A model that asks an object of n keys for n keys.
private func asking(
  _ name: String, _ size: Int, ask: @escaping @Sendable (Int) -> [String], value: String
) -> Shape {
  Shape(name, size) { count in
    let (data, keys) = (object(count) { #""key\#($0)":\#(value)"# }, ask(count))
    return { try Asking.$keys.withValue(keys) { _ = try coder.decode(Asking.self, from: data) } }
  }
}

/// A model of n keys, and an object with these in snake case and as many others.
private func snakeCase(_ name: String, _ work: @escaping @Sendable (Data) -> Shape.Work) -> Shape {
  Shape(name, 1000) { count in
    let keys = (0..<count).map { "modelKey\($0)" }
    let run = work(
      object(2 * count) { $0 % 2 == 0 ? #""model_key\#($0 / 2)":1"# : #""foreign_key\#($0)":1"# })
    return { try await Asking.$keys.withValue(keys, operation: run) }
  }
}

/// Bytes that come a few at a time, with a question for the next element after each time.
private func elements(
  _ name: String, _ size: Int, in framing: JSONElements.Framing, by step: Int,
  _ data: @escaping @Sendable (Int) -> Data
) -> Shape {
  Shape(name, size) { count in
    let bytes = [UInt8](data(count))
    return {
      var elements = JSONElements(in: framing)
      for start in stride(from: 0, to: bytes.count, by: step) {
        elements.append(bytes[start..<min(start + step, bytes.count)])
        while let element = try elements.next() { use(element.bytes.count) }
      }
    }
  }
}

/// A reader that takes one element after each few bytes, with all the others still waiting.
private func behind(_ name: String, _ size: Int, by step: Int) -> Shape {
  Shape(name, size) { count in
    let data = array(count) { _ in #"{"a":1}"# }.dropLast()
    return {
      var elements = JSONElements(in: .array())
      elements.append(data)
      for _ in 0..<count {
        elements.append(repeatElement(UInt8(ascii: " "), count: step))
        if let element = try elements.next() { use(element.bytes.count) }
      }
    }
  }
}
