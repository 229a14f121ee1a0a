#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import ReparteeJSON

extension Request {
  /// The query of a request: named values, in order.
  ///
  /// ```swift
  /// // page may be nil
  /// .get(
  ///   "/search",
  ///   query: ["q": term, "page": page, "tag": ["swift", "http"]])
  /// .get("/search", query: Query(encoding: filter))
  /// ```
  ///
  /// A nil leaves its item out; an array gives one item an element (`tag=swift&tag=http`), an empty one none.
  /// Names and values are percent-encoded as UTF-8 but for RFC 3986's unreserved characters; a space is `%20`.
  public struct Query: Sendable, ExpressibleByDictionaryLiteral, CustomStringConvertible {
    /// A name and its value; without a value only the name is sent, without `=`.
    public struct Item: Sendable, Hashable {
      /// The name, before it is percent-encoded.
      public var name: String
      /// The value, before it is percent-encoded; nil where only the name is sent.
      public var value: String?

      /// An item.
      public init(_ name: String, _ value: String?) {
        self.name = name
        self.value = value
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
      /// `tag=a,b`, with this separator, which is percent-encoded like the elements (`tag=a%2Cb`)
      public static func joined(separator: String) -> ArrayStrategy {
        ArrayStrategy(kind: .joined(separator: separator))
      }
    }

    /// The items, in the order they are sent.
    public var items: [Item] = []

    var fault: RequestError?

    /// No items.
    public init() {}

    public init(dictionaryLiteral elements: (String, any QueryValue)...) {
      for (name, value) in elements { append(name, value) }
    }

    /// The properties of a value as items, in the order in which it encodes them.
    ///
    /// Nil is left out, dates are ISO 8601 in UTC, `Data` is Base64, a nested object's keys stand in brackets
    /// (`filter[name]=x`). A value that can't be encoded, or that is a single value without a name, makes the
    /// request fail with a ``RequestError`` of kind ``RequestError/Kind/query``. The elements of an array are an item
    /// each, unless `arrays` says otherwise.
    public init(encoding value: some Encodable, arrays: ArrayStrategy = .repeated) {
      do {
        items = try QueryEncoder(arrays: arrays).encode(value)
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

    /// The names, never the values.
    public var description: String {
      "[\(Shown.names(items.map(\.name)))]"
    }

    /// The items as they are written in a URL, or nil without any.
    var encoded: String? { encoded(isForm: false) }

    /// The items as the body of a form, `application/x-www-form-urlencoded`: a space is a plus.
    var encodedAsForm: String { encoded(isForm: true) ?? "" }

    private func encoded(isForm: Bool) -> String? {
      if items.isEmpty { return nil }
      func encode(_ text: String) -> String {
        let encoded = text.percentEncoded(keeping: .unreserved)
        if !isForm { return encoded }
        return encoded.split(separator: "%20", omittingEmptySubsequences: false).joined(separator: "+")
      }
      return items.map { item in
        guard let value = item.value else { return encode(item.name) + (isForm ? "=" : "") }
        return "\(encode(item.name))=\(encode(value))"
      }
      .joined(separator: "&")
    }
  }
}

extension Request.Query.Item: CustomStringConvertible, CustomReflectable {
  /// The name, never the value.
  public var description: String { Shown.text(name, limit: Shown.name) }

  /// The name, never the value.
  public var customMirror: Mirror { Mirror(self, children: ["name": description]) }
}

extension Request.Query: CustomReflectable {
  /// The names, never the values.
  public var customMirror: Mirror { Mirror(self, children: ["names": description]) }
}

/// What can be the value of a query item: text, numbers, booleans (`true`, `false`), UUIDs, dates (ISO 8601 in
/// UTC), enums of these, and optionals and arrays of them.
public protocol QueryValue: Sendable {
  /// One text an item: none leaves the item out, several repeat it.
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

extension UUID: QueryValue {
  public var queryValues: [String] { [uuidString] }
}

extension Date: QueryValue {
  public var queryValues: [String] { [formatted(.iso8601)] }
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
