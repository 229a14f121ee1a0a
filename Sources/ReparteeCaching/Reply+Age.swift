import HTTPTypes
public import Repartee

extension Reply {
  /// The age by the Age field (RFC 9111, section 5.1), of the client's or another cache. Nil without the field: the
  /// response comes directly from the origin.
  public var age: Duration? {
    headers.members(of: .age).first.flatMap { CacheControl.seconds($0) }.map { .seconds($0) }
  }
}
