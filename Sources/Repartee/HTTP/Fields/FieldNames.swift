package import HTTPTypes

/// Excludes most other names without hashing. A text that ends in `*` stands for all names that begin like it.
package struct FieldNames: Sendable {
  private let names: Set<HTTPField.Name>
  private let prefixes: [String]
  private var bits: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  package init(_ texts: some Sequence<String>) {
    names = Set(texts.compactMap { HTTPField.Name($0) })
    prefixes = names.map(\.canonicalName).filter { $0.hasSuffix("*") }.map { String($0.dropLast()) }
    for name in names {
      let (word, bit) = Self.bit(of: name)
      switch word {
      case 0: bits.0 |= bit
      case 1: bits.1 |= bit
      case 2: bits.2 |= bit
      default: bits.3 |= bit
      }
    }
  }

  package func contains(_ name: HTTPField.Name) -> Bool {
    let (word, bit) = Self.bit(of: name)
    let bits =
      switch word {
      case 0: self.bits.0
      case 1: self.bits.1
      case 2: self.bits.2
      default: self.bits.3
      }
    if bits & bit != 0, names.contains(name) { return true }
    return prefixes.contains { name.canonicalName.utf8.starts(with: $0.utf8) }
  }

  private static func bit(of name: HTTPField.Name) -> (word: Int, bit: UInt64) {
    let text = name.canonicalName.utf8
    let sum = text.count &* 31 &+ Int(text.first ?? 0) &* 7 &+ Int(text.last ?? 0)
    return ((sum >> 6) & 3, 1 << UInt64(sum & 63))
  }
}

extension FieldNames {
  /// Names of fields that differ from call to call, and do not change the response.
  package static let ofCalls = FieldNames(namesOfCalls)

  package static let namesOfCalls = [
    // Tracing.
    "b3", "baggage", "elastic-apm-traceparent", "grpc-trace-bin", "jaeger-debug-id", "newrelic",
    "ot-baggage-*", "ot-tracer-*", "Request-Context", "sentry-trace", "sw8", "sw8-correlation", "sw8-x",
    "traceparent", "tracestate", "uber-trace-id", "uberctx-*", "X-Amzn-Trace-Id", "X-B3-*",
    "X-Client-Trace-Id", "X-Cloud-Trace-Context", "X-Datadog-*", "X-Instana-L", "X-Instana-S", "X-Instana-T",
    "X-NewRelic-ID", "X-NewRelic-Transaction", "X-OT-Span-Context", "X-Span-Id", "X-Trace-Id",
    // IDs and counts of calls.
    "amz-sdk-invocation-id", "amz-sdk-request", "Client-Request-Id", "Correlation-Id", "Idempotency-Key",
    "Request-Id", "X-Amzn-RequestId", "X-Client-Request-Id", "X-Correlation-Id", "X-Idempotency-Key",
    "X-MS-Client-Request-Id", "X-MS-Correlation-Request-Id", "X-Request-Id", "X-Stainless-Retry-Count",
  ]
}
