/// What a type would have accepted, as far as it can be told. None of it comes from the JSON.
///
/// The raw values of an enum that is `CaseIterable`: `one of "red", "green"`, at most twenty.
func allowedValues(of type: Any.Type) -> String? {
  guard let type = type as? any (CaseIterable & RawRepresentable).Type else { return nil }
  return list(rawValues(of: type))
}

private func rawValues<T: CaseIterable & RawRepresentable>(of type: T.Type) -> [String] {
  type.allCases.prefix(21).map { value in
    if let text = value.rawValue as? String { "\"\(text)\"" } else { "\(value.rawValue)" }
  }
}

private func list(_ values: [String]) -> String? {
  if values.isEmpty { return nil }
  return "one of " + values.prefix(20).joined(separator: ", ") + (values.count > 20 ? ", …" : "")
}

/// The keys of a `CodingKeys` enum, as Swift makes one for an enum with associated values: `"circle", "square"`. Nil where
/// they are not the names of its cases.
func keyNames(of type: any CodingKey.Type) -> String? {
  guard let names = caseNames(of: type), !names.isEmpty,
    names.allSatisfy({ type.init(stringValue: $0)?.stringValue == $0 })
  else { return nil }
  return names.prefix(20).map { "\"\($0)\"" }.joined(separator: ", ") + (names.count > 20 ? ", …" : "")
}

/// A dictionary whose keys are made from those of an object: any but one by `String`, which has all keys.
protocol KeyedByType {
  static var keyType: Any.Type { get }
}

extension Dictionary: KeyedByType {
  static var keyType: Any.Type { Key.self }
}

/// The names of an enum's cases, in no particular order; nil for other types, and where the program was built without
/// reflection metadata.
///
/// Swift has no function for that. They stand in the type's metadata, whose layout is part of the ABI
/// (docs/ABI/TypeMetadata.rst of the compiler): an enum's metadata, its context descriptor, its field descriptor.
///
/// Unsafe: reads these three, each only after the one before it has said that it is what it should be. Nothing is made
/// from what is read but strings.
func caseNames(of type: Any.Type) -> [String]? {
  #if _ptrauth(_arm64e)
  return nil  // Pointers in metadata are signed there.
  #else
  let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
  guard metadata.load(as: UInt.self) == 0x201 else { return nil }
  let descriptor = metadata.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
  guard descriptor.load(as: UInt32.self) & 0x1F == 18 else { return nil }
  let payloadCases = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
  let emptyCases = descriptor.load(fromByteOffset: 24, as: UInt32.self)
  guard let fields = follow(descriptor + 16),
    [2, 3].contains(fields.load(fromByteOffset: 8, as: UInt16.self)),
    fields.load(fromByteOffset: 10, as: UInt16.self) == 12,
    fields.load(fromByteOffset: 12, as: UInt32.self) == payloadCases + emptyCases
  else { return nil }
  return (0..<Int(payloadCases + emptyCases)).compactMap { index in
    follow(fields + 16 + index * 12 + 8).map {
      String(cString: $0.assumingMemoryBound(to: CChar.self))
    }
  }
  #endif
}

/// A reference that is relative to its own address; nil for zero.
private func follow(_ reference: UnsafeRawPointer) -> UnsafeRawPointer? {
  let distance = reference.load(as: Int32.self)
  return distance == 0 ? nil : reference + Int(distance)
}
