#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif
import Synchronization

/// The bytes of a response that is used more than once, and the values decoded from them: the same bytes are not decoded
/// again.
package final class DecodedBody: Sendable {
  private struct Decoded: Sendable {
    let type: ObjectIdentifier
    /// The formats that decoded the value. They are retained so that their address stays unique.
    let formats: Formats
    let value: any Sendable

    func matches(_ type: Any.Type, _ formats: Formats) -> Bool {
      self.type == ObjectIdentifier(type) && self.formats === formats
    }
  }

  package let bytes: Data
  /// The values, the newest first. It is apart from the others, because most responses have only one.
  private let decoded = Mutex<(newest: Decoded?, older: [Decoded])>((nil, []))

  /// The most values kept for one response, each of one type and one client's formats.
  private static let mostValues = 4

  /// Copies the bytes: those of a transport may be a part of a larger buffer, which no limit of a store counts. The
  /// indices of the copy begin at 0.
  package init(_ bytes: Data) {
    self.bytes = bytes.withUnsafeBytes { Data($0) }
  }

  func value<Value>(_ type: Value.Type, _ formats: Formats) -> Value? {
    let kept = decoded.withLock { decoded -> Decoded? in
      if let newest = decoded.newest, newest.matches(type, formats) { return newest }
      return decoded.older.first { $0.matches(type, formats) }
    }
    // Two steps: if nothing is kept and `Value` is an `Optional`, `kept?.value as? Value` would be a non-nil nil.
    guard let kept else { return nil }
    return kept.value as? Value
  }

  /// Keeps a decoded value. A class instance is not kept, because its owner may change it.
  func keep<Value: Sendable>(_ value: Value, _ formats: Formats) {
    guard !(Value.self is AnyObject.Type) else { return }
    let new = Decoded(type: ObjectIdentifier(Value.self), formats: formats, value: value)
    decoded.withLock { decoded in
      if let newest = decoded.newest {
        decoded.older.insert(newest, at: 0)
        decoded.older.removeAll { $0.matches(Value.self, formats) }
        if decoded.older.count == Self.mostValues { decoded.older.removeLast() }
      }
      decoded.newest = new
    }
  }
}
