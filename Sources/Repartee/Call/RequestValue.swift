/// A value that a request carries to a ``Stage``, found by its type.
///
/// ```swift
/// struct Cost: RequestValue {
///   var units = 1
/// }
/// // in an endpoint, or for one call
/// try await client.send(Search()) { $0[Cost.self] = Cost(units: 5) }
/// // in the stage
/// let units = request[Cost.self]?.units ?? 1
/// ```
///
/// A request has at most one value of each type.
public protocol RequestValue: Sendable {
  /// Changes each request on the wire, after all stages, or refuses it by throwing; by default neither.
  ///
  /// It runs also in a client without the stage for which the value is. Kind and message of the error say whether it is
  /// retried. The values of a request run in the order in which they were first set.
  func prepare(_ request: inout AttemptRequest) throws(AttemptError)
}

extension RequestValue {
  /// Does nothing.
  public func prepare(_ request: inout AttemptRequest) throws(AttemptError) {}
}
