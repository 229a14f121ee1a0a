extension DriftDetector {
  /// Which unread keys are reported.
  public struct UnreadKeys: Sendable, Hashable {
    private let isAll: Bool

    /// Those to act on, the default:
    ///
    /// - a key, not always null, whose name and JSON type another endpoint reads in an examined call; a call of either
    ///   endpoint reports it
    /// - a key that is new to the ``DriftDetector/baseline``'s bodies of the endpoint and status
    public static let readElsewhere = UnreadKeys(isAll: false)
    /// All.
    public static let all = UnreadKeys(isAll: true)
  }
}
