public import HTTPTypes
import ReparteeJSON

/// The header fields of a ``Request`` or a ``Client``, as they were written down.
///
/// ```swift
/// var headers: Headers = ["Accept-Language": "de", "X-Trace": trace]   // nil leaves the field out
/// headers[.ifNoneMatch] = etag
/// headers.append("X-Tag", "second")
/// ```
///
/// Setting nil leaves a field out, also one that the client has for every request. Names are case-insensitive and keep the order in which they were first set (RFC 9110, section 5). A name
/// that is no token, or a value with a control character in it (CR, LF, NUL or another but the tab), is never
/// repaired: the request fails with a ``RequestError`` of kind ``RequestError/Kind/header`` that names the field
/// (and never shows its value), and nothing is sent. White space around a value is dropped.
public struct Headers: Sendable, ExpressibleByDictionaryLiteral, CustomStringConvertible {
  /// The valid fields, in order.
  public private(set) var fields = HTTPFields()

  /// The names that were set, also to nil: a client's fields of these names give way.
  private(set) var replaced: Set<HTTPField.Name> = []

  private var faults: [(name: String, error: RequestError)] = []

  /// No fields.
  public init() {}

  /// Fields that are valid already.
  public init(_ fields: HTTPFields) {
    self.fields = fields
    replaced = Set(fields.map(\.name))
  }

  public init(dictionaryLiteral elements: (String, String?)...) {
    for (name, value) in elements {
      if let value { append(name, value) } else { HTTPField.Name(name).map { _ = replaced.insert($0) } }
    }
  }

  /// The value of a field, or nil without it; several fields of one name are joined by commas. Setting it
  /// replaces all fields of that name; setting nil removes them.
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

  /// The same, by a name of your own.
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

  /// Adds a field, beside those of the same name that are there.
  public mutating func append(_ name: String, _ value: String) {
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

  /// The names, never the values.
  public var description: String {
    "[\(Shown.names(fields.map(\.name.rawName)))]"
  }

  var fault: RequestError? { faults.first?.error }

  private static func fault(ofName name: String) -> RequestError {
    RequestError(
      .header,
      "\"\(Shown.text(name, limit: Shown.name))\" can't be the name of a header field; a name is letters, digits and !#$%&'*+-.^_`|~"
    )
  }

  private static func fault(of value: String, named name: String) -> RequestError? {
    guard value.utf8.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) else { return nil }
    return RequestError(
      .header,
      "the value of the header field \(Shown.text(name, limit: Shown.name)) has a control character in it, such as CR or LF"
    )
  }
}

extension Headers: CustomReflectable {
  /// The names, never the values.
  public var customMirror: Mirror { Mirror(self, children: ["names": description]) }
}
