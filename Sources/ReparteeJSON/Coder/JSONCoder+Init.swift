extension JSONCoder {
  /// A coder with these two options, which are the ones that APIs differ in, and the others at their defaults.
  public init(keys: KeyStrategy = .asDeclared, dates: DateStrategy = .iso8601) {
    self.init()
    self.keys = keys
    self.dates = dates
  }
}
