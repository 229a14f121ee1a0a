import ReparteeBase

/// Creates each map once, also a computed one.
final class ResponseMapCache: Sendable {
  static let shared = ResponseMapCache(report: reportToStandardError)

  private let maps = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])
  private let report: @Sendable (_ endpoint: Any.Type, [ResponseMapIssue]) -> Void

  init(report: @escaping @Sendable (_ endpoint: Any.Type, [ResponseMapIssue]) -> Void) {
    self.report = report
  }

  func map<E: Endpoint>(of endpoint: E.Type) -> ResponseMap<E.Output, E.Failure> {
    typealias Map = ResponseMap<E.Output, E.Failure>
    let id = ObjectIdentifier(endpoint)
    if let known = maps.withLock({ $0[id] }) {
      // The key determines the type; a cast would look it up.
      return Map(storage: unsafe unsafeDowncast(known, to: Map.Storage.self))
    }
    // Not under the lock: creating a map may run the user's code.
    let made = E.responses
    let isFirst = maps.withLock { maps in
      defer { maps[id] = made.storage }
      return maps[id] == nil
    }
    if isFirst, !made.issues.isEmpty { report(endpoint, made.issues) }
    return made
  }
}

#if DEBUG
private func reportToStandardError(_ endpoint: Any.Type, _ issues: [ResponseMapIssue]) {
  OpenFile.writeToStandardError(issues.map { "Repartee: \(endpoint).responses: \($0)\n" }.joined())
}
#else
private func reportToStandardError(_ endpoint: Any.Type, _ issues: [ResponseMapIssue]) {}
#endif
