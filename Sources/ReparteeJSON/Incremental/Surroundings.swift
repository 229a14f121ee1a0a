/// The text around a streamed array; the array is in it as `[]`.
struct Surroundings: Sendable {
  private var bytes: [UInt8] = []
  private var isTooLarge = false
  private let limit: Int
  /// Whether JSON without the array is read to its end.
  private let toleratesMissingArray: Bool
  /// Why there is no array; thrown at the end of the JSON.
  private(set) var arrayError: JSONError?
  /// Where the bytes of the chunk begin that are not taken yet; nil within the array.
  private var start: Int? = 0

  init(limit: Int, toleratesMissingArray: Bool) {
    self.limit = limit
    self.toleratesMissingArray = toleratesMissingArray
  }

  mutating func take(_ chunk: [UInt8], upTo cursor: Int) {
    guard let start else { return }
    self.start = cursor
    if cursor - start > limit - bytes.count { (bytes, isTooLarge) = ([], true) }
    if !isTooLarge { bytes.append(contentsOf: chunk[start..<cursor]) }
  }

  /// Called when the chunk drops its first bytes, which were taken.
  mutating func forget(_ count: Int) { start = start.map { $0 - count } }

  /// The array begins.
  mutating func pause(_ chunk: [UInt8], at cursor: Int) {
    take(chunk, upTo: cursor)
    start = nil
  }

  /// The array ends.
  mutating func resume(at cursor: Int) { start = cursor }

  /// Returns false if the error has to be thrown at once.
  mutating func tolerates(_ error: JSONError) -> Bool {
    if toleratesMissingArray, arrayError == nil { arrayError = error }
    return toleratesMissingArray
  }

  /// Nil if it exceeds the limit.
  var text: [UInt8]? { isTooLarge ? nil : bytes }
}

extension JSONElements {
  /// The elements of the array at a path, and the text around it.
  ///
  /// - Parameter toleratesMissingArray: Whether JSON without this array is read to its end before it is an error.
  package init(
    at path: [String], keepingTextUpTo limit: Int, toleratesMissingArray: Bool, maximumDepth: Int
  ) {
    self.init(in: .array(at: path), maximumElementSize: limit, maximumDepth: maximumDepth)
    surroundings = Surroundings(limit: limit, toleratesMissingArray: toleratesMissingArray)
  }

  /// The text around the array; nil before the end of the JSON.
  package var enclosingText: Result<[UInt8], JSONError>? {
    guard state == .end, var surroundings else { return nil }
    surroundings.take(chunk, upTo: cursor)
    guard let text = surroundings.text else {
      return .failure(
        error(
          .size, at: [], expected: "at most \(maximumElementSize) bytes around the array", found: "more",
          offset: 0))
    }
    return .success(text)
  }
}
