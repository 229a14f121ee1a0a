import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StreamFormat where Element: Decodable, DeclaredFailure == Never {
  /// Decodes the elements of one JSON array, the body or the value at `path`, each when it is complete.
  ///
  /// An element has at most `maximumElementSize` bytes, by default 1 MiB; JSON outside the array is limited only by the
  /// coder's `maximumDepth`, and is there after the end (``ResponseStream/enclosing(_:)``). JSON that is not an array
  /// ends the stream.
  public static func jsonArray(
    of type: Element.Type = Element.self, at path: String..., maximumElementSize: Int = 1 << 20
  ) -> Self {
    Self(
      elementsAt: path, limit: maximumElementSize,
      readWhole: { elements, json, values, alone in
        try elements.decodeWhole(with: json, into: &values, alone: alone)
      },
      read: { element, json, invalid in
        try invalid.element(at: "") { try json.decode(type, from: element) }
      })
  }
}

extension StreamFormat {
  /// `checkEnclosing` throws the failure in the text around the array, or in its place.
  init(
    elementsAt path: [String], limit: Int, readWhole: JSONElementParser<Element>.ReadWhole? = nil,
    checkEnclosing: JSONElementParser<Element>.CheckEnclosing? = nil,
    read:
      @escaping @Sendable (_ element: JSONElement, _ json: JSONCoder, _ invalid: InvalidElement) throws ->
      Element?
  ) {
    self.init(mediaTypes: ["application/json"]) { decoder, invalid in
      JSONElementParser(
        path: path, limit: limit, json: decoder as? JSONCoder, readWhole: readWhole,
        checkEnclosing: checkEnclosing
      ) { element, json in
        try read(element, json, invalid)
      }
    }
    hasEnclosing = !path.isEmpty
  }
}

struct JSONElementParser<Element: Sendable>: EnclosedParser {
  /// Decodes a chunk's complete elements; `alone` decodes one separately.
  typealias ReadWhole =
    @Sendable (
      _ elements: inout JSONElements, _ json: JSONCoder, _ values: inout [Element],
      _ alone: (JSONElement) throws -> Element?
    ) throws -> Void

  typealias CheckEnclosing = @Sendable (_ text: Data, _ json: JSONCoder) throws -> Void

  private var elements: JSONElements
  private let isWholeBody: Bool
  private(set) var enclosing: Result<[UInt8], JSONError>?
  private let json: JSONCoder?
  private let readWhole: ReadWhole?
  private let checkEnclosing: CheckEnclosing?
  private let read: (JSONElement, JSONCoder) throws -> Element?

  init(
    path: [String], limit: Int, json: JSONCoder?, readWhole: ReadWhole?, checkEnclosing: CheckEnclosing?,
    read: @escaping (JSONElement, JSONCoder) throws -> Element?
  ) {
    let maximumDepth = (json ?? JSONCoder()).maximumDepth
    isWholeBody = path.isEmpty
    elements =
      path.isEmpty && checkEnclosing == nil
      ? JSONElements(in: .array(), maximumElementSize: limit, maximumDepth: maximumDepth)
      : JSONElements(
        at: path, keepingTextUpTo: limit, toleratesMissingArray: checkEnclosing != nil,
        maximumDepth: maximumDepth)
    self.json = json
    self.readWhole = readWhole
    self.checkEnclosing = checkEnclosing
    self.read = read
  }

  mutating func parse(_ chunk: Data?, into parsed: inout [Element]) throws {
    guard let chunk else { return try finish() }
    elements.append(chunk)
    repeat {
      if let readWhole, let json {
        try readWhole(&elements, json, &parsed) { try read($0, json) }
      }
    } while try decodeNext(into: &parsed)
  }

  /// Throws the failure around the array, or in its place, rather than what is wrong with the array.
  private mutating func finish() throws {
    var failure: JSONError?
    do throws(JSONError) { _ = try elements.finish() } catch { failure = error }
    enclosing = elements.enclosingText
    if let checkEnclosing, let json, let enclosing, !isWholeBody || failure != nil {
      try checkEnclosing(Data(enclosing.get()), json)
    }
    if let failure { throw failure }
  }

  private mutating func decodeNext(into parsed: inout [Element]) throws -> Bool {
    guard let element = try elements.next() else { return false }
    guard let json else {
      throw BodyDecodingError(
        message: "the elements are declared as JSON, but another decoder reads this response")
    }
    if let value = try read(element, json) { parsed.append(value) }
    return true
  }
}
