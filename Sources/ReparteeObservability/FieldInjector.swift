#if Observability
import HTTPTypes
import Tracing

/// Skips invalid names; the first value of a field stays.
struct FieldInjector: Injector {
  func inject(_ value: String, forKey key: String, into carrier: inout HTTPFields) {
    guard let name = HTTPField.Name(key), carrier[name] == nil else { return }
    carrier[name] = value
  }
}

extension HTTPFields {
  /// Adds the fields that the request does not have.
  mutating func add(_ context: HTTPFields) {
    let own = Set(map(\.name.group))
    append(contentsOf: context.filter { !own.contains($0.name.group) })
  }
}

extension HTTPField.Name {
  /// Fields of one group describe one position in a trace (W3C Trace Context, section 3.3; B3).
  fileprivate var group: String {
    switch canonicalName {
    case "tracestate": "traceparent"
    case let name where name.hasPrefix("x-b3-"): "b3"
    case let name: name
    }
  }
}
#endif
