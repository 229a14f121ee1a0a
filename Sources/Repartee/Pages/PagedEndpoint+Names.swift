// What other libraries call it, see OtherLibraries/NamesOfOtherLibraries.swift.

extension Client {
  @available(*, unavailable, message: "client.items(of: endpoint, maxItems: 50), or maxPages")
  @_alwaysEmitIntoClient public func items<E: PagedEndpoint>(of endpoint: E, limit: Int)
    -> AsyncThrowingStream<E.Item, any Error>
  {
    fatalError()
  }
}
