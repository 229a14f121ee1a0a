import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StreamFormat where Element: Decodable {
  /// One JSON value a line (NDJSON, JSON Lines), decoded with the client's decoder, which is given one line without
  /// its LF and without a byte order mark, as bytes with indices from 0. Blank lines are skipped.
  ///
  /// ```swift
  /// .jsonLines(of: Pod.self, at: "object")   // {"type": "ADDED", "object": {…}}
  /// ```
  ///
  /// - Parameters:
  ///   - type: What each line, or the value at `path` in it, is decoded as.
  ///   - path: The keys (`String`) and indexes (`Int`) of the element in its line; none for the whole line.
  ///   - limit: The most bytes of one line, without its ending and a byte order mark; 1 MiB unless it is given.
  public static func jsonLines(
    of type: Element.Type = Element.self, at path: any FieldStep..., limit: Int = 1 << 20
  ) -> StreamFormat {
    let field = Field<Element>(path: path.map(\.fieldStep))
    return StreamFormat(lines: limit) { line, decoder, invalid, place in
      try invalid.element(at: place) { try field.read(from: line, with: decoder) }
    }
  }
}

extension StreamFormat {
  @available(*, unavailable, message: "the elements of a stream of JSON are Decodable")
  @_disfavoredOverload
  public static func jsonLines(
    of type: Element.Type = Element.self, at path: any FieldStep..., limit: Int = 1 << 20
  ) -> StreamFormat {
    StreamFormat { _, _ in NoElements() }
  }

  @available(*, unavailable, message: "the elements of a stream of JSON are Decodable")
  @_disfavoredOverload
  public static func jsonArray(
    of type: Element.Type = Element.self, at path: String..., limit: Int = 1 << 20
  ) -> StreamFormat {
    StreamFormat { _, _ in NoElements() }
  }

  /// Lines of JSON; `read` gives the element of each, or nil where it is left out.
  init(
    lines limit: Int,
    read:
      @escaping @Sendable (
        _ line: Data, _ decoder: any ResponseDecoder, _ invalid: InvalidElement, _ place: String
      ) throws -> Element?
  ) {
    self.init(mediaTypes: ["application/x-ndjson", "application/jsonl", "application/json;q=0.5"]) {
      decoder, invalid in
      JSONLines(lines: LineSplitter(ending: .lineFeed, limit: limit)) { line, place in
        // Ours reads a slice where it lies.
        try read(decoder is JSONCoder ? line : line.rebased, decoder, invalid, place)
      }
    }
  }
}

/// Stands in where a format is unavailable.
private struct NoElements<Element: Sendable>: StreamParser {
  mutating func parse(_ chunk: Data?, into elements: inout [Element]) {}
}

private struct JSONLines<Element: Sendable>: StreamParser {
  var lines: LineSplitter
  let read: (Data, String) throws -> Element?

  init(lines: LineSplitter, read: @escaping (Data, String) throws -> Element?) {
    self.lines = lines
    self.read = read
  }

  mutating func parse(_ chunk: Data?, into elements: inout [Element]) throws {
    try lines.forEach(in: chunk) { [read] line in
      let bytes = line.number == 1 ? line.bytes.withoutByteOrderMark : line.bytes
      if bytes.isBlank { return }
      if let element = try read(bytes, "line \(line.number)") { elements.append(element) }
    }
  }
}

extension Field {
  /// The value in a line, read with its type's own options if it has some.
  func read(from line: Data, with decoder: any ResponseDecoder) throws -> Value {
    if path.isEmpty { return try decoder.adjusted(for: Value.self).decode(Value.self, from: line) }
    return try BodyReader.read(line, with: decoder) { try read(from: $0) }
  }
}
