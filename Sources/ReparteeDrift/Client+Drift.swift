public import Repartee

extension Client {
  /// The detector of differences between responses and declarations; nil, the default, detects nothing.
  public var drift: DriftDetector? {
    get { inspector as? DriftDetector }
    set { inspector = newValue }
  }
}

extension CallEvent {
  /// The difference from the declaration; nil for all kinds but `drifted`.
  public var drift: Drift? { finding as? Drift }
}

extension CallEvent.Kind {
  /// A response differs from its declaration: `CallEvent.drift`. Elements of a stream report it as they are read, after
  /// `callEnded`.
  public static let drifted = CallEvent.Kind(description: "drifted")
}
