extension EndpointPlanner {
  func request(_ request: Code, _ operation: Operation) -> Code {
    guard let security = operation.security else { return request }
    if security.isEmpty { return scheme == nil ? request : .chained(request, ".authenticated(.off)") }
    let way = wayToSignIn(security)
    guard let scheme, !way.contains(scheme), let other = way.first else { return request }
    return .chained(request, ".authenticated(.named(\(Literal.string(other))))")
  }

  /// The one that the client has anyway, if that is one.
  private func wayToSignIn(_ security: [[String]]) -> [String] {
    security.first { $0 == [scheme] } ?? security.first { $0.contains { $0 == scheme } }
      ?? security.first { $0.count == 1 } ?? security.first ?? []
  }

  func securityRemarks(_ operation: Operation) -> [String] {
    guard let security = operation.security, !security.isEmpty else { return [] }
    let way = wayToSignIn(security)
    let sent = way.first { $0 == scheme } ?? way.first
    let others = way.filter { $0 != sent }.map { "`\($0)`" }.joined(separator: ", ")
    var remarks: [String] = []
    if !others.isEmpty { remarks.append("The API needs \(others) as well, which this does not send.") }
    if operation.isSignInOptional { remarks.append("Signing in is optional.") }
    return remarks
  }
}
