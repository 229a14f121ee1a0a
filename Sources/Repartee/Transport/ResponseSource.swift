/// The source of a response.
public enum ResponseSource: Sendable, Hashable {
  /// The network.
  case network
  /// The cache, without validation.
  case cache
  /// The cache, after the origin confirmed that the stored response is still valid.
  case validated
}
