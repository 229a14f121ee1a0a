/// The source of a response.
public enum ResponseSource: Sendable, Hashable {
  /// The network.
  case network
  /// The cache, without asking the origin.
  case cache
  /// The cache, after the origin validated the stored response.
  case validated
}
