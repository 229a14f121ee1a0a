import ReparteeRedaction

/// The request of a response from which a value was read: the value's description masks its secrets. All
/// origins are equal.
struct ValueOrigin: Sendable, Hashable {
  var request: SentRequest?

  var redaction: Redaction { request?.redaction ?? Redaction() }

  static func == (one: Self, other: Self) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
