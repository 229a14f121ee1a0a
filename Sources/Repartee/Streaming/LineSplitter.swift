#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Cuts bytes into lines, wherever the chunks are cut.
struct LineSplitter {
  /// What ends a line.
  enum Ending {
    /// LF; a CR before it belongs to it.
    case lineFeed
    /// LF, CR, or CR and LF (server-sent events).
    case any
  }

  private let ending: Ending
  private let limit: Int
  /// The beginning of a line that is not yet complete.
  private var partial = Data()
  private var lastWasCarriageReturn = false
  /// How many lines came so far.
  private(set) var count = 0

  init(ending: Ending, limit: Int) {
    self.ending = ending
    self.limit = limit
  }

  /// A line without its ending, and its number, from 1.
  struct Line {
    var number: Int
    var bytes: Data

    /// Where it stands, for errors.
    var place: String { "line \(number)" }
  }

  /// A line that is whole in a chunk, without its ending.
  struct Place {
    var number: Int
    /// In the chunk, from 0.
    var range: Range<Int>
  }

  /// The chunks so far ended with a line; there was one, so that no byte order mark is left.
  var isBetweenLines: Bool { count > 0 && partial.isEmpty }

  /// Takes the lines that are whole in a chunk, about 64 KiB of them, and tells which of them are not blank, and how
  /// many bytes they are in all. Stops before a line that is too long, or goes on in the next chunk. Only between lines
  /// that end with LF.
  mutating func wholeLines(in chunk: Data) -> (places: [Place], end: Int) {
    chunk.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return ([], 0) }
      var places: [Place] = []
      var start = 0
      while start < min(bytes.count, 64 << 10),
        let lineFeed = memchr(base + start, 0x0A, bytes.count - start)
      {
        let next = UnsafeRawPointer(lineFeed) - base + 1
        let end = next > start + 1 && bytes[next - 2] == 0x0D ? next - 2 : next - 1
        if end - start > limit { break }
        count += 1
        if !UnsafeRawBufferPointer(rebasing: bytes[start..<end]).isBlank {
          places.append(Place(number: count, range: start..<end))
        }
        start = next
      }
      return (places, start)
    }
  }

  /// Appends each line that is complete now; with nil the last one too, if it isn't empty. It throws, after the
  /// lines before it, when a line is longer than the limit.
  mutating func split(_ chunk: Data?, into lines: inout [Line]) throws(DecodingFailure) {
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

  /// Neither a CR that may belong to the ending nor a byte order mark counts.
  private func checkLength(adding bytes: Data, isComplete: Bool) throws(DecodingFailure) {
    var length = partial.count + bytes.count
    if ending == .lineFeed, (bytes.last ?? partial.last) == 0x0D { length -= 1 }
    if count == 0 {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let start = partial.prefix(3) + bytes.prefix(max(0, 3 - partial.count))
      if start.elementsEqual(mark) || (!isComplete && mark.starts(with: start)) { length -= start.count }
    }
    guard length <= limit else {
      throw DecodingFailure(
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
    let first = start - chunk.startIndex
    let offset = chunk.withUnsafeBytes { bytes in
      switch ending {
      case .lineFeed:
        bytes.baseAddress.flatMap { base in
          memchr(base + first, 0x0A, bytes.count - first).map { UnsafeRawPointer($0) - base }
        }
      case .any: bytes[first...].firstIndex { $0 == 0x0A || $0 == 0x0D }
      }
    }
    return offset.map { chunk.startIndex + $0 }
  }

  /// What a parser of lines does with one chunk: each line in turn, and then the fault there may be.
  mutating func forEach(in chunk: Data?, _ body: (Line) throws -> Void) throws {
    var lines: [Line] = []
    let result = Result { () throws(DecodingFailure) in try split(chunk, into: &lines) }
    for line in lines { try body(line) }
    try result.get()
  }
}

extension StreamFormat where Element == String {
  /// Lines of text in UTF-8, without their endings (LF, or CR and LF). A byte order mark is left out; bytes that
  /// are not UTF-8 are an element that does not fit.
  /// - Parameter maximumElementSize: The most bytes of one line, without its ending and the byte order mark; 1 MiB
  ///   unless it is given.
  public static func lines(maximumElementSize: Int = 1 << 20) -> StreamFormat {
    StreamFormat(mediaTypes: ["text/plain", "*/*"]) { _, invalid in
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
        // Foundation's initializer would drop a byte order mark.
        guard let text = String(validating: bytes, as: UTF8.self) else {
          throw DecodingFailure(.corrupted, message: "the line is not UTF-8")
        }
        return text
      }
      if let text { elements.append(text) }
    }
  }
}

extension Data {
  /// The same bytes with indices from 0, for who takes it that every Data's begin there. It copies a slice only.
  var rebased: Data { startIndex == 0 ? self : Data(self) }

  /// The bytes without the byte order mark of UTF-8 at their beginning.
  var withoutByteOrderMark: Data {
    starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self
  }
}
