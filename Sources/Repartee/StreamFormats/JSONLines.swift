public import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StreamFormat where Element: Decodable, DeclaredFailure == Never {
  /// Decodes one JSON value per line (NDJSON, JSON Lines), or the value at `path` in it. Blank lines are skipped.
  ///
  /// ```swift
  /// // {"type": "ADDED", "object": {…}}
  /// .jsonLines(of: Pod.self, at: "object")
  /// ```
  ///
  /// A line, without its ending and a byte order mark, has at most `maximumElementSize` bytes, by default 1 MiB. The
  /// client's decoder gets it as bytes with indices from 0.
  public static func jsonLines(
    of type: Element.Type = Element.self, at path: JSONPath.Component..., maximumElementSize: Int = 1 << 20
  ) -> Self {
    let field = BodyPath<Element>(path: path)
    return Self(
      lines: maximumElementSize,
      readWhole: { decoder in
        guard field.path.isEmpty, let json = decoder as? JSONCoder else { return nil }
        return { lines, bytes, values, alone in
          try json.decode(each: lines, of: bytes, into: &values, alone: alone)
        }
      },
      read: { line, decoder, invalid in
        try invalid.element(at: line.place) { try field.read(from: line, with: decoder) }
      })
  }
}

extension StreamFormat where DeclaredFailure == Never {
  @available(*, unavailable, message: "the elements of a stream of JSON are Decodable")
  @_disfavoredOverload
  public static func jsonLines(
    of type: Element.Type = Element.self, at path: JSONPath.Component..., maximumElementSize: Int = 1 << 20
  ) -> Self {
    Self { _ in NoElements() }
  }

  @available(*, unavailable, message: "the elements of a stream of JSON are Decodable")
  @_disfavoredOverload
  public static func jsonSequence(
    of type: Element.Type = Element.self, at path: JSONPath.Component..., maximumElementSize: Int = 1 << 20
  ) -> Self {
    Self { _ in NoElements() }
  }

  @available(*, unavailable, message: "the elements of a stream of JSON are Decodable")
  @_disfavoredOverload
  public static func jsonArray(
    of type: Element.Type = Element.self, at path: String..., maximumElementSize: Int = 1 << 20
  ) -> Self {
    Self { _ in NoElements() }
  }
}

extension [MediaRange] {
  static let jsonLines: Self = ["application/x-ndjson", "application/jsonl", "application/json;q=0.5"]
}

extension StreamFormat {
  fileprivate init(
    lines limit: Int, readWhole: @escaping @Sendable (any ResponseDecoder) -> JSONLines<Element>.ReadWhole?,
    read:
      @escaping @Sendable (
        _ line: LineSplitter.Line, _ decoder: any ResponseDecoder, _ invalid: InvalidElement
      ) throws -> Element?
  ) {
    self.init(mediaTypes: .jsonLines) { decoder, invalid in
      JSONLines(lines: LineSplitter(ending: .lineFeed, limit: limit), readWhole: readWhole(decoder)) { line in
        var line = line
        // Only the project's own decoder is given a slice.
        if !(decoder is JSONCoder) { line.bytes = line.bytes.rebased }
        return try read(line, decoder, invalid)
      }
    }
  }

  init(
    lines limit: Int,
    read:
      @escaping @Sendable (
        _ line: LineSplitter.Line, _ decoder: any ResponseDecoder, _ invalid: InvalidElement
      ) throws -> Element?
  ) {
    self.init(lines: limit, readWhole: { _ in nil }, read: read)
  }
}

private struct NoElements<Element: Sendable>: StreamParser {
  mutating func parse(_ chunk: Data?, into elements: inout [Element]) {}
}

private struct JSONLines<Element: Sendable>: StreamParser {
  /// Decodes a chunk's complete lines; `alone` decodes one separately.
  typealias ReadWhole = (
    _ lines: [Range<Int>], _ bytes: Data, _ values: inout [Element],
    _ alone: (Int) throws -> Element?
  ) throws -> Void

  var lines: LineSplitter
  let readWhole: ReadWhole?
  let read: (LineSplitter.Line) throws -> Element?

  init(
    lines: LineSplitter, readWhole: ReadWhole?, read: @escaping (LineSplitter.Line) throws -> Element?
  ) {
    self.lines = lines
    self.readWhole = readWhole
    self.read = read
  }

  mutating func parse(_ chunk: Data?, into elements: inout [Element]) throws {
    guard let readWhole, var rest = chunk else { return try parseEach(chunk, into: &elements) }
    // The first line of a stream may have a byte order mark; a line that began in an earlier chunk ends in this one.
    if !lines.isBetweenLines {
      let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
      try parseEach(rest[..<end], into: &elements)
      rest = rest[end...]
    }
    while !rest.isEmpty {
      let (whole, end) = lines.wholeLines(in: rest)
      if whole.isEmpty && end == 0 { break }
      // Only these bytes: a decoder that escapes keeps all bytes that it was given.
      try parse(whole, of: rest.prefix(end), with: readWhole, into: &elements)
      rest = rest.dropFirst(end)
    }
    try parseEach(rest, into: &elements)
  }

  private func parse(
    _ whole: [LineSplitter.LineRange], of chunk: Data, with readWhole: ReadWhole,
    into elements: inout [Element]
  ) throws {
    try readWhole(whole.map(\.range), chunk, &elements) { index in
      let (number, range) = (whole[index].number, whole[index].range)
      let line = chunk.dropFirst(range.lowerBound).prefix(range.count)
      return try read(LineSplitter.Line(number: number, bytes: line.rebased))
    }
  }

  private mutating func parseEach(_ chunk: Data?, into elements: inout [Element]) throws {
    try lines.forEach(in: chunk) { [read] line in
      var line = line
      if line.number == 1 { line.bytes = line.bytes.withoutByteOrderMark }
      if line.bytes.isBlank { return }
      if let element = try read(line) { elements.append(element) }
    }
  }
}

extension BodyPath {
  func read(from line: LineSplitter.Line, with decoder: any ResponseDecoder) throws -> Value {
    do {
      return try read(from: line.bytes, with: decoder)
    } catch let error as JSONError {
      throw error.onLine(line.number)
    }
  }
}
