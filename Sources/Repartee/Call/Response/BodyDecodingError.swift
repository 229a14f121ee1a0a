import ReparteeJSON

/// A response body that does not fit its declaration.
public struct BodyDecodingError: Error, CustomStringConvertible {
  /// The kind of a failure. You and minor versions can add kinds.
  public struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let rawValue: String

    /// Creates a kind of your own.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public var description: String { rawValue }

    /// The declared body is missing or only whitespace.
    public static let emptyBody = Kind(rawValue: "emptyBody")
    /// No body was declared, but there is one.
    public static let invalidEmptyResponse = Kind(rawValue: "invalidEmptyResponse")
    /// A required key is missing.
    public static let keyNotFound = Kind(rawValue: "keyNotFound")
    /// A value has another type than declared.
    public static let typeMismatch = Kind(rawValue: "typeMismatch")
    /// Null, or no element of an array, in place of a declared value.
    public static let valueNotFound = Kind(rawValue: "valueNotFound")
    /// The body is not in the declared format, or a value is out of range.
    public static let corrupted = Kind(rawValue: "corrupted")
    /// A line, an event or an element of a stream exceeds its limit.
    public static let tooLarge = Kind(rawValue: "tooLarge")
    /// The body could not be written to a file.
    public static let notStored = Kind(rawValue: "notStored")
    /// The body fits no outcome of an ``Outcome/or(_:)``, for different reasons.
    public static let noneFits = Kind(rawValue: "noneFits")
    /// A failure of your own outcome.
    public static let custom = Kind(rawValue: "custom")
  }

  /// One reference: each throwing function reserves space for the error in its frame.
  private let storage: Storage

  private final class Storage: Sendable {
    let kind: Kind
    let type: (any Any.Type)?
    let path: String
    let message: String
    let underlying: (any Error)?
    let availableKeys: [String]
    let alternatives: [BodyDecodingError]

    init(
      _ kind: Kind, _ type: (any Any.Type)?, _ path: String, _ message: String, _ underlying: (any Error)?,
      _ availableKeys: [String], _ alternatives: [BodyDecodingError]
    ) {
      self.kind = kind
      self.type = type
      self.path = DisplayText.text(path, limit: DisplayText.path)
      self.message = DisplayText.text(message, limit: DisplayText.message)
      self.underlying = underlying
      self.availableKeys = (underlying as? JSONError)?.availableKeys ?? availableKeys
      self.alternatives = alternatives
    }
  }

  /// The kind of the failure.
  public var kind: Kind { storage.kind }
  /// The declared type.
  public var type: (any Any.Type)? { storage.type }
  /// The location in the body, such as `users[3].name`, cut to 400 characters; empty for the whole body.
  public var path: String { storage.path }
  /// A description without values of the body.
  public var message: String { storage.message }
  /// The error that the decoder or the outcome threw.
  public var underlying: (any Error)? { storage.underlying }
  /// The existing keys, if one is missing and the decoder knows them.
  public var availableKeys: [String] { storage.availableKeys }
  /// The failures of the outcomes of an ``Outcome/or(_:)``, in order.
  public var alternatives: [BodyDecodingError] { storage.alternatives }

  /// Creates a failure, for tests and your own outcomes, strategies and stream formats.
  ///
  /// - Parameters:
  ///   - kind: The kind of the failure.
  ///   - type: The declared type; nil if unknown.
  ///   - path: The location in the body.
  ///   - message: For logs, without values of the body.
  ///   - underlying: The error that was thrown.
  ///   - availableKeys: The existing keys, if one is missing.
  public init(
    _ kind: Kind = .custom, type: (any Any.Type)? = nil, path: String = "", message: String,
    underlying: (any Error)? = nil, availableKeys: [String] = []
  ) {
    storage = Storage(kind, type, path, message, underlying, availableKeys, [])
  }

  init(noneOf alternatives: [BodyDecodingError], kind: Kind) {
    let reasons = alternatives.map { failure in
      failure.typeName.map { "`\($0)`: \(failure.placeAndMessage)" } ?? failure.placeAndMessage
    }
    let message = "none of \(alternatives.count) fits: \(reasons.joined(separator: "; "))"
    storage = Storage(kind, nil, "", message, nil, [], alternatives)
  }

  func within(_ place: String) -> BodyDecodingError {
    if place.isEmpty { return self }
    let separator = path.isEmpty ? "" : path.hasPrefix("[") ? "" : ": "
    return BodyDecodingError(
      Storage(
        kind, type, place + separator + path, message, underlying, availableKeys, alternatives))
  }

  func masked(by redaction: Redaction) -> BodyDecodingError {
    BodyDecodingError(
      Storage(
        kind, type, redaction.maskedValues(in: path), redaction.maskedValues(in: message),
        (underlying as? JSONError).map { $0.masked(by: redaction) } ?? underlying,
        availableKeys.map(redaction.maskedValues(in:)), alternatives.map { $0.masked(by: redaction) }))
  }

  private init(_ storage: Storage) { self.storage = storage }

  init(_ error: any Error, type: (any Any.Type)? = nil) {
    switch error {
    case let failure as BodyDecodingError
    where failure.type == nil && failure.kind != .custom && failure.alternatives.isEmpty:
      self.init(
        failure.kind, type: type, path: failure.path, message: failure.message,
        underlying: failure.underlying,
        availableKeys: failure.availableKeys)
    case let failure as BodyDecodingError: self = failure
    case let error as JSONError: self.init(error, type: type)
    case let error as DecodingError: self.init(error, type: type)
    default:
      self.init(.custom, type: type, message: "\(Swift.type(of: error)) was thrown", underlying: error)
    }
  }

  private init(_ error: JSONError, type: (any Any.Type)?) {
    let path = error.shownPath
    let message = error.sentence
    if error.kind == .model, let thrown = error.underlying, !(thrown is JSONError) {
      let inner = BodyDecodingError(thrown, type: type)
      self.init(inner.kind, type: type, path: path, message: message, underlying: error)
    } else {
      self.init(Kind(error.kind), type: type, path: path, message: message, underlying: error)
    }
  }

  private init(_ error: DecodingError, type: (any Any.Type)?) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init(
        .keyNotFound, type: type, path: text(of: context.codingPath),
        message: "the key \"\(DisplayText.text(key.stringValue, limit: DisplayText.name))\" is missing",
        underlying: error
      )
    case .typeMismatch(let expected, let context):
      self.init(
        .typeMismatch, type: type, path: text(of: context.codingPath),
        message: "\(expected) was expected, and something else is there", underlying: error)
    case .valueNotFound(let expected, let context):
      self.init(
        .valueNotFound, type: type, path: text(of: context.codingPath),
        message: "\(expected) was expected, and null is there", underlying: error)
    case .dataCorrupted(let context):
      self.init(
        .corrupted, type: type, path: text(of: context.codingPath), message: Self.message(for: context),
        underlying: error)
    @unknown default:
      self.init(.corrupted, type: type, message: "the body can't be decoded", underlying: error)
    }
  }

  /// The decoder's message may contain a value, unless it could not read the body at all.
  private static func message(for context: DecodingError.Context) -> String {
    guard context.codingPath.isEmpty, context.underlyingError != nil else {
      return "the value is not one of those declared"
    }
    return context.debugDescription
  }

  /// The failure in several lines, secrets masked: the ``description``, the existing keys, and for JSON an excerpt.
  public var report: String { report { $0.report } }

  func report(masking redaction: Redaction) -> String { report { $0.report(masking: redaction) } }

  private func report(_ excerpt: (JSONError) -> String) -> String {
    if !alternatives.isEmpty {
      return alternatives.reduce("\(alternatives.count) outcomes, none of which fits") { text, failure in
        "\(text)\n\(failure.typeName.map { "`\($0)`: " } ?? "")\(failure.report(excerpt))"
      }
    }
    return report(for: (underlying as? JSONError).map(excerpt))
  }

  private func report(for error: String?) -> String {
    if let error { return error }
    return availableKeys.isEmpty
      ? description : "\(description)\nkeys here: \(Redaction().shown(names: availableKeys))"
  }

  public var description: String {
    DisplayText.text(type.map { "\(placeAndMessage), decoding \($0)" } ?? placeAndMessage)
  }

  var placeAndMessage: String { path.isEmpty ? message : "\(path): \(message)" }
}

extension BodyDecodingError.Kind {
  fileprivate init(_ kind: JSONError.Kind) {
    switch kind {
    case .empty: self = .emptyBody
    case .size: self = .tooLarge
    case .keyNotFound: self = .keyNotFound
    case .typeMismatch: self = .typeMismatch
    case .nullValue, .endOfArray: self = .valueNotFound
    case .model: self = .custom
    default: self = .corrupted
    }
  }
}

extension BodyDecodingError: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["failure": description]) }
}

func text(of path: [any CodingKey]) -> String {
  JSONPath(path.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) }).shown(
    masking: Redaction())
}

extension BodyDecodingError {
  /// The name of the type without the module; of a generic or local type only its own name.
  var typeName: String? {
    guard let type else { return nil }
    let full = String(reflecting: type)
    guard !full.contains(where: { "<( ".contains($0) }), let dot = full.firstIndex(of: ".") else {
      return "\(type)"
    }
    return String(full[full.index(after: dot)...])
  }
}
