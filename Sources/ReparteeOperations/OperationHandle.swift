public import Repartee

/// Continues an operation, also in another process: save it as soon as there is one.
///
/// ```swift
/// let export = client.progress(of: StartExport(), from: saved)
/// for try await progress in export {
///   switch progress {
///   case .running(let state): try await save(state.handle)
///   case .ended(let file): return file
///   }
/// }
/// ```
///
/// It is `Codable`. It may hold a token of the API, but nothing that the client adds to every request. A handle that
/// was changed reaches no other origin than one of the server could.
public struct OperationHandle: Sendable, Hashable {
  /// Where the next state, or the result, is; nil for the start's own request, a GET.
  public let place: Cursor?
  /// Whether the result is at the place.
  let isResult: Bool

  /// Creates the handle of the state at a place, such as one that a notification of the API has.
  public init(_ place: Cursor) {
    self.init(place, isResult: false)
  }

  init(_ place: Cursor?, isResult: Bool = false) {
    (self.place, self.isResult) = (place, isResult)
  }
}

extension OperationHandle: Codable {
  private enum CodingKeys: String, CodingKey {
    case place, isResult
  }

  /// Decodes `{"place": …, "isResult": true}`, with a `Cursor`; both may be missing.
  /// - Throws: A decoding error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let place = try container.decodeIfPresent(Cursor.self, forKey: .place)
    let isResult = try container.decodeIfPresent(Bool.self, forKey: .isResult) ?? false
    if isResult, place == nil {
      throw DecodingError.dataCorruptedError(
        forKey: .place, in: container, debugDescription: "the result of an operation has no place")
    }
    self.init(place, isResult: isResult)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(place, forKey: .place)
    if isResult { try container.encode(true, forKey: .isResult) }
  }
}

extension OperationHandle: CustomStringConvertible, CustomReflectable {
  /// The masked place.
  public var description: String {
    "\(isResult ? "the result" : "the state") at \(place.map { "\($0)" } ?? "the start")"
  }

  public var customMirror: Mirror { Mirror(self, children: ["handle": description]) }
}
