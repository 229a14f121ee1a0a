import Foundation
import ReparteeJSON

/// JSON cut into elements: the same wherever the chunks are cut, and the same as the whole text decoded.
@Sendable func fuzzElements(_ input: Input) {
  var random = input.random
  let limit = Bool.random(using: &random) ? 16 << 20 : Int.random(in: 0...64, using: &random)
  let framings: [(JSONElements.Framing, path: [String]?)] = [
    (.array(), []), (.array(at: ["a"]), ["a"]), (.array(at: ["data", "items"]), ["data", "items"]),
    (.lines, nil), (.concatenated, nil),
  ]
  for (framing, path) in framings {
    let whole = Cutting(input.bytes.isEmpty ? [] : [input.bytes], framing, limit)
    let other = Cutting(input.chunks(&random), framing, limit)
    claim(whole == other, "\(framing) \(limit): \(whole), not \(other)")
    let offsets = whole.elements.map(\.offset)
    for element in whole.elements {
      let end = element.offset + element.bytes.count
      claim(
        end <= input.bytes.count && Array(input.bytes[element.offset..<end]) == element.bytes,
        "\(framing): the element \(element) does not stand there")
      claim(
        element.bytes.count <= limit || framing == .lines,
        "an element of \(element.bytes.count) bytes, above \(limit)")
      do {
        _ = try JSONCoder().decode(JSONValue.self, from: element)
      } catch {
        claim(error.byteOffset.map { (element.offset...end).contains($0) } ?? true, "\(error)")
      }
    }
    claim(zip(offsets, offsets.dropFirst()).allSatisfy(<), "\(framing): offsets \(offsets)")
    if limit > 64 { compare(whole, with: input, framing, at: path) }
  }
}

/// What comes out of one stream.
private struct Cutting: Equatable {
  var elements: [JSONElement] = []
  var failure: String?

  init(_ chunks: [[UInt8]], _ framing: JSONElements.Framing, _ limit: Int) {
    var stream = JSONElements(in: framing, maximumElementSize: limit)
    do {
      for chunk in chunks {
        stream.append(chunk)
        while let element = try stream.next() { elements.append(element) }
      }
      if let last = try stream.finish() { elements.append(last) }
    } catch {
      // Where in a line it was noticed that the line is too long depends on the chunks.
      failure =
        error.kind == .size
        ? "too large" : "\(error.kind) at \(String(describing: error.byteOffset)): \(error.report)"
    }
  }
}

/// - Parameter path: Where the array is; nil of other framings.
private func compare(
  _ cutting: Cutting, with input: Input, _ framing: JSONElements.Framing, at path: [String]?
) {
  let json = JSONCoder()
  let values = cutting.elements.map { try? json.decode(JSONValue.self, from: $0) }
  let whole = try? json.decode(JSONValue.self, from: input.bytes)
  if let path {
    let place = JSONPath(path.map { .key($0) })
    if let array = whole?[at: place]?.array {
      claim(cutting.failure == nil, "\(framing): \(cutting.failure ?? "")")
      claim(values == array.map(Optional.some), "\(framing): other elements than at \(place)")
    } else if cutting.failure == nil, !values.contains(nil) {
      // An element may be as deep as the whole text.
      var deeper = json
      deeper.maximumDepth = 512 + path.count + 1
      let deep = try? deeper.decode(JSONValue.self, from: input.bytes)
      claim(deep?[at: place]?.array != nil, "\(framing): elements, and no array at \(place)")
    }
  } else if framing == .lines {
    let count = input.bytes.split(separator: 0x0A).count
    claim(cutting.elements.count <= count, "\(cutting.elements.count) elements, \(count) lines")
  } else if let whole {
    claim(values == [whole], "\(framing): \(values.count) values of one")
  }
}
