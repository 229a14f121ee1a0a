import Foundation
@testable import Repartee

/// Structured fields: any text is read or refused; what was read is the same when it is written as RFC 9651,
/// section 4.1 has it and read again.
@Sendable func fuzzStructuredFields(_ input: Input) {
  let text = input.text
  let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
  if let list = StructuredField.list(text) {
    claim(isASCII, "beyond ASCII")
    if let written = written(list) {
      claim(
        StructuredField.list(written) == list,
        "\(list) is \(String(describing: StructuredField.list(written)))")
    }
  }
  if let dictionary = StructuredField.dictionary(text) {
    claim(isASCII, "beyond ASCII")
    let members = dictionary.compactMap { member in
      written([member.item]).map { "\(member.key)=\($0)" }
    }
    guard members.count == dictionary.count else { return }
    let again = StructuredField.dictionary(members.joined(separator: ", "))
    claim(again?.map(\.key) == dictionary.map(\.key), "\(members): other keys")
    claim(again?.map(\.item) == dictionary.map(\.item), "\(members): other items")
  }
}

/// Nil where there is an inner list, of which nothing is kept.
private func written(_ items: [StructuredField.Item]) -> String? {
  var texts: [String] = []
  for item in items {
    guard var text = written(item.value) else { return nil }
    for (key, value) in item.parameters {
      guard let value = written(value) else { return nil }
      text += ";\(key)=\(value)"
    }
    texts.append(text)
  }
  return texts.joined(separator: ", ")
}

private func written(_ value: StructuredField.BareItem) -> String? {
  switch value {
  case .integer(let value): return "\(value)"
  case .decimal(let value):
    let thousandths = Int((value.magnitude * 1_000).rounded())
    let fraction = String(1_000 + thousandths % 1_000).dropFirst()
    return "\(value.sign == .minus ? "-" : "")\(thousandths / 1_000).\(fraction)"
  case .string(let value):
    return value.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? quoted(value) : display(value)
  case .token(let value): return value
  case .bytes(let value): return ":\(value):"
  case .boolean(let value): return value ? "?1" : "?0"
  case .date(let value): return "@\(value)"
  case .innerList: return nil
  }
}

private func display(_ text: String) -> String {
  text.utf8.reduce("%\"") { text, byte in
    let isPlain = (0x20...0x7E).contains(byte) && byte != 0x22 && byte != 0x25
    return text
      + (isPlain ? String(Unicode.Scalar(byte)) : "%" + String(256 + Int(byte), radix: 16).dropFirst())
  } + "\""
}
