import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StreamFormat where Element: Decodable {
  /// The elements of one JSON array, each decoded when it is complete: the whole body, or what is at these keys.
  ///
  /// They are decoded as JSON with the client's options. An element that does not fit can be skipped; JSON that is
  /// no array of elements ends the stream.
  ///
  /// - Parameters:
  ///   - type: What each element is decoded as.
  ///   - path: The keys of the array, from the outside in; none for the whole body.
  ///   - limit: The most bytes of one element; 1 MiB unless it is given. What lies beside the array is checked
  ///     while it goes by, and has none.
  public static func jsonArray(
    of type: Element.Type = Element.self, at path: String..., limit: Int = 1 << 20
  ) -> StreamFormat {
    let path = path
    return StreamFormat(mediaTypes: ["application/json"]) { decoder, invalid in
      JSONElementParser(
        elements: JSONElements(in: .array(at: path), maximumElementSize: limit),
        json: decoder as? JSONCoder, invalid: invalid)
    }
  }
}

private struct JSONElementParser<Element: Decodable & Sendable>: StreamParser {
  var elements: JSONElements
  /// Nil if another decoder reads the content type.
  let json: JSONCoder?
  let invalid: InvalidElement

  mutating func parse(_ chunk: Data?, into parsed: inout [Element]) throws {
    if let chunk {
      elements.append(chunk)
      while let next = try elements.next() { try decode(next, into: &parsed) }
    } else {
      _ = try elements.finish()  // it throws if the array is not closed, and has no element left if it is
    }
  }

  private func decode(_ element: JSONElement, into parsed: inout [Element]) throws {
    guard let json else {
      throw DecodingFailure(
        message: "the elements are declared as JSON, but another decoder reads this response")
    }
    let value = try invalid.element(at: "") { try json.decode(Element.self, from: element) }
    if let value { parsed.append(value) }
  }
}
