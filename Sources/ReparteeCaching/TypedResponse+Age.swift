import HTTPTypes
public import Repartee

extension TypedResponse {
  /// The age by the Age field (RFC 9111, section 5.1), set by the client's or another cache; nil without a valid field.
  public var age: Duration? {
    headers.members(of: .age).first.flatMap { CacheControl.seconds($0) }.map { .seconds($0) }
  }
}
