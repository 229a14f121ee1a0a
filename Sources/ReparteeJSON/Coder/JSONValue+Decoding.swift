#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension JSONValue {
  /// Decodes a model from the value.
  ///
  /// ```swift
  /// let user: User = try value.decode()
  /// let address = try value["address"]?.decode(Address.self)
  /// ```
  ///
  /// - Throws: A ``JSONError``, whose excerpt is that of the value's ``description``.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, with coder: JSONCoder = JSONCoder()
  ) throws(JSONError) -> T {
    try coder.decode(type, from: Data(text(indentation: nil).utf8))
  }
}

extension JSONCoder {
  /// Decodes a model from a value, as ``JSONValue/decode(_:with:)``.
  public func decode<T: Decodable>(_ type: T.Type = T.self, from value: JSONValue) throws(JSONError) -> T {
    try value.decode(type, with: self)
  }
}
