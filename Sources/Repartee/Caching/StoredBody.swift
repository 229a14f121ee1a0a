#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

/// The bytes of a stored response, and what they were decoded to: a hit whose bytes are the same is not decoded again.
final class StoredBody: Sendable {
  private struct Decoded: Sendable {
    let type: ObjectIdentifier
    /// How they were read. It is kept, so that no other has its address.
    let formats: Formats
    let value: any Sendable
  }

  let bytes: Data
  private let decoded = Mutex<[Decoded]>([])

  /// The most values of one response that are kept: those of so many types, or clients.
  private static let mostValues = 4

  init(_ bytes: Data) {
    // The indices of a body begin at 0.
    self.bytes = bytes.startIndex == 0 ? bytes : Data(bytes)
  }

  func value<Value>(_ type: Value.Type, _ formats: Formats) -> Value? {
    let kept = decoded.withLock { decoded in
      decoded.first { $0.type == ObjectIdentifier(type) && $0.formats === formats }
    }
    // Two steps: where nothing is kept, and `Value` is an `Optional`, `kept?.value as? Value` is a value, nil.
    guard let kept else { return nil }
    return kept.value as? Value
  }

  /// Keeps what was decoded. An object is not kept: who has it may change it.
  func keep<Value: Sendable>(_ value: Value, _ formats: Formats) {
    guard !(Value.self is AnyObject.Type) else { return }
    decoded.withLock { decoded in
      decoded.removeAll { $0.type == ObjectIdentifier(Value.self) && $0.formats === formats }
      if decoded.count == Self.mostValues { decoded.removeFirst() }
      decoded.append(Decoded(type: ObjectIdentifier(Value.self), formats: formats, value: value))
    }
  }
}
