/// What is written, and how.
public struct ScaffoldOptions: Sendable {
  public var selection = Selection()
  public var style = Style()
  /// What the API is called in Swift; nil takes the document's title.
  public var name: String?
  /// The names of an earlier run, which stay while they are possible.
  public var previous: RecordedNames?

  public init() {}
}
