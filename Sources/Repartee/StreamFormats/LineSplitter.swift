import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct LineSplitter {
  enum Ending {
    /// LF, or CR and LF.
    case lineFeed
    /// LF, CR, or CR and LF (server-sent events).
    case any
  }

  private let ending: Ending
  private let limit: Int
  private var partial = Data()
  private var lastWasCarriageReturn = false
  private(set) var count = 0

  init(ending: Ending, limit: Int) {
    self.ending = ending
    self.limit = limit
  }

  struct Line {
    var number: Int
    var bytes: Data

    var place: String { "line \(number)" }
  }

  struct LineRange {
    var number: Int
    var range: Range<Int>
  }

  /// False before the first line, which may have a byte order mark.
  var isBetweenLines: Bool { count > 0 && partial.isEmpty }

  /// Takes about 64 KiB of complete lines that end with LF. Call this only between lines.
  mutating func wholeLines(in chunk: Data) -> (lines: [LineRange], end: Int) {
    let (first, last) = (chunk.startIndex, chunk.endIndex)
    let most = first + min(last - first, 64 << 10)
    var lines: [LineRange] = []
    var start = first
    while start < most, let lineFeed = chunk.find(0x0A, in: start..<last) {
      let end = lineFeed.index - (lineFeed.previous == 0x0D ? 1 : 0)
      if end - start > limit { break }
      count += 1
      // Usually the first byte decides.
      if lineFeed.first > 0x20 || !chunk[start..<end].isBlank {
        lines.append(LineRange(number: count, range: start - first..<end - first))
      }
      start = lineFeed.index + 1
    }
    return (lines, start - first)
  }

  /// Throws after the lines before one that is too long. With nil, appends the last line.
  mutating func split(_ chunk: Data?, into lines: inout [Line]) throws(BodyDecodingError) {
    guard let chunk else {
      if !partial.isEmpty {
        try checkLength(adding: Data(), isComplete: true)
        append(partial, to: &lines)
      }
      partial = Data()
      return
    }
    var start = chunk.startIndex
    if lastWasCarriageReturn, chunk.first == 0x0A { start += 1 }
    if !chunk.isEmpty { lastWasCarriageReturn = false }
    while start < chunk.endIndex {
      let end = firstEnding(in: chunk, from: start)
      let bytes = chunk[start..<(end ?? chunk.endIndex)]
      try checkLength(adding: bytes, isComplete: end != nil)
      guard let end else {
        partial.append(bytes)
        return
      }
      append(partial.isEmpty ? bytes : partial + bytes, to: &lines)
      partial = Data()
      start = end + 1
      if chunk[end] == 0x0D {
        if start == chunk.endIndex {
          lastWasCarriageReturn = true
        } else if chunk[start] == 0x0A {
          start += 1
        }
      }
    }
  }

  /// A CR that may belong to the ending, and a byte order mark, do not count.
  private func checkLength(adding bytes: Data, isComplete: Bool) throws(BodyDecodingError) {
    var length = partial.count + bytes.count
    if ending == .lineFeed, (bytes.last ?? partial.last) == 0x0D { length -= 1 }
    if count == 0 {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let start = partial.prefix(3) + bytes.prefix(max(0, 3 - partial.count))
      if start.elementsEqual(mark) || (!isComplete && mark.starts(with: start)) { length -= start.count }
    }
    guard length <= limit else {
      throw BodyDecodingError(
        .tooLarge, path: "line \(count + 1)",
        message: "a line is longer than the limit of \(byteCount(limit))")
    }
  }

  private mutating func append(_ bytes: Data, to lines: inout [Line]) {
    count += 1
    let isCut = ending == .lineFeed && bytes.last == 0x0D
    lines.append(Line(number: count, bytes: isCut ? bytes.dropLast() : bytes))
  }

  private func firstEnding(in chunk: Data, from start: Data.Index) -> Data.Index? {
    if ending == .lineFeed { return chunk.firstIndex(of: 0x0A, in: start..<chunk.endIndex) }
    // In growing parts, so that not each line searches the rest for the ending that does not occur.
    var (start, width) = (start, 256)
    while start < chunk.endIndex {
      let end = start + min(width, chunk.endIndex - start)
      let lineFeed = chunk.firstIndex(of: 0x0A, in: start..<end)
      let carriageReturn = chunk.firstIndex(of: 0x0D, in: start..<(lineFeed ?? end))
      if let found = carriageReturn ?? lineFeed { return found }
      (start, width) = (end, min(width * 2, 64 << 10))
    }
    return nil
  }

  /// Calls `body` with the lines before an error, then throws it.
  mutating func forEach(in chunk: Data?, _ body: (Line) throws -> Void) throws {
    var lines: [Line] = []
    let result = Result { () throws(BodyDecodingError) in try split(chunk, into: &lines) }
    for line in lines { try body(line) }
    try result.get()
  }
}

extension StreamFormat where Element == String, DeclaredFailure == Never {
  /// Reads lines of UTF-8 of at most `maximumElementSize` bytes, by default 1 MiB, without their endings (LF, or CR and
  /// LF) and a byte order mark. Other bytes can't be decoded.
  public static func lines(maximumElementSize: Int = 1 << 20) -> Self {
    Self(mediaTypes: ["text/plain", "*/*"]) { _, invalid in
      TextLines(lines: LineSplitter(ending: .lineFeed, limit: maximumElementSize), invalid: invalid)
    }
  }
}

private struct TextLines: StreamParser {
  var lines: LineSplitter
  let invalid: InvalidElement

  mutating func parse(_ chunk: Data?, into elements: inout [String]) throws {
    try lines.forEach(in: chunk) { [invalid] line in
      let bytes = line.number == 1 ? line.bytes.withoutByteOrderMark : line.bytes
      let text = try invalid.element(at: "line \(line.number)") {
        guard let text = String(utf8: bytes) else {
          throw BodyDecodingError(.corrupted, message: "the line is not UTF-8")
        }
        return text
      }
      if let text { elements.append(text) }
    }
  }
}

extension Data {
  /// Some code expects indices from 0. Only a slice is copied.
  var rebased: Data { startIndex == 0 ? self : Data(self) }

  var withoutByteOrderMark: Data {
    starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self
  }
}
