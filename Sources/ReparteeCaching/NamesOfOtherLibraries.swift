public import Repartee

// What other libraries call it: the compiler says what to write here. None of this is called, so none of it is in the
// library. Each is a line of Tests/Compiles/typed.

extension Client {
  @available(
    *, unavailable, message: "it is of a request: client.send(endpoint) { $0.cachePolicy = .reload }"
  )
  @_alwaysEmitIntoClient public var cachePolicy: CachePolicy {
    get { fatalError() }
    set {}
  }
}

extension CachePolicy {
  @available(*, unavailable, renamed: "reload")
  @_alwaysEmitIntoClient public static var reloadIgnoringLocalCacheData: CachePolicy { fatalError() }
  @available(*, unavailable, renamed: "reload")
  @_alwaysEmitIntoClient public static var reloadIgnoringLocalAndRemoteCacheData: CachePolicy { fatalError() }
  @available(*, unavailable, renamed: "forceCache")
  @_alwaysEmitIntoClient public static var returnCacheDataElseLoad: CachePolicy { fatalError() }
  @available(*, unavailable, renamed: "onlyIfCached")
  @_alwaysEmitIntoClient public static var returnCacheDataDontLoad: CachePolicy { fatalError() }
  @available(*, unavailable, renamed: "default")
  @_alwaysEmitIntoClient public static var useProtocolCachePolicy: CachePolicy { fatalError() }
}
