/// What a merge did, and what it left to the person.
public struct Report: Sendable {
  /// A unit that both have changed.
  public struct Conflict: Sendable, Equatable {
    public var file: String
    /// Counts from 1, in the file as it is written.
    public var line: Int
    /// `Order.total`
    public var unit: String
    /// Where it begins in the file as it was.
    var offset = 0
  }

  public var conflicts: [Conflict] = []
  /// Comments that the new version changes and the person had changed: they stay.
  public var keptComments = 0
  /// What the person deleted, and the new version still has: it stays deleted.
  public var deleted: [String] = []
  /// Of those, what the new version changes.
  public var changedDeleted: [String] = []
  /// What the person deleted, and the new version needs: it is there again.
  public var restored: [String] = []
  /// What is left to write by hand.
  public var notes: [String] = []
}
