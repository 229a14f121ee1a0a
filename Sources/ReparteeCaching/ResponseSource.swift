public import Repartee

/// The source of a response.
public enum ResponseSource: Sendable, Hashable {
  /// The network.
  case network
  /// The cache, without a request to the origin.
  case cache
  /// The cache, after the origin validated the response.
  case validated
}

extension TypedResponse {
  /// The source of the response.
  public var source: ResponseSource {
    guard isStored else { return .network }
    // A response that is used because the origin failed was not validated.
    return networkStatus == .notModified ? .validated : .cache
  }
}
