extension JSONCoder {
  /// Creates a coder with these options; the others have their defaults.
  public init(keys: KeyStrategy = .asDeclared, dates: DateStrategy = .iso8601) {
    self.init()
    self.keys = keys
    self.dates = dates
  }
}
