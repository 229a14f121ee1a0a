import Foundation
@testable import Repartee

/// Structured fields: any text is read or refused; what was read is the same when it is written as RFC 9651,
/// section 4.1 has it and read again.
@Sendable func fuzzStructuredFields(_ input: Input) {
  let text = input.text
  let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
  if let list = StructuredField.list(text) {
    claim(isASCII, "beyond ASCII")
    let text = list.map(written).joined(separator: ", ")
    claim(StructuredField.list(text) == list, "\(list), written \(text), is another")
  }
  if let dictionary = StructuredField.dictionary(text) {
    claim(isASCII, "beyond ASCII")
    let text = dictionary.elements.map { "\($0.key)=\(written($0.value))" }.joined(separator: ", ")
    claim(StructuredField.dictionary(text) == dictionary, "\(dictionary), written \(text), is another")
  }
  if let item = StructuredField.item(text) {
    claim(StructuredField.item(written(item)) == item, "\(item), written \(written(item)), is another")
    claim(StructuredField.list(text) == [.item(item)], "\(item) alone, and not in a list")
  }
}

private func written(_ member: StructuredField.Member) -> String {
  switch member {
  case .item(let item): written(item)
  case .innerList(let items, let parameters):
    "(" + items.map(written).joined(separator: " ") + ")" + written(parameters)
  }
}

private func written(_ item: StructuredField.Item) -> String {
  written(item.value) + written(item.parameters)
}

private func written(_ parameters: StructuredField.Parameters) -> String {
  parameters.elements.map { ";\($0.key)=\(written($0.value))" }.joined()
}

private func written(_ value: StructuredField.BareItem) -> String {
  switch value {
  case .integer(let value): return "\(value)"
  case .decimal(let value):
    let thousandths = Int((value.magnitude * 1_000).rounded())
    let fraction = String(1_000 + thousandths % 1_000).dropFirst()
    return "\(value.sign == .minus ? "-" : "")\(thousandths / 1_000).\(fraction)"
  case .string(let value): return quoted(value)
  case .displayString(let value): return display(value)
  case .token(let value): return value
  case .bytes(let value): return ":\(Data(value).base64EncodedString()):"
  case .boolean(let value): return value ? "?1" : "?0"
  case .date(let value): return "@\(value)"
  }
}

private func display(_ text: String) -> String {
  text.utf8.reduce("%\"") { text, byte in
    let isPlain = (0x20...0x7E).contains(byte) && byte != 0x22 && byte != 0x25
    return text
      + (isPlain ? String(Unicode.Scalar(byte)) : "%" + String(256 + Int(byte), radix: 16).dropFirst())
  } + "\""
}
