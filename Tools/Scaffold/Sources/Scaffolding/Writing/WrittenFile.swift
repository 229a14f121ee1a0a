/// A file of what was written.
public struct WrittenFile: Equatable, Sendable {
  /// `Users.swift`
  public var name: String
  public var text: String
  public var isTest = false
}
