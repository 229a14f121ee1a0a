/// Saves generic code the lookup of a container's type and conformance.
class ContainerMaker<Key: CodingKey> {
  func make(_ decoding: Decoding, at index: Int) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(KeyedContainer<Key>(decoding, at: index))
  }
}

final class TypedContainerMaker<Container: TapeKeyedContainer>: ContainerMaker<Container.Key> {
  override func make(_ decoding: Decoding, at index: Int) -> KeyedDecodingContainer<Container.Key> {
    KeyedDecodingContainer(Container(decoding, at: index))
  }
}

protocol TapeKeyedContainer: KeyedDecodingContainerProtocol {
  init(_ decoding: Decoding, at index: Int)
}

/// Unsafe: an entry's `maker` is a retained `ContainerMaker<Key>` whose `Key` is its `type`. Only `adding` adds
/// entries.
@safe struct ContainerMakers {
  /// Unsafe: retained as long as the entry.
  @safe private struct Entry: BitwiseCopyable {
    let type: ObjectIdentifier
    let maker: Unmanaged<AnyObject>
  }

  private var entries = Slots<Entry?>()
  private var count = 0
  private var seen: UInt64 = 0
  private static let limit = 32

  @inline(__always)
  func find<Key: CodingKey>(_ type: Key.Type) -> ContainerMaker<Key>? {
    let type = ObjectIdentifier(type)
    for index in 0..<count {
      if let entry = entries[index], entry.type == type {
        // The maker of an entry is one for its type.
        return unsafe unsafeDowncast(entry.maker.takeUnretainedValue(), to: ContainerMaker<Key>.self)
      }
    }
    return nil
  }

  /// Creates a type's maker the second time.
  @inline(never)
  func adding<Key: CodingKey>(_ type: Key.Type) -> ContainerMakers {
    var more = self
    let identity = ObjectIdentifier(type)
    // A hash: wraps around.
    let hash = UInt64(UInt(bitPattern: identity)) &* 0x9E37_79B9_7F4A_7C15
    let bit: UInt64 = 1 << (hash >> 58)
    if seen & bit == 0 {
      more.seen |= bit
    } else if count < ContainerMakers.limit {
      if count == 0 { more.entries = Slots(repeating: nil, count: ContainerMakers.limit) }
      // Released by `free`.
      let maker = unsafe Unmanaged<AnyObject>.passRetained(TypedContainerMaker<KeyedContainer<Key>>())
      // It is one for this type.
      more.entries[count] = unsafe Entry(type: identity, maker: maker)
      more.count += 1
    }
    return more
  }

  /// The value must not be used afterwards.
  func free() {
    for index in 0..<count {
      // Retained by `adding`.
      unsafe entries[index]?.maker.release()
    }
    entries.free()
  }
}
