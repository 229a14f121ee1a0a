#if Observability
import HTTPTypes
import Tracing

/// Puts a trace context into header fields. A key that is no name of a field is left out.
struct FieldInjector: Injector {
  func inject(_ value: String, forKey key: String, into carrier: inout HTTPFields) {
    guard let name = HTTPField.Name(key), carrier[name] == nil else { return }
    carrier[name] = value
  }
}
#endif
