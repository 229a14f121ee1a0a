import ReparteeBase

/// Keeps the values that calls decode from one body, so that each is decoded once: see ``AttemptResponse/decoded``.
///
/// At most four are kept, of different types or client settings; no class instances. Several calls can use it at once.
public final class DecodedValues: Sendable {
  private struct Decoded: Sendable {
    let type: ObjectIdentifier
    /// Retained so that their address stays unique.
    let decoders: Decoders
    let value: any Sendable

    func matches(_ type: Any.Type, _ decoders: Decoders) -> Bool {
      self.type == ObjectIdentifier(type) && self.decoders === decoders
    }
  }

  /// Most responses have only one.
  private let decoded = Mutex<(newest: Decoded?, older: [Decoded])>((nil, []))

  private static let mostValues = 4

  /// Creates an object for one body.
  public init() {}

  func value<Value>(_ type: Value.Type, _ decoders: Decoders) -> Value? {
    let kept = decoded.withLock { decoded -> Decoded? in
      if let newest = decoded.newest, newest.matches(type, decoders) { return newest }
      return decoded.older.first { $0.matches(type, decoders) }
    }
    // Two steps: without a kept value of an `Optional`, `kept?.value as? Value` would be a non-nil nil.
    guard let kept else { return nil }
    return kept.value as? Value
  }

  /// Keeps no class instance, which its owner may change.
  func keep<Value: Sendable>(_ value: Value, _ decoders: Decoders) {
    guard !(Value.self is AnyObject.Type) else { return }
    let new = Decoded(type: ObjectIdentifier(Value.self), decoders: decoders, value: value)
    decoded.withLock { decoded in
      if let newest = decoded.newest {
        decoded.older.insert(newest, at: 0)
        decoded.older.removeAll { $0.matches(Value.self, decoders) }
        if decoded.older.count == Self.mostValues { decoded.older.removeLast() }
      }
      decoded.newest = new
    }
  }
}
