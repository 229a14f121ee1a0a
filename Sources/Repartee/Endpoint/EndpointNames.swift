import ReparteeBase
import ReparteeRedaction

final class EndpointNames: Sendable {
  static let shared = EndpointNames()

  private let names = Mutex<[ObjectIdentifier: String?]>([:])

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
    // The first part is the module. A generic argument would be in the last.
    return DisplayText.text(parts.dropFirst(parts.count > 1 ? 1 : 0).joined(separator: "."), limit: 200)
  }
}
