/// A factory for the keyed containers of one key type.
///
/// In code that is generic over the key, every container costs two lookups in the runtime's tables: its type and its
/// conformance. An instance of a class that is generic over the container has both available. A decoding keeps one
/// instance for each key type that occurs a second time.
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

/// The makers of one decoding, by key type.
///
/// Unsafe: the `maker` of each entry is a `ContainerMaker<Key>` whose `Key` is `type`. Only `add` adds entries.
struct ContainerMakers {
  private var entries: [(type: ObjectIdentifier, maker: AnyObject)] = []
  /// A bit for each key type seen, by a hash. Two types with the same bit only get their makers earlier.
  private var seen: UInt64 = 0
  /// The maximum number of makers. Models have few key types; further types get no maker.
  private static let limit = 32

  @inline(__always)
  func find<Key: CodingKey>(_ type: Key.Type) -> ContainerMaker<Key>? {
    let type = ObjectIdentifier(type)
    for entry in entries where entry.type == type {
      return unsafeDowncast(entry.maker, to: ContainerMaker<Key>.self)
    }
    return nil
  }

  /// Records a key type the first time, and creates its maker the second time.
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
