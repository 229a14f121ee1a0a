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
  /// All fields of a context but its baggage describe one position in a trace (W3C Trace Context, section 3.3), so a
  /// request that has one of them gets none of the others.
  mutating func add(_ context: HTTPFields) {
    let isBaggage = { (field: HTTPField) in field.name.canonicalName == "baggage" }
    let isPlaced = context.contains { !isBaggage($0) && contains($0.name) }
    let added = context.filter { !contains($0.name) && (!isPlaced || isBaggage($0)) }
    append(contentsOf: added)
  }
}
#endif
