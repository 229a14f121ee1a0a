import ReparteeBase
import ReparteeJSON

/// What is removed when a login ends. Its owner locks it.
struct LoginData: Sendable {
  typealias Removal = @Sendable () async throws -> Void

  fileprivate struct Key: Sendable, Hashable {
    let owner: ObjectIdentifier
    let name: String

    // Names that Unicode counts as equal are different accounts.
    static func == (one: Self, other: Self) -> Bool {
      one.owner == other.owner && one.name.hasSameBytes(as: other.name)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(owner)
      hasher.combine(bytesOf: name)
    }
  }

  private struct Entry: Sendable {
    weak var owner: (any AnyObject & Sendable)?
    /// Set if its data outlive the process.
    let lasting: (any AnyObject & Sendable)?
    /// Nil if there is no owner any more.
    let removal: @Sendable () -> Removal?

    var isNeeded: Bool { lasting != nil || owner != nil }
  }

  struct Failure: Sendable {
    fileprivate let key: Key
    fileprivate let owner: any AnyObject & Sendable
    fileprivate let removal: Removal
    let error: any Error
  }

  private var entries: [Key: Entry] = [:]

  mutating func add<Owner: AnyObject & Sendable>(
    _ name: String, of owner: Owner, isLasting: Bool,
    _ remove: @escaping @Sendable (Owner, String) async throws -> Void
  ) {
    let key = Key(owner: ObjectIdentifier(owner), name: name)
    // Another owner may have had this address.
    if let known = entries[key], known.isNeeded { return }
    add(key, owner, isLasting: isLasting) { [weak owner] in
      guard let owner else { return nil }
      return { try await remove(owner, name) }
    }
  }

  mutating func add(_ failure: Failure) {
    if let known = entries[failure.key], known.isNeeded { return }
    add(failure.key, failure.owner, isLasting: true) { failure.removal }
  }

  private mutating func add(
    _ key: Key, _ owner: any AnyObject & Sendable, isLasting: Bool,
    _ removal: @escaping @Sendable () -> Removal?
  ) {
    entries = entries.filter(\.value.isNeeded)
    entries[key] = Entry(owner: owner, lasting: isLasting ? owner : nil, removal: removal)
  }

  mutating func remove() -> [Task<Failure?, Never>] {
    defer { entries = [:] }
    return entries.compactMap { key, entry in
      guard let owner = entry.owner, let removal = entry.removal() else { return nil }
      return Task {
        do {
          try await removal()
          return nil
        } catch {
          return Failure(key: key, owner: owner, removal: removal, error: error)
        }
      }
    }
  }
}
