#if Observability
import ReparteeBase

/// The most values of metric labels and span names.
///
/// Each observer counts from its creation. The first values keep their labels.
public struct LabelLimits: Sendable, Hashable {
  /// The most path templates; 200 by default. Beyond, the metric's `url.template` is `_OTHER`, and spans have no
  /// template.
  public var templates: Int
  /// The most names of operations; 200 by default. Beyond, the metric's `repartee.operation` is `_OTHER`, spans have
  /// none, and a call's span is named like an attempt's.
  public var operations: Int
  /// The most pairs of host and port; 100 by default. Beyond, the metric's `server.address` is `_OTHER`, without a
  /// port.
  public var servers: Int
  /// The most combinations of the metric's labels; 2,000 by default. Beyond, the only label is `otel.metric.overflow`.
  public var series: Int

  /// Creates limits.
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
