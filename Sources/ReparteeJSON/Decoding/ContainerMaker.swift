/// Makes the keyed containers of one key type.
///
/// In code that is generic over the key, every container costs two searches in the runtime's tables, for the
/// container's type and for its conformance. An object of a class that is generic over the container has both at hand:
/// a document keeps one for each key type that comes a second time.
class ContainerMaker<Key: CodingKey> {
  func make(_ document: Document, at index: Int) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(KeyedContainer<Key>(document, at: index))
  }
}

final class TypedContainerMaker<Container: TapeKeyedContainer>: ContainerMaker<Container.Key> {
  override func make(_ document: Document, at index: Int) -> KeyedDecodingContainer<Container.Key> {
    KeyedDecodingContainer(Container(document, at: index))
  }
}

protocol TapeKeyedContainer: KeyedDecodingContainerProtocol {
  init(_ document: Document, at index: Int)
}

/// The makers of one document, by key type.
///
/// Unsafe: `maker` is a `ContainerMaker<Key>` wherever `type` is `Key`, because `add` is the only way in.
struct ContainerMakers {
  private var entries: [(type: ObjectIdentifier, maker: AnyObject)] = []
  /// A bit for each key type that came, by a hash: two types that share one get their makers early, no more.
  private var seen: UInt64 = 0
  /// Models have few key types; beyond these, containers are made without a maker.
  private static let limit = 32

  @inline(__always)
  func find<Key: CodingKey>(_ type: Key.Type) -> ContainerMaker<Key>? {
    let type = ObjectIdentifier(type)
    for entry in entries where entry.type == type {
      return unsafeDowncast(entry.maker, to: ContainerMaker<Key>.self)
    }
    return nil
  }

  /// Notes a key type the first time, makes its maker the second.
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
