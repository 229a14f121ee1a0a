import ReparteeRedaction
import Synchronization

/// The names of endpoint types, as observers are told them. Each is composed once.
final class EndpointNames: Sendable {
  static let shared = EndpointNames()

  /// Nil for a type that is no endpoint.
  private let names = Mutex<[ObjectIdentifier: String?]>([:])

  /// Returns the name of an endpoint type within its module, the same in each run: `Users.Get`; nil for a type that is
  /// no ``Endpoint``, such as a ``Resource``.
  func name(of type: any Any.Type) -> String? {
    let id = ObjectIdentifier(type)
    if let known = names.withLock({ $0[id] }) { return known }
    let name = type is any Endpoint.Type ? composed(type) : nil
    names.withLock { _ = $0.updateValue(name, forKey: id) }
    return name
  }

  private func composed(_ type: any Any.Type) -> String {
    var parts = String(reflecting: type).split(separator: ".", omittingEmptySubsequences: false)
    // The name of a private or local type contains an address.
    parts.removeAll { $0.hasPrefix("(unknown context") }
    // The first part is the module. A generic argument would be in the last part.
    return Shown.text(parts.dropFirst(parts.count > 1 ? 1 : 0).joined(separator: "."), limit: 200)
  }
}

extension Request {
  /// Returns the same request with another ``operation``, the name by which observers know the call.
  ///
  /// ```swift
  /// var request: Request {
  ///   .post("/", body: .json(call)).named("createInvoice")
  /// }
  /// ```
  public func named(_ operation: String) -> Request {
    var copy = self
    copy.operation = operation
    return copy
  }

  /// Returns the operation as it is shown.
  ///
  /// - Parameter name: The name of the endpoint, if the request has none.
  func shownOperation(_ redaction: Redaction, or name: String?) -> String? {
    guard let operation else { return name }
    return operation.isEmpty ? nil : redaction.shown(name: operation)
  }
}
