#if Observability
import Synchronization

/// Limits the number of values of metric labels and span names, for example when paths known only at run time or
/// redirects bring new ones.
///
/// Each observer counts from its creation. The values before a limit keep their own label.
public struct LabelLimits: Sendable, Hashable {
  /// The most path templates; 200 by default. For further ones the metric's `url.template` is `_OTHER`, and spans have
  /// only the method as name and no `url.template`.
  public var templates: Int
  /// The most names of operations; 200 by default. For further ones the metric's `repartee.operation` is `_OTHER`, and
  /// spans have none; the call's span is then named like an attempt's.
  public var operations: Int
  /// The most pairs of host and port; 100 by default. For further ones the metric's `server.address` is `_OTHER`,
  /// without `server.port`.
  public var servers: Int
  /// The most combinations of the metric's labels; 2,000 by default. Further ones have only the label
  /// `otel.metric.overflow`, as OpenTelemetry specifies.
  public var series: Int

  /// Creates limits; the defaults are those of the properties.
  public init(templates: Int = 200, operations: Int = 200, servers: Int = 100, series: Int = 2_000) {
    self.templates = templates
    self.operations = operations
    self.servers = servers
    self.series = series
  }
}

struct FirstValues<Value: Hashable & Sendable>: Sendable {
  private let limit: Int
  private(set) var values: Set<Value> = []

  init(limit: Int) { self.limit = limit }

  mutating func admit(_ value: Value) -> Bool {
    if values.contains(value) { return true }
    guard values.count < limit else { return false }
    values.insert(value)
    return true
  }
}
#endif
