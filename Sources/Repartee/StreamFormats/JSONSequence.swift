public import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StreamFormat where Element: Decodable, DeclaredFailure == Never {
  /// Decodes JSON values in a row, or the value at `path` in each: with whitespace, newlines, record separators
  /// (RFC 7464) or nothing between them, and each on any number of lines.
  ///
  /// ```swift
  /// // {"status": "pulling"}{"status": "done"}
  /// .jsonSequence(of: Progress.self)
  /// ```
  ///
  /// A value has at most `maximumElementSize` bytes, by default 1 MiB. One that the end of the body cuts short ends the
  /// stream. One that a record separator cuts short is an element that can't be decoded (RFC 7464, section 2.3), and so
  /// is a number, true, false or null without whitespace before the separator (section 2.4).
  public static func jsonSequence(
    of type: Element.Type = Element.self, at path: JSONPath.Component..., maximumElementSize: Int = 1 << 20
  ) -> Self {
    Self(sequenceAt: BodyPath(path: path), limit: maximumElementSize) { _, _ in }
  }
}

extension StreamFormat where Element: Decodable {
  /// `check` throws the failure in an element.
  init(
    sequenceAt field: BodyPath<Element>, limit: Int,
    check: @escaping @Sendable (_ element: JSONElement, _ decoder: any ResponseDecoder) throws -> Void
  ) {
    self.init(mediaTypes: ["application/json-seq"] + .jsonLines) { decoder, invalid in
      JSONSequence(limit: limit) { element in
        try check(element, decoder)
        return try invalid.element(at: "") { try field.read(from: element, with: decoder) }
      }
    }
  }
}

private struct JSONSequence<Element: Sendable>: StreamParser {
  private var elements: JSONElements
  private let read: (JSONElement) throws -> Element?

  init(limit: Int, read: @escaping (JSONElement) throws -> Element?) {
    elements = JSONElements(in: .concatenated, maximumElementSize: limit)
    self.read = read
  }

  mutating func parse(_ chunk: Data?, into parsed: inout [Element]) throws {
    guard let chunk else {
      if let last = try elements.finish(), let value = try read(last) { parsed.append(value) }
      return
    }
    elements.append(chunk)
    while let element = try elements.next() {
      if let value = try read(element) { parsed.append(value) }
    }
  }
}

extension BodyPath {
  fileprivate func read(from element: JSONElement, with decoder: any ResponseDecoder) throws -> Value {
    do {
      return try read(from: Data(element.bytes), with: decoder)
    } catch let error as JSONError {
      throw element.placed(error)
    } catch {
      throw BodyDecodingError(error, type: Value.self).within(element.path.description)
    }
  }
}
