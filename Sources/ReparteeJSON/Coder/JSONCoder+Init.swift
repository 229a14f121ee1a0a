extension JSONCoder {
  /// Creates a coder with these two options, and all others at their defaults.
  public init(keys: KeyStrategy = .asDeclared, dates: DateStrategy = .iso8601) {
    self.init()
    self.keys = keys
    self.dates = dates
  }
}
