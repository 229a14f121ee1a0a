import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension FailableStreamFormat where Element: Decodable, DeclaredFailure == Never {
  /// Decodes the elements of one JSON array, the body or the value at `path`, each when it is complete.
  ///
  /// An element has at most `maximumElementSize` bytes, by default 1 MiB; JSON outside the array is limited only by the
  /// coder's `maximumDepth`. JSON that is not an array ends the stream.
  public static func jsonArray(
    of type: Element.Type = Element.self, at path: String..., maximumElementSize: Int = 1 << 20
  ) -> Self {
    Self(mediaTypes: ["application/json"]) { decoder, invalid in
      JSONElementParser(
        path: path, limit: maximumElementSize, json: decoder as? JSONCoder,
        readWhole: { elements, json, values, alone in
          try elements.decodeWhole(with: json, into: &values, alone: alone)
        },
        read: { element, json in
          try invalid.element(at: "") { try json.decode(type, from: element) }
        })
    }
  }
}

extension FailableStreamFormat {
  init(
    elementsAt path: [String], limit: Int,
    read:
      @escaping @Sendable (_ element: JSONElement, _ json: JSONCoder, _ invalid: InvalidElement) throws ->
      Element?
  ) {
    self.init(mediaTypes: ["application/json"]) { decoder, invalid in
      JSONElementParser(path: path, limit: limit, json: decoder as? JSONCoder) { element, json in
        try read(element, json, invalid)
      }
    }
  }
}

private struct JSONElementParser<Element: Sendable>: StreamParser {
  /// Decodes a chunk's complete elements; `alone` decodes one separately.
  typealias ReadWhole = (
    _ elements: inout JSONElements, _ json: JSONCoder, _ values: inout [Element],
    _ alone: (JSONElement) throws -> Element?
  ) throws -> Void

  var elements: JSONElements
  let json: JSONCoder?
  let readWhole: ReadWhole?
  let read: (JSONElement, JSONCoder) throws -> Element?

  init(
    path: [String], limit: Int, json: JSONCoder?, readWhole: ReadWhole? = nil,
    read: @escaping (JSONElement, JSONCoder) throws -> Element?
  ) {
    elements = JSONElements(
      in: .array(at: path), maximumElementSize: limit, maximumDepth: (json ?? JSONCoder()).maximumDepth)
    self.json = json
    self.readWhole = readWhole
    self.read = read
  }

  mutating func parse(_ chunk: Data?, into parsed: inout [Element]) throws {
    guard let chunk else {
      _ = try elements.finish()  // throws if the array is not closed; otherwise no element is left
      return
    }
    elements.append(chunk)
    repeat {
      if let readWhole, let json {
        try readWhole(&elements, json, &parsed) { try read($0, json) }
      }
    } while try decodeNext(into: &parsed)
  }

  private mutating func decodeNext(into parsed: inout [Element]) throws -> Bool {
    guard let element = try elements.next() else { return false }
    guard let json else {
      throw BodyDecodingError(
        message: "the elements are declared as JSON, but another decoder reads this response")
    }
    if let value = try read(element, json) { parsed.append(value) }
    return true
  }
}
