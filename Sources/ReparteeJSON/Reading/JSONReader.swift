/// A position in a validated JSON text, from which values can be read any number of times.
///
/// ``JSONCoder/read(_:_:)-(Data,_)`` passes a reader for a whole text; a ``JSONDecodable`` gets one at its value.
///
/// ```swift
/// let (users, school) = try json.read(body) { reader in
///   (
///     try reader.decode([User].self, at: "users"),
///     try reader.decode(School.self, at: "school")
///   )
/// }
/// ```
///
/// A reader, and a decoder from it, can outlive the call, and then own their bytes. Use them on one thread at a time.
@frozen public struct JSONReader {
  @usableFromInline let decoding: Decoding
  @usableFromInline let index: Int

  @inlinable @inline(__always) init(_ decoding: Decoding, at index: Int) {
    self.decoding = decoding
    self.index = index
  }

  /// Whether the value is null.
  public var isNull: Bool { decoding.isNull(index) }
}

// It holds JSON as bytes, of which `print` and `dump` show nothing.

extension JSONReader: CustomStringConvertible, CustomReflectable {
  /// A fixed text, without the JSON.
  public var description: String { "a reader of JSON" }

  /// Only the description.
  public var customMirror: Mirror { Mirror(self, children: ["reader": description]) }
}
