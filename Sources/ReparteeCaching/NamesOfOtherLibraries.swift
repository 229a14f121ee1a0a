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
  @_alwaysEmitIntoClient public static var reloadIgnoringCacheData: CachePolicy { fatalError() }
  @available(*, unavailable, renamed: "reload")
  @_alwaysEmitIntoClient public static var networkOnly: CachePolicy { fatalError() }
  @available(*, unavailable, renamed: "noCache")
  @_alwaysEmitIntoClient public static var reloadRevalidatingCacheData: CachePolicy { fatalError() }
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

extension Request {
  @available(*, unavailable, renamed: "cachePolicy")
  @_alwaysEmitIntoClient public var cache: CachePolicy {
    get { fatalError() }
    set {}
  }
}

extension ResponseCache {
  @available(*, unavailable, message: "ResponseCache()")
  @_alwaysEmitIntoClient public static var shared: ResponseCache { fatalError() }
  @available(*, unavailable, message: "ResponseCache(store: MemoryCacheStore(maximumSize: 32 << 20))")
  @_alwaysEmitIntoClient public convenience init(memoryCapacity: Int, diskCapacity: Int) { fatalError() }
  @available(*, unavailable, renamed: "removeAll()")
  @_alwaysEmitIntoClient public func removeAllCachedResponses() { fatalError() }
  @available(*, unavailable, renamed: "removeAll()")
  @_alwaysEmitIntoClient public func clear() async throws { fatalError() }
}

extension ResponseHead {
  @available(*, unavailable, message: "source, of a TypedResponse: .cache, .network or .validated")
  @_alwaysEmitIntoClient public var isFromCache: Bool { fatalError() }
}
