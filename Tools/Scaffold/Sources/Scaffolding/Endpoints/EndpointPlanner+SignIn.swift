extension EndpointPlanner {
  func request(_ request: Code, _ operation: Operation) -> Code {
    guard operation.security != nil, let usual = signIns?.usual else { return request }
    guard let way = signIns?.way(of: operation) else { return .chained(request, ".authenticated(.off)") }
    if way == usual { return request }
    return .chained(request, ".authenticated(.named(\(Literal.string(way.name))))")
  }

  func securityRemarks(_ operation: Operation) -> [String] {
    guard let security = operation.security, !security.isEmpty, let signIns else { return [] }
    func list(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }
    let missing = signIns.missing(of: operation)
    var remarks: [String] = []
    if !missing.certificates.isEmpty {
      remarks.append(
        "The API needs the client's certificate (\(list(missing.certificates))), which the transport sends.")
    }
    if !missing.others.isEmpty {
      remarks.append("The API needs \(list(missing.others)) as well, which this does not send.")
    }
    if operation.isSignInOptional { remarks.append("Signing in is optional.") }
    return remarks
  }
}
