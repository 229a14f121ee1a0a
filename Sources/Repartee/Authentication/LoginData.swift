/// What holds data of a login, such as a cache with its responses: they are removed when the login ends.
package protocol LoginDataHolder: AnyObject, Sendable {
  /// Whether the data end with the process.
  var isInMemory: Bool { get }

  /// Removes the data of a login. Returns the error if that failed.
  func removeData(of identity: String) async -> (any Error)?
}

/// Who a request is sent as.
package enum LoginIdentity: Sendable {
  /// The account that the session was signed in as.
  case account(String)
  /// A login without a name, which is this text in this process.
  case unnamed(String)
}

/// The holders of data of a login. A value type: its owner locks it.
struct LoginData: Sendable {
  fileprivate struct Note: Sendable, Hashable {
    let holder: ObjectIdentifier
    let identity: String

    // By its bytes: names that Unicode counts as equal are different accounts.
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
    /// The same if its data outlive the process: they must be found when nothing else uses it.
    let lasting: (any LoginDataHolder)?
  }

  /// A holder that failed to remove the data.
  struct Failure: Sendable {
    fileprivate let holder: any LoginDataHolder
    fileprivate let note: Note
    let error: any Error
  }

  private var holders: [Note: Holder] = [:]

  /// Records a holder. Nothing is allocated for one that was recorded before.
  mutating func note(_ holder: any LoginDataHolder, _ identity: String) {
    add(Note(holder: ObjectIdentifier(holder), identity: identity), of: holder)
  }

  /// Records a holder again, so that the next removal includes its data.
  mutating func note(_ failure: Failure) { add(failure.note, of: failure.holder) }

  private mutating func add(_ note: Note, of holder: any LoginDataHolder) {
    // Another holder may have had this address.
    if let known = holders[note], known.lasting != nil || known.holder != nil { return }
    holders = holders.filter { $0.value.lasting != nil || $0.value.holder != nil }
    holders[note] = Holder(holder: holder, lasting: holder.isInMemory ? nil : holder)
  }

  /// Starts to remove the data, and forgets the holders.
  mutating func remove() -> [Task<Failure?, Never>] {
    defer { holders = [:] }
    return holders.compactMap { note, known in
      guard let holder = known.holder else { return nil }
      return Task {
        await holder.removeData(of: note.identity).map { Failure(holder: holder, note: note, error: $0) }
      }
    }
  }
}

extension Hasher {
  /// Adds the bytes of a text. Canonically equal texts of other bytes are different.
  package mutating func combine(bytesOf text: String) {
    var text = text
    text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    combine(0xFF as UInt8)
  }
}
