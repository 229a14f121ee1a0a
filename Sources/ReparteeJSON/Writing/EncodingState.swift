/// Unsafe: accesses are not checked for exclusivity in a release, which would take 70 % more instructions. None calls
/// code of a model, except that of one that writes itself (`TextEncoder.write`): meanwhile, no container can be used.
class EncodingState {
  #if REPARTEE_CHECKED
  final var writer: JSONWriter
  final var value = Encoding.OpenValue(id: 1, firstMember: 0)
  final var members: [Encoding.Member] = []
  final var parts: [Encoding.Part] = []
  final var path: [any CodingKey]

  init(_ writer: consuming JSONWriter, at path: [any CodingKey]) {
    self.writer = writer
    self.path = path
  }
  #else
  @exclusivity(unchecked) private final var uncheckedWriter: JSONWriter
  @exclusivity(unchecked) private final var uncheckedValue = Encoding.OpenValue(id: 1, firstMember: 0)
  @exclusivity(unchecked) private final var uncheckedMembers: [Encoding.Member] = []
  @exclusivity(unchecked) private final var uncheckedParts: [Encoding.Part] = []
  @exclusivity(unchecked) private final var uncheckedPath: [any CodingKey]

  init(_ writer: consuming JSONWriter, at path: [any CodingKey]) {
    // The object is used only here so far.
    unsafe uncheckedWriter = writer
    // The object is used only here so far.
    unsafe uncheckedPath = path
  }

  @inline(__always) final var writer: JSONWriter {
    // Accesses do not overlap, as above.
    _read { yield unsafe uncheckedWriter }
    // Accesses do not overlap, as above.
    _modify { yield unsafe &uncheckedWriter }
  }

  @inline(__always) final var value: Encoding.OpenValue {
    // Accesses do not overlap, as above.
    _read { yield unsafe uncheckedValue }
    // Accesses do not overlap, as above.
    _modify { yield unsafe &uncheckedValue }
  }

  @inline(__always) final var members: [Encoding.Member] {
    // Accesses do not overlap, as above.
    _read { yield unsafe uncheckedMembers }
    // Accesses do not overlap, as above.
    _modify { yield unsafe &uncheckedMembers }
  }

  @inline(__always) final var parts: [Encoding.Part] {
    // Accesses do not overlap, as above.
    _read { yield unsafe uncheckedParts }
    // Accesses do not overlap, as above.
    _modify { yield unsafe &uncheckedParts }
  }

  @inline(__always) final var path: [any CodingKey] {
    // Accesses do not overlap, as above.
    _read { yield unsafe uncheckedPath }
    // Accesses do not overlap, as above.
    _modify { yield unsafe &uncheckedPath }
  }
  #endif
}
