/// Where the lines of a text begin, as far as it was asked for.
///
/// A place is kept for every 1,024 bytes, so that the first question costs a walk to its offset and all others, in
/// whatever order they come, a walk of 1,024 bytes at most. A class, as the errors of one document share it; for one
/// thread at a time, as the document is.
final class TextPlaces {
  struct Place {
    /// From 1.
    var line = 1
    /// From 1, in characters of Unicode.
    var column = 1
    /// The offset of the line's first byte.
    var lineStart: Int
  }

  private static let distance = 1_024
  /// The place of every offset that is a multiple of `distance`.
  private var marks: [Place] = []
  /// How many bytes were walked over, for tests.
  private(set) var walked = 0

  /// The place of an offset of `bytes`, which are the same bytes every time.
  func place(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Place {
    if marks.isEmpty { marks.append(Place(lineStart: TextPlaces.start(of: bytes))) }
    let mark = offset / TextPlaces.distance
    while marks.count <= mark {
      let last = marks.count - 1
      let start = last * TextPlaces.distance
      marks.append(walk(from: marks[last], over: start..<start + TextPlaces.distance, of: bytes))
    }
    return walk(from: marks[mark], over: mark * TextPlaces.distance..<offset, of: bytes)
  }

  private func walk(from place: Place, over range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> Place
  {
    var place = place
    for index in range {
      if bytes[index] == 0x0A {
        place = Place(line: place.line + 1, lineStart: index + 1)
      } else if bytes[index] & 0xC0 != 0x80, index >= place.lineStart {
        place.column += 1
      }
    }
    walked += range.count
    return place
  }

  /// Where the text begins: after its byte order mark.
  static func start(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }
}
