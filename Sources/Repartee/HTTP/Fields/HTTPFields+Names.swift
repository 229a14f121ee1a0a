public import HTTPTypes

extension HTTPFields {
  /// The value of a field by its name, which is case-insensitive; several fields of one name are joined by commas.
  /// Setting replaces all of that name; nil removes them.
  ///
  /// ```swift
  /// request.headers["X-App"] = "7"
  /// ```
  ///
  /// A name that is not a token (RFC 9110, section 5.6.2) has no value, and can't be set: a debug build stops.
  public subscript(name: String) -> String? {
    get { HTTPField.Name(name).flatMap { self[$0] } }
    set {
      guard let name = HTTPField.Name(name) else {
        assertionFailure("this is no name of a header field: \(name)")
        return
      }
      self[name] = newValue
    }
  }
}
