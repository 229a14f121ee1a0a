import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension FailableStreamFormat where Element: Decodable, DeclaredFailure == Never {
  /// Reads the elements of one JSON array, which is the whole body or the value at these keys. Each is decoded when it
  /// is complete.
  ///
  /// Elements are decoded as JSON with the client's options. An element that can't be decoded can be skipped; JSON that
  /// is not an array of elements ends the stream.
  ///
  /// - Parameters:
  ///   - type: The type of each element.
  ///   - path: The keys of the array, from the outermost to the innermost; none for the whole body.
  ///   - maximumElementSize: The maximum number of bytes of one element; by default 1 MiB. JSON outside the array is
  ///     checked while it arrives, and has no maximum.
  public static func jsonArray(
    of type: Element.Type = Element.self, at path: String..., maximumElementSize: Int = 1 << 20
  ) -> Self {
    Self(mediaTypes: ["application/json"]) { decoder, invalid in
      JSONElementParser(
        elements: JSONElements(in: .array(at: path), maximumElementSize: maximumElementSize),
        json: decoder as? JSONCoder,
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
  /// Creates a format of the elements of one array. `read` returns each, or nil to skip it.
  init(
    elementsAt path: [String], limit: Int,
    read:
      @escaping @Sendable (_ element: JSONElement, _ json: JSONCoder, _ invalid: InvalidElement) throws ->
      Element?
  ) {
    self.init(mediaTypes: ["application/json"]) { decoder, invalid in
      JSONElementParser(
        elements: JSONElements(in: .array(at: path), maximumElementSize: limit), json: decoder as? JSONCoder
      ) { element, json in try read(element, json, invalid) }
    }
  }
}

private struct JSONElementParser<Element: Sendable>: StreamParser {
  /// Decodes the complete elements of a chunk together. `alone` decodes an element that needs separate decoding.
  typealias ReadWhole = (
    _ elements: inout JSONElements, _ json: JSONCoder, _ values: inout [Element],
    _ alone: (JSONElement) throws -> Element?
  ) throws -> Void

  var elements: JSONElements
  /// Nil if another decoder reads the content type.
  let json: JSONCoder?
  let readWhole: ReadWhole?
  let read: (JSONElement, JSONCoder) throws -> Element?

  init(
    elements: JSONElements, json: JSONCoder?, readWhole: ReadWhole? = nil,
    read: @escaping (JSONElement, JSONCoder) throws -> Element?
  ) {
    self.elements = elements
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

  /// Decodes the next element; returns false if more bytes are needed.
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
