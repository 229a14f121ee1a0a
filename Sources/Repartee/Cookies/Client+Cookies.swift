extension Client {
  /// The jar that stores and sends cookies; by default none. A request with a `Cookie` field, also the client's, or
  /// with that field set to nil, gets none from the jar.
  public var cookies: CookieJar? {
    get { settings.outerStages.lazy.compactMap { ($0 as? CookieStage)?.jar }.first }
    set {
      settings.outerStages.removeAll { $0 is CookieStage }
      if let newValue { settings.outerStages.append(CookieStage(jar: newValue)) }
    }
  }
}
