import HTTPTypes
public import Repartee

extension Reply {
  /// The age of the response by its Age field (RFC 9111, section 5.1), from the client's cache or from a cache before
  /// it. Nil without the field: the response comes directly from the origin.
  public var age: Duration? {
    headers.members(of: .age).first.flatMap { CacheControl.seconds($0) }.map { .seconds($0) }
  }
}
