import Foundation
@testable import Repartee

/// Queries and forms from any value that can be encoded, and header fields from any texts.
@Sendable func fuzzQueries(_ input: Input) {
  if let value = try? JSONCoder().decode(JSONValue.self, from: input.bytes), !isDeep(value, beyond: 12),
    input.bytes.count < 2_000
  {
    for arrays in [Request.Query.ArrayStrategy.repeated, .brackets, .joined(separator: ",&")] {
      check(Request.Query(encoding: value, arrays: arrays))
      check(Request.Query(encoding: ["key": value], arrays: arrays))
    }
  }
  let texts = input.texts(2)
  var query: Request.Query = [:]
  for (name, value) in zip(texts, texts.dropFirst()) { query.append(name, value) }
  check(query)

  var headers: Request.Headers = [:]
  for (name, value) in zip(texts, texts.dropFirst()) {
    headers.append(name, value)
    headers[name] = value
  }
  if headers.fault == nil {
    for field in headers.fields {
      claim(field.value.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }, "\(field)")
      claim(field.name.rawName.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x3A }, "\(field)")
    }
  }
  _ = headers.fault?.description
  _ = "\(headers)\(query)\(String(reflecting: query))"
}

private func check(_ query: Request.Query) {
  guard query.fault == nil else { return }
  let encoded = query.encoded ?? ""
  claim(encoded.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x23 }, "\(encoded)")
  let read =
    encoded.isEmpty && query.items.isEmpty
    ? [] : encoded.split(separator: "&", omittingEmptySubsequences: false)
  claim(read.count == query.items.count, "\(read.count) items of \(query.items.count)")
  for (item, text) in zip(query.items, read) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(\.unescaped)
    claim(parts.count == (item.value == nil ? 1 : 2), "\(text)")
    claim(parts[0].utf8.elementsEqual(item.name.utf8), "\(text) of \(item.name)")
    if let value = item.value { claim(parts[1].utf8.elementsEqual(value.utf8), "\(text) of \(value)") }
  }
  let form = query.encodedAsForm.split(separator: "&", omittingEmptySubsequences: false)
  claim(query.items.isEmpty || form.count == query.items.count, "\(form)")
  for (item, text) in zip(query.items, form) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
      .map {
        $0.split(separator: "+", omittingEmptySubsequences: false).joined(separator: "%20").unescaped
      }
    claim(parts.count == 2 && parts[1].utf8.elementsEqual((item.value ?? "").utf8), "\(text)")
  }
}
