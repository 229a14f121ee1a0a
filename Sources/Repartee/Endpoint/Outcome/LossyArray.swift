import ReparteeJSON

/// An array of the elements that could be decoded, and the errors of the others.
///
/// ```swift
/// // ResponseMap<LossyArray<User>, Never>
/// let users = try await client.send(GetUsers())
/// for user in users { … }
/// for dropped in users.dropped {
///   log("\(dropped.index): \(dropped.error)")
/// }
/// ```
///
/// A value that is no array still fails.
public struct LossyArray<Element: Decodable> {
  /// The decoded elements, in order.
  public let elements: [Element]
  /// The index in the received array and the error of each other element, in order: of the first 1,000.
  public let dropped: [(index: Int, error: BodyDecodingError)]
  /// The number of elements that could not be decoded, also beyond 1,000.
  public let droppedCount: Int

  /// Creates an array.
  public init(_ elements: [Element], dropped: [(index: Int, error: BodyDecodingError)] = []) {
    self.init(elements, dropped: dropped, droppedCount: dropped.count)
  }

  private init(_ elements: [Element], dropped: [(index: Int, error: BodyDecodingError)], droppedCount: Int) {
    self.elements = elements
    self.dropped = dropped
    self.droppedCount = droppedCount
  }
}

extension LossyArray: Sendable where Element: Sendable {}

extension LossyArray: Equatable where Element: Equatable {
  /// Compares the elements, the number of dropped ones and the indexes in `dropped`.
  public static func == (left: LossyArray, right: LossyArray) -> Bool {
    left.elements == right.elements && left.droppedCount == right.droppedCount
      && left.dropped.map(\.index) == right.dropped.map(\.index)
  }
}

extension LossyArray: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements)
    hasher.combine(dropped.map(\.index))
    hasher.combine(droppedCount)
  }
}

/// The most errors that one array keeps.
private let droppedLimit = 1_000

extension LossyArray: Decodable {
  public init(from decoder: any Decoder) throws {
    var array = try decoder.unkeyedContainer()
    var elements: [Element] = []
    var dropped: [(index: Int, error: BodyDecodingError)] = []
    var droppedCount = 0
    while !array.isAtEnd {
      let index = array.currentIndex
      do {
        elements.append(try array.decode(Element.self))
      } catch {
        droppedCount += 1
        if droppedCount <= droppedLimit {
          dropped.append((index, BodyDecodingError(error, type: Element.self)))
        }
        (decoder as? any ProbedDecoder)?.noteSkipped(error, ordinal: index)
        // A decoder does not advance past an element that it can't decode.
        if array.currentIndex == index { _ = try array.decode(Ignored.self) }
      }
    }
    self.init(elements, dropped: dropped, droppedCount: droppedCount)
  }

  private struct Ignored: Decodable {
    init(from decoder: any Decoder) throws {}
  }
}

extension LossyArray: RandomAccessCollection {
  public var startIndex: Int { elements.startIndex }
  public var endIndex: Int { elements.endIndex }
  public subscript(position: Int) -> Element { elements[position] }
}
