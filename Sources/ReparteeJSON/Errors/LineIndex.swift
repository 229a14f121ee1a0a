/// Stores the place of every 1,024th byte. For one thread at a time.
final class LineIndex {
  struct Position {
    /// From 1.
    var line = 1
    /// From 1, in Unicode scalars.
    var column = 1
    var lineStart: Int
  }

  private static let distance = 1_024
  private var marks: [Position] = []
  /// For tests.
  private(set) var walked = 0

  /// `bytes` must be the same in every call.
  func position(of offset: Int, in bytes: Bytes) -> Position {
    if marks.isEmpty { marks.append(Position(lineStart: LineIndex.start(of: bytes))) }
    let mark = offset / LineIndex.distance
    while marks.count <= mark {
      let last = marks.count - 1
      let start = last * LineIndex.distance
      marks.append(walk(from: marks[last], over: start..<start + LineIndex.distance, of: bytes))
    }
    return walk(from: marks[mark], over: mark * LineIndex.distance..<offset, of: bytes)
  }

  private func walk(from position: Position, over range: Range<Int>, of bytes: Bytes) -> Position {
    var position = position
    for index in range {
      if bytes[index] == 0x0A {
        position = Position(line: position.line + 1, lineStart: index + 1)
      } else if bytes[index] & 0xC0 != 0x80, index >= position.lineStart {
        position.column += 1
      }
    }
    walked += range.count
    return position
  }

  static func start(of bytes: Bytes) -> Int {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }
}
