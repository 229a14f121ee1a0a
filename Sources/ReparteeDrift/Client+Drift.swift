public import Repartee

extension Client {
  /// The detector of drift; nil, the default, detects none.
  public var drift: DriftDetector? {
    get { inspector as? DriftDetector }
    set { inspector = newValue }
  }
}

extension CallEvent {
  /// The drift of an event of kind `drifted`, otherwise nil.
  public var drift: Drift? { detail as? Drift }
}

extension CallEvent.Kind {
  /// A response differs from its declaration; see `CallEvent.drift`.
  ///
  /// For elements of a stream, the event follows `callEnded` as they are read.
  public static let drifted = CallEvent.Kind("drifted")
}
