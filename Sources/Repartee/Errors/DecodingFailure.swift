import ReparteeJSON

/// A body that did not fit what was declared for its status.
public struct DecodingFailure: Error, CustomStringConvertible {
  /// What is wrong.
  ///
  /// There may be new kinds in a minor version, and you can add kinds of your own; a `switch` has a `default`:
  ///
  /// ```swift
  /// switch failure.kind {
  /// case .emptyBody, .keyNotFound: …
  /// default: …
  /// }
  /// ```
  public struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The kind's name.
    public let rawValue: String

    /// A kind of your own.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public var description: String { rawValue }

    /// No body, or a blank one, where one was declared.
    public static let emptyBody = Kind(rawValue: "emptyBody")
    /// A body where none was declared.
    public static let invalidEmptyResponse = Kind(rawValue: "invalidEmptyResponse")
    /// A key that the type needs is not there.
    public static let keyNotFound = Kind(rawValue: "keyNotFound")
    /// Another type of value than declared.
    public static let typeMismatch = Kind(rawValue: "typeMismatch")
    /// Null where a value was declared.
    public static let valueNotFound = Kind(rawValue: "valueNotFound")
    /// Not in the declared format at all, or a value that is out of its range.
    public static let corrupted = Kind(rawValue: "corrupted")
    /// A line, an event or an element of a stream that is longer than its limit.
    public static let tooLarge = Kind(rawValue: "tooLarge")
    /// The body could not be written to a file.
    public static let notStored = Kind(rawValue: "notStored")
    /// The body fits none of several outcomes (``Outcome/or(_:)``), each for a reason of another kind.
    public static let noneFits = Kind(rawValue: "noneFits")
    /// Whatever an outcome of your own says.
    public static let custom = Kind(rawValue: "custom")
  }

  /// What is wrong.
  public let kind: Kind
  /// The type that was declared, or nil when there is none to name.
  public let type: (any Any.Type)?
  /// Where in the body: `users[3].name`; empty for the body as a whole. Long keys, and long paths, are cut.
  public let path: String
  /// What is wrong, for people; no value of the body is in it.
  public let message: String
  /// What the decoder or the outcome threw.
  public let underlying: (any Error)?
  /// The keys that are there, where one is missing and the decoder can tell.
  public let availableKeys: [String]
  /// Why the body fits none of several outcomes, in their order (``Outcome/or(_:)``); empty for any other failure.
  public private(set) var alternatives: [DecodingFailure] = []

  /// A failure, for tests, and for outcomes, strategies and stream formats of your own.
  ///
  /// - Parameters:
  ///   - kind: What is wrong; ``Kind/custom`` unless it is given.
  ///   - type: The declared type; that of the outcome unless it is given.
  ///   - path: Where in the body: `users[3].name`.
  ///   - message: What is wrong, for people. It goes into logs: put no value of the body in it.
  ///   - underlying: What was thrown.
  ///   - availableKeys: The keys that are there, where one is missing.
  public init(
    _ kind: Kind = .custom, type: (any Any.Type)? = nil, path: String = "", message: String,
    underlying: (any Error)? = nil, availableKeys: [String] = []
  ) {
    self.kind = kind
    self.type = type
    self.path = Shown.text(path, limit: Shown.path)
    self.message = Shown.text(message, limit: Shown.message)
    self.underlying = underlying
    self.availableKeys = (underlying as? JSONError)?.availableKeys ?? availableKeys
  }

  /// A body that fits none of several outcomes.
  init(noneOf alternatives: [DecodingFailure], kind: Kind) {
    let reasons = alternatives.map { failure in
      failure.typeName.map { "`\($0)`: \(failure.placeAndMessage)" } ?? failure.placeAndMessage
    }
    self.init(kind, message: "none of \(alternatives.count) fits: \(reasons.joined(separator: "; "))")
    self.alternatives = alternatives
  }

  /// The same failure, its path below `place`.
  func within(_ place: String) -> DecodingFailure {
    if place.isEmpty { return self }
    let separator = path.isEmpty ? "" : path.hasPrefix("[") ? "" : ": "
    var failure = DecodingFailure(
      kind, type: type, path: place + separator + path, message: message, underlying: underlying,
      availableKeys: availableKeys)
    failure.alternatives = alternatives
    return failure
  }

  /// What an outcome threw, as a failure to read `type`.
  init(_ error: any Error, type: (any Any.Type)? = nil) {
    switch error {
    case let failure as DecodingFailure
    where failure.type == nil && failure.kind != .custom && failure.alternatives.isEmpty:
      self.init(
        failure.kind, type: type, path: failure.path, message: failure.message,
        underlying: failure.underlying,
        availableKeys: failure.availableKeys)
    case let failure as DecodingFailure: self = failure
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
      let inner = DecodingFailure(thrown, type: type)
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
        message: "the key \"\(Shown.text(key.stringValue, limit: Shown.name))\" is missing", underlying: error
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

  /// A decoder's own words only where it could not read the body at all: in all other places they may hold a
  /// value ("Cannot initialize Kind from invalid String value …").
  private static func message(for context: DecodingError.Context) -> String {
    guard context.codingPath.isEmpty, context.underlyingError != nil else {
      return "the value is not one of those declared"
    }
    return context.debugDescription
  }

  /// What went wrong where in the JSON, with the piece of it in question, a caret, the keys that are there and a
  /// hint, in several lines (``JSONError/report``); for anything but JSON, ``description``. Secrets are masked.
  public var report: String { report { $0.report } }

  /// The report, without the excerpt if that shows what is a secret by `redaction`.
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

  /// Place, problem and type, in one line of at most 1,000 characters.
  public var description: String {
    Shown.text(type.map { "\(placeAndMessage), decoding \($0)" } ?? placeAndMessage)
  }

  var placeAndMessage: String { path.isEmpty ? message : "\(path): \(message)" }
}

extension DecodingFailure.Kind {
  fileprivate init(_ kind: JSONError.Kind) {
    switch kind {
    case .empty: self = .emptyBody
    case .size: self = .tooLarge
    case .keyNotFound: self = .keyNotFound
    case .typeMismatch: self = .typeMismatch
    case .nullValue, .endOfArray: self = .valueNotFound
    case .model: self = .custom
    // Of syntax, depth, equal keys, numbers out of range and corrupted values.
    default: self = .corrupted
    }
  }
}

extension DecodingFailure: CustomReflectable {
  /// The description only: the underlying error may hold values of the body.
  public var customMirror: Mirror { Mirror(self, children: ["failure": description]) }
}

func text(of path: [any CodingKey]) -> String {
  JSONPath(path.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) }).shown(
    masking: Redaction())
}

extension DecodingFailure {
  /// The declared type's name behind those of the types that it is nested in, `ListUsers.Output`, without its module;
  /// that of a generic or a local type alone.
  var typeName: String? {
    guard let type else { return nil }
    let full = String(reflecting: type)
    guard !full.contains(where: { "<( ".contains($0) }), let dot = full.firstIndex(of: ".") else {
      return "\(type)"
    }
    return String(full[full.index(after: dot)...])
  }
}
