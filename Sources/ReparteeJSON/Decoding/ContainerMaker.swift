/// Generic code looks up a container's type and conformance each time; an instance has both.
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

/// Unsafe: the `maker` of each entry is a `ContainerMaker<Key>` whose `Key` is `type`. Only `add` adds entries.
struct ContainerMakers {
  private var entries: [(type: ObjectIdentifier, maker: AnyObject)] = []
  private var seen: UInt64 = 0
  private static let limit = 32

  @inline(__always)
  func find<Key: CodingKey>(_ type: Key.Type) -> ContainerMaker<Key>? {
    let type = ObjectIdentifier(type)
    for entry in entries where entry.type == type {
      return unsafeDowncast(entry.maker, to: ContainerMaker<Key>.self)
    }
    return nil
  }

  /// Creates a type's maker the second time.
  @inline(never)
  mutating func add<Key: CodingKey>(_ type: Key.Type) {
    let identity = ObjectIdentifier(type)
    let hash = UInt64(UInt(bitPattern: identity)) &* 0x9E37_79B9_7F4A_7C15
    let bit: UInt64 = 1 &<< (hash >> 58)
    if seen & bit == 0 {
      seen |= bit
    } else if entries.count < ContainerMakers.limit {
      entries.append((identity, TypedContainerMaker<KeyedContainer<Key>>()))
    }
  }
}
