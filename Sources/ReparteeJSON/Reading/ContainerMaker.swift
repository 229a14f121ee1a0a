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

extension Decoding {
  @inline(__always) func maker<Key: CodingKey>(_ type: Key.Type) -> ContainerMaker<Key>? {
    makers.find(ObjectIdentifier(type), as: ContainerMaker<Key>.self)
  }

  @inline(never) func addMaker<Key: CodingKey>(_ type: Key.Type) {
    makers = makers.adding(ObjectIdentifier(type)) { TypedContainerMaker<KeyedContainer<Key>>() }
  }
}
