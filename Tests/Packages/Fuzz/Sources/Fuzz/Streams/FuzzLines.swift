import Foundation
@testable import Repartee

/// Lines, NDJSON and the elements of an array: the same wherever the chunks are cut, and the same as a split of the
/// whole.
@Sendable func fuzzLines(_ input: Input) {
  var random = input.random
  let limit = Bool.random(using: &random) ? 1 << 20 : Int.random(in: 0...30, using: &random)
  let chunks = input.chunks(&random)
  compare(StreamFormat<String, Never>.lines(maximumElementSize: limit), chunks, input)
  compare(StreamFormat<JSONValue, Never>.jsonLines(maximumElementSize: limit), chunks, input)
  compare(StreamFormat<Int, Never>.jsonLines(maximumElementSize: limit), chunks, input)
  compare(StreamFormat<JSONValue, Never>.jsonArray(maximumElementSize: limit), chunks, input)
  compare(StreamFormat<Int, Never>.jsonArray(at: "data", maximumElementSize: limit), chunks, input)

  guard limit == 1 << 20, let text = String(validating: input.bytes, as: UTF8.self) else { return }
  var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
  if let first = lines.first, first.starts(with: [0xEF, 0xBB, 0xBF]) { lines[0] = Array(first.dropFirst(3)) }
  let isOpen = !text.utf8.isEmpty && text.utf8.last != 0x0A
  if !isOpen { lines.removeLast() }
  let expected = lines.map { String(decoding: $0.last == 0x0D ? $0.dropLast() : $0[...], as: UTF8.self) }
  let (elements, failure) = read(StreamFormat<String, Never>.lines(), [input.bytes])
  claim(
    elements.map { Array($0.utf8) } == expected.map { Array($0.utf8) } && failure == nil,
    "\(elements), not \(expected)")
}

private func compare<Element: Equatable>(
  _ format: StreamFormat<Element, Never>, _ chunks: [[UInt8]], _ input: Input
) {
  let whole = read(format, input.bytes.isEmpty ? [] : [input.bytes])
  let other = read(format, chunks)
  claim(whole == other, "\(chunks.map(\.count)): \(whole), not \(other)")
  // Those that fit are the same if the others are left out.
  let skipping = read(format.skippingInvalid { _ = $0.report }, chunks)
  claim(skipping.0.starts(with: whole.0), "left out: \(skipping.0), not \(whole.0)")
}

private func read<Element>(_ format: StreamFormat<Element, Never>, _ chunks: [[UInt8]]) -> (
  [Element], String?
) {
  var parser = format.makeParser(JSONCoder())
  var elements: [Element] = []
  do {
    for chunk in chunks { try parser.parse(Data(chunk), into: &elements) }
    try parser.parse(nil, into: &elements)
    return (elements, nil)
  } catch {
    return (elements, "\(error)")
  }
}
