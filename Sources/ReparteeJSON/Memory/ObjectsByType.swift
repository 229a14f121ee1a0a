/// Objects by types: one for each type that is looked up often.
///
/// Unsafe: an entry's object is retained as long as the entry. For one type, `find` and `adding` get the same class.
@safe struct ObjectsByType {
  /// Unsafe: retained as long as the entry.
  @safe private struct Entry: BitwiseCopyable {
    let type: ObjectIdentifier
    let object: Unmanaged<AnyObject>
  }

  private var entries = Slots<Entry?>()
  private var count = 0
  private var seen: UInt64 = 0
  private static let limit = 32

  @inline(__always)
  func find<Object: AnyObject>(_ type: ObjectIdentifier, as object: Object.Type) -> Object? {
    for index in 0..<count {
      if let entry = entries[index], entry.type == type {
        // The object of an entry is of the class for its type.
        return unsafe unsafeDowncast(entry.object.takeUnretainedValue(), to: object)
      }
    }
    return nil
  }

  /// Creates a type's object the second time.
  @inline(__always)
  func adding(_ type: ObjectIdentifier, _ makeObject: () -> AnyObject) -> ObjectsByType {
    var more = self
    // A hash: wraps around.
    let hash = UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15
    let bit: UInt64 = 1 << (hash >> 58)
    if seen & bit == 0 {
      more.seen |= bit
    } else if count < ObjectsByType.limit {
      if count == 0 { more.entries = Slots(repeating: nil, count: ObjectsByType.limit) }
      // Released by `free`.
      let object = unsafe Unmanaged.passRetained(makeObject())
      // It is of the class for this type.
      more.entries[count] = unsafe Entry(type: type, object: object)
      more.count += 1
    }
    return more
  }

  /// The value must not be used afterwards.
  func free() {
    for index in 0..<count {
      // Retained by `adding`.
      unsafe entries[index]?.object.release()
    }
    entries.free()
  }
}
