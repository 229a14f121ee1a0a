// What other libraries call it, see OtherLibraries/NamesOfOtherLibraries.swift.

extension Client {
  @available(*, unavailable, message: "client.cookies = CookieJar()")
  @_alwaysEmitIntoClient public var cookieJar: CookieJar? {
    get { fatalError() }
    set {}
  }
}
