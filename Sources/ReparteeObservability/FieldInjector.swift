#if Observability
import HTTPTypes
import Tracing

/// Skips invalid names and fields that are already set.
struct FieldInjector: Injector {
  func inject(_ value: String, forKey key: String, into carrier: inout HTTPFields) {
    guard let name = HTTPField.Name(key), carrier[name] == nil else { return }
    carrier[name] = value
  }
}
#endif
