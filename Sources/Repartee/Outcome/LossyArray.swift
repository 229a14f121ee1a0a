import ReparteeJSON

/// The elements of an array that could be decoded, and what was dropped.
///
/// One bad element does not fail the page:
///
/// ```swift
/// static let responses: ResponseMap<LossyArray<User>, Never> = [
///   .code(200, .decode)
/// ]
///
/// let users = try await client.send(GetUsers())
/// for user in users { … }
/// for dropped in users.dropped {
///   log("\(dropped.index): \(dropped.error)")
/// }
/// ```
///
/// It is a `RandomAccessCollection` of the elements that are there. A body that is not an array still fails.
public struct LossyArray<Element: Decodable> {
  /// An element that could not be decoded.
  public struct Dropped: Sendable {
    /// Its place in the array as it came.
    public let index: Int
    /// Why: where, and what is wrong.
    public let error: DecodingFailure
  }

  /// The elements that could be decoded, in order.
  public let elements: [Element]
  /// The elements that could not, in order.
  public let dropped: [Dropped]

  /// An array of these.
  public init(_ elements: [Element], dropped: [Dropped] = []) {
    self.elements = elements
    self.dropped = dropped
  }
}

extension LossyArray: Sendable where Element: Sendable {}

extension LossyArray: Equatable where Element: Equatable {
  /// Two arrays are equal if their elements are, and the places of what was dropped.
  public static func == (left: LossyArray, right: LossyArray) -> Bool {
    left.elements == right.elements && left.dropped.map(\.index) == right.dropped.map(\.index)
  }
}

extension LossyArray: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements)
    hasher.combine(dropped.map(\.index))
  }
}

extension LossyArray: Decodable {
  public init(from decoder: any Decoder) throws {
    var array = try decoder.unkeyedContainer()
    var elements: [Element] = []
    var dropped: [Dropped] = []
    while !array.isAtEnd {
      let index = array.currentIndex
      do {
        elements.append(try array.decode(Element.self))
      } catch {
        dropped.append(Dropped(index: index, error: DecodingFailure(error, type: Element.self)))
        (decoder as? any ProbedDecoder)?.noteSkipped(error, ordinal: index)
        // A decoder stays at an element that it could not decode.
        if array.currentIndex == index { _ = try array.decode(Ignored.self) }
      }
    }
    self.init(elements, dropped: dropped)
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
