#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import ReparteeJSON

extension Request {
  /// The query of a request: names and values, in order.
  ///
  /// ```swift
  /// // page may be nil
  /// .get(
  ///   "/search",
  ///   query: ["q": term, "page": page, "tag": ["swift", "http"]])
  /// .get("/search", query: Query(encoding: filter))
  /// ```
  ///
  /// A nil leaves its item out. An array becomes one item per element (`tag=swift&tag=http`). Names and values are
  /// percent-encoded as UTF-8, except RFC 3986's unreserved characters.
  public struct Query: Sendable, ExpressibleByDictionaryLiteral, CustomStringConvertible {
    /// A name and its value.
    public struct Item: Sendable, Hashable {
      /// The name, not yet percent-encoded.
      public var name: String
      /// The value, not yet percent-encoded; nil sends only the name, without `=`.
      public var value: String? {
        get { text }
        set {
          text = newValue
          commas = []
        }
      }
      private var text: String?
      /// The offsets of the commas in the value that separate elements, and are sent as they are.
      private(set) var commas: [Int] = []

      /// Creates an item.
      public init(_ name: String, _ value: String?) {
        self.name = name
        text = value
      }
    }

    /// How the elements of an array in an `Encodable` become items.
    public struct ArrayStrategy: Sendable {
      enum Kind: Sendable {
        case repeated, brackets
        case joined(separator: String)
      }

      let kind: Kind

      /// `tag=a&tag=b`
      public static let repeated = ArrayStrategy(kind: .repeated)
      /// `tag[]=a&tag[]=b`
      public static let brackets = ArrayStrategy(kind: .brackets)
      /// `tag=a,b`: a comma that separates is sent as it is, and one within an element as `%2C` (RFC 6570, section
      /// 3.2.8). Other separators are percent-encoded like the elements, and so is the comma in a form.
      public static func joined(separator: String) -> ArrayStrategy {
        ArrayStrategy(kind: .joined(separator: separator))
      }
    }

    /// The items, in the order in which they are sent.
    public var items: [Item] = []

    var fault: RequestError?

    /// Creates a query without items.
    public init() {}

    public init(dictionaryLiteral elements: (String, any QueryValue)...) {
      for (name, value) in elements { append(name, value) }
    }

    /// Creates a query from another.
    public init(_ query: Query) { self = query }

    /// Creates an item for each member of a dictionary, sorted by name.
    @_disfavoredOverload
    public init(_ values: [String: some QueryValue]) {
      for (name, value) in values.sorted(by: { $0.key < $1.key }) { append(name, value) }
    }

    /// Creates a query from Foundation's items, in their order.
    public init(_ items: [URLQueryItem]) {
      self.items = items.map { Item($0.name, $0.value) }
    }

    /// Creates items from the properties of a value, in the order in which it encodes them.
    ///
    /// Nil is left out; `Data` is Base64; dates are ISO 8601 in UTC, in whole seconds; keys of nested objects are in
    /// brackets (`filter[name]=x`). A value that can't be encoded, such as a date outside the years 0000 to 9999, fails
    /// the call with kind ``RequestError/Kind/query``.
    ///
    /// With a coder, such as ``Client/json``, names and values are written as in its JSON: `perPage` as `per_page`
    /// under `.snakeCase`, and dates, data and infinite numbers by its strategies.
    public init(
      encoding value: some Encodable, arrays: ArrayStrategy = .repeated, with json: JSONCoder? = nil
    ) {
      do {
        items = try QueryEncoder(arrays: arrays, json: json).encode(value)
      } catch {
        fault = RequestError(
          .query, "\(type(of: value)) can't be encoded as query items: \(encodingProblem(error))",
          underlying: error)
      }
    }

    /// Adds the items of a value.
    public mutating func append(_ name: String, _ value: any QueryValue) {
      for value in value.queryValues { items.append(Item(name, value)) }
    }

    /// Adds one item with all values, joined as by ``ArrayStrategy/joined(separator:)``; none for no values.
    ///
    /// ```swift
    /// query.append("city", joining: ["Rome, IT", "Oslo"])
    /// // city=Rome%2C%20IT,Oslo
    /// ```
    public mutating func append(_ name: String, joining values: any QueryValue, by separator: String = ",") {
      let texts = values.queryValues
      guard let first = texts.first else { return }
      var item = Item(name, first)
      for text in texts.dropFirst() { item.join(Item(name, text), by: separator) }
      items.append(item)
    }

    public var description: String {
      "[\(DisplayText.names(items.map(\.name)))]"
    }

