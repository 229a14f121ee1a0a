public import HTTPTypes
import ReparteeRedaction

extension Request {
  /// The header fields of a ``Request`` or a ``Client``.
  ///
  /// ```swift
  /// // nil leaves the field out
  /// var headers: Headers = ["Accept-Language": "de", "X-Trace": trace]
  /// // an EntityTag, or any other HeaderValue
  /// headers[.ifNoneMatch] = etag
  /// headers.append("X-Tag", "second")
  /// ```
  ///
  /// Nil leaves a field out, even one that the client or the library would add, but not the key of an idempotent
  /// request or the coding of a compressed body. Names are case-insensitive and keep their order (RFC 9110, section 5).
  /// White space around a value is removed. An invalid name (not a token) or value (with a control character other than
  /// the tab) fails the call with kind ``RequestError/Kind/header``.
  public struct Headers: Sendable, ExpressibleByDictionaryLiteral, CustomStringConvertible {
    /// The valid fields, in order.
    public private(set) var fields = HTTPFields()

    private(set) var replaced: Set<HTTPField.Name> = []

    func replaces(_ name: HTTPField.Name) -> Bool { !replaced.isEmpty && replaced.contains(name) }

    private var faults: [(name: String, error: RequestError)] = []

    /// Creates headers without fields.
    public init() {}

    /// Creates headers from valid fields.
    public init(_ fields: HTTPFields) {
      self.fields = fields
      replaced = Set(fields.map(\.name))
    }

    /// Creates headers from others.
    public init(_ headers: Headers) { self = headers }

    /// Creates a field for each member of a dictionary, sorted by name.
    @_disfavoredOverload
    public init(_ values: [String: String]) {
      for (name, value) in values.sorted(by: { $0.key < $1.key }) { append(name, text: value) }
    }

    public init(dictionaryLiteral elements: (String, (any HeaderValue)?)...) {
      for (name, value) in elements {
        if let value {
          append(name, text: value.headerValue)
        } else if let valid = HTTPField.Name(name) {
          replaced.insert(valid)
        }
      }
    }

    func isLeftOut(_ name: HTTPField.Name) -> Bool {
      replaced.contains(name) && !fields.contains(name) && !faults.contains { $0.name == name.canonicalName }
    }

    /// The value of a field; several fields of one name are joined by commas. Setting replaces all of that name; nil
    /// removes them.
    public subscript(name: HTTPField.Name) -> String? {
      get { fields[name] }
      set {
        replaced.insert(name)
        faults.removeAll { $0.name == name.canonicalName }
        guard let newValue else {
          fields[name] = nil
          return
        }
        if let fault = Self.fault(of: newValue, named: name.rawName) {
          fields[name] = nil
          faults.append((name.canonicalName, fault))
        } else {
          fields[name] = newValue
        }
      }
    }

    /// The value of a field, by its name.
    public subscript(name: String) -> String? {
      get { HTTPField.Name(name).flatMap { fields[$0] } }
      set {
        if let valid = HTTPField.Name(name) {
          self[valid] = newValue
        } else {
          faults.removeAll { $0.name == name }
          if newValue != nil { faults.append((name, Self.fault(ofName: name))) }
        }
      }
    }

    /// The value of a field, set from a ``HeaderValue``.
    @_disfavoredOverload
    public subscript(name: HTTPField.Name) -> (any HeaderValue)? {
      get { self[name] as String? }
      set { self[name] = newValue?.headerValue as String? }
    }

    /// The value of a field, by its name, set from a ``HeaderValue``.
    @_disfavoredOverload
    public subscript(name: String) -> (any HeaderValue)? {
      get { self[name] as String? }
      set { self[name] = newValue?.headerValue as String? }
    }

    /// Adds a field; existing fields of the same name stay.
    public mutating func append(_ name: String, _ value: some HeaderValue) {
      append(name, text: value.headerValue)
    }

    private mutating func append(_ name: String, text value: String) {
      guard let valid = HTTPField.Name(name) else {
        faults.append((name, Self.fault(ofName: name)))
        return
      }
      replaced.insert(valid)
      if let fault = Self.fault(of: value, named: name) {
        faults.append((valid.canonicalName, fault))
      } else {
        fields.append(HTTPField(name: valid, value: value))
      }
    }

    mutating func removeCredentials(_ redaction: Redaction) {
      for field in fields where redaction.isCredential(field.name) {
        fields[field.name] = nil
      }
    }

    public var description: String {
      "[\(DisplayText.names(fields.map(\.name.rawName)))]"
    }

    var fault: RequestError? { faults.first?.error }

    private static func fault(ofName name: String) -> RequestError {
      return RequestError(
        .header,
        "\"\(DisplayText.text(name, limit: DisplayText.name))\" can't be the name of a header field; "
          + "a name is letters, digits and !#$%&'*+-.^_`|~"
      )
    }

    static func fault(of value: String, named name: String) -> RequestError? {
      guard value.utf8.hasByte(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) else { return nil }
      return RequestError(
        .header,
        "the value of the header field \(DisplayText.text(name, limit: DisplayText.name)) has a control character "
          + "in it, such as CR or LF"
      )
    }
  }
}

extension Request.Headers: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["names": description]) }
}
