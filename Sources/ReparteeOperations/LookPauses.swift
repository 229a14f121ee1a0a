/// The pauses between looks at an operation.
struct LookPauses: Sendable, Hashable {
  /// No pause is shorter, so that no server makes a client send without pause.
  static let shortest: Duration = .milliseconds(100)
  /// One's own pauses grow to this.
  static let longest: Duration = .seconds(30)
  /// A server that asks for more is asked again after this time.
  static let longestAsked: Duration = .seconds(86_400)

  private let first: Duration
  private var own: Duration

  init(first: Duration) {
    self.first = min(max(first, Self.shortest), Self.longestAsked)
    own = self.first
  }

  /// The pause before the next look; nil if it would not end within the time left.
  mutating func next(asked: Duration?, left: Duration?) -> Duration? {
    var pause: Duration
    if let asked, asked > .zero {
      pause = min(max(asked, Self.shortest), Self.longestAsked)
    } else {
      pause = own
      // Before the limit there are further looks: most work ends between two of them.
      if let left { pause = min(pause, max(left / 2, first)) }
      own = min(own * 2, max(Self.longest, first))
    }
    if let left, pause >= left { return nil }
    return pause
  }
}