    var encoded: String? {
      if items.isEmpty { return nil }
      return items.map(\.encoded).joined(separator: "&")
    }

    /// The form of `application/x-www-form-urlencoded`.
    package var encodedAsForm: String {
      items.map { "\($0.name.formEncoded)=\(($0.value ?? "").formEncoded)" }.joined(separator: "&")
    }
  }
}

extension Request.Query.Item {
  package var encoded: String {
    let name = name.percentEncoded(keeping: .unreserved)
    guard let text = value else { return name }
    if commas.isEmpty { return "\(name)=\(text.percentEncoded(keeping: .unreserved))" }
    var elements: [String] = []
    var rest = text.utf8[...]
    for comma in commas {
      let end = text.utf8.index(text.startIndex, offsetBy: comma)
      elements.append(Substring(rest[..<end]).percentEncoded(keeping: .unreserved))
      rest = text.utf8[end...].dropFirst()
    }
    elements.append(Substring(rest).percentEncoded(keeping: .unreserved))
    return "\(name)=\(elements.joined(separator: ","))"
  }

  /// In place, so that a long array takes linear time.
  mutating func join(_ item: Request.Query.Item, by separator: String) {
    var end = text?.utf8.count ?? 0
    commas += separator.utf8.enumerated().filter { $0.element == UInt8(ascii: ",") }.map { end + $0.offset }
    end += separator.utf8.count
    commas += item.commas.map { end + $0 }
    text?.append(separator + (item.value ?? ""))
  }

  /// For an item that was decoded.
  mutating func separate(at commas: [Int]) {
    let bytes = Array((value ?? "").utf8)
    self.commas = commas.filter { bytes.indices.contains($0) && bytes[$0] == UInt8(ascii: ",") }.sorted()
  }
}

extension Request.Query.Item: CustomStringConvertible, CustomReflectable {
  public var description: String { DisplayText.text(name, limit: DisplayText.name) }

  public var customMirror: Mirror { Mirror(self, children: ["name": description]) }
}

extension Request.Query: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["names": description]) }
}

/// A value of a query item: text, a number, a Boolean, a UUID, a URL, a date or an enum of these that says so
/// (`enum Sort: String, QueryValue`), and optionals and arrays of them.
public protocol QueryValue: Sendable {
  /// One text per item; an empty array leaves the item out.
  var queryValues: [String] { get }
}

extension QueryValue where Self: LosslessStringConvertible {
  public var queryValues: [String] { [description] }
}

extension QueryValue where Self: RawRepresentable, RawValue: QueryValue {
  public var queryValues: [String] { rawValue.queryValues }
}

extension String: QueryValue {}
extension Substring: QueryValue {}
extension Bool: QueryValue {}
extension Int: QueryValue {}
extension Int8: QueryValue {}
extension Int16: QueryValue {}
extension Int32: QueryValue {}
extension Int64: QueryValue {}
extension UInt: QueryValue {}
extension UInt8: QueryValue {}
extension UInt16: QueryValue {}
extension UInt32: QueryValue {}
extension UInt64: QueryValue {}
extension Double: QueryValue {}
extension Float: QueryValue {}

extension Character: QueryValue {}

extension URL: QueryValue {
  /// The absolute URL.
  public var queryValues: [String] { [absoluteString] }
}

extension UUID: QueryValue {
  public var queryValues: [String] { [uuidString] }
}

extension Date: QueryValue {
  /// ISO 8601 in UTC, in whole seconds, limited to the years 0000 to 9999. A NaN becomes the start of 1970.
  public var queryValues: [String] {
    if let queryText { return [queryText] }
    if timeIntervalSinceReferenceDate.isNaN { return ["1970-01-01T00:00:00Z"] }
    return [timeIntervalSinceReferenceDate < 0 ? "0000-01-01T00:00:00Z" : "9999-12-31T23:59:59Z"]
  }

  /// Foundation's format can stop the program outside the years 0000 to 9999.
  var queryText: String? {
    let seconds = timeIntervalSinceReferenceDate.rounded(.down)
    guard seconds <= HTTPDate.lastSecond - Date.timeIntervalBetween1970AndReferenceDate else { return nil }
    return iso8601Text(seconds)
  }
}

extension Decimal: QueryValue {
  public var queryValues: [String] { [description] }
}

extension Optional: QueryValue where Wrapped: QueryValue {
  public var queryValues: [String] { self?.queryValues ?? [] }
}

extension Array: QueryValue where Element: QueryValue {
  public var queryValues: [String] { flatMap(\.queryValues) }
}
