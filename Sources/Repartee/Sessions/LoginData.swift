import ReparteeBase
import ReparteeJSON

/// Its owner locks it.
struct LoginData: Sendable {
  fileprivate struct Note: Sendable, Hashable {
    let holder: ObjectIdentifier
    let identity: String

    // Names that Unicode counts as equal are different accounts.
    static func == (one: Self, other: Self) -> Bool {
      one.holder == other.holder && one.identity.hasSameBytes(as: other.identity)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(holder)
      hasher.combine(bytesOf: identity)
    }
  }

  private struct Holder: Sendable {
    weak var holder: (any LoginDataHolder)?
    /// Set if its data outlive the process.
    let lasting: (any LoginDataHolder)?
  }

  struct Failure: Sendable {
    fileprivate let holder: any LoginDataHolder
    fileprivate let note: Note
    let error: any Error
  }

  private var holders: [Note: Holder] = [:]

  mutating func note(_ holder: any LoginDataHolder, _ identity: String, isLasting: Bool) {
    add(Note(holder: ObjectIdentifier(holder), identity: identity), of: holder, isLasting: isLasting)
  }

  mutating func note(_ failure: Failure) { add(failure.note, of: failure.holder, isLasting: true) }

  private mutating func add(_ note: Note, of holder: any LoginDataHolder, isLasting: Bool) {
    // Another holder may have had this address.
    if let known = holders[note], known.lasting != nil || known.holder != nil { return }
    holders = holders.filter { $0.value.lasting != nil || $0.value.holder != nil }
    holders[note] = Holder(holder: holder, lasting: isLasting ? holder : nil)
  }

  mutating func remove() -> [Task<Failure?, Never>] {
    defer { holders = [:] }
    return holders.compactMap { note, known in
      guard let holder = known.holder else { return nil }
      return Task {
        do {
          try await holder.removeData(named: note.identity)
          return nil
        } catch {
          return Failure(holder: holder, note: note, error: error)
        }
      }
    }
  }
}
