#if Observability
import Synchronization

/// The limits for the number of values of a metric's labels and of span names.
///
/// An application that writes its paths as literals, and sends requests to known servers, has few templates and hosts.
/// But a path that is known only at run time is its own template, and a redirect can lead to any server: the limits
/// hold in these cases too. Each observer counts separately, from its creation. Values that occur before a limit is
/// reached keep their own label.
public struct LabelLimits: Sendable, Hashable {
  /// The most path templates; 200 by default. For further templates the metric's `url.template` is `_OTHER`; their
  /// spans have no `url.template`, and only the method as name.
  public var templates: Int
  /// The most names of operations; 200 by default. For further ones the metric's `repartee.operation` is `_OTHER`;
  /// their spans have no `repartee.operation`, and the span of the call is named like that of an attempt.
  public var operations: Int
  /// The most pairs of host and port; 100 by default. For further pairs the metric's `server.address` is `_OTHER`, and
  /// `server.port` is left out.
  public var servers: Int
  /// The most combinations of all labels of the metric; 2,000 by default. Further combinations are recorded with only
  /// the label `otel.metric.overflow`, as OpenTelemetry specifies.
  public var series: Int

  /// Creates limits; by default 200 templates, 200 operations, 100 servers and 2,000 series.
  public init(templates: Int = 200, operations: Int = 200, servers: Int = 100, series: Int = 2_000) {
    self.templates = templates
    self.operations = operations
    self.servers = servers
    self.series = series
  }
}

/// The first values that occurred, up to a limit.
struct FirstValues<Value: Hashable & Sendable>: Sendable {
  private let limit: Int
  private(set) var values: Set<Value> = []

  init(limit: Int) { self.limit = limit }

  /// Returns whether a value is one of the first, and adds it if there is room.
  mutating func admit(_ value: Value) -> Bool {
    if values.contains(value) { return true }
    guard values.count < limit else { return false }
    values.insert(value)
    return true
  }
}
#endif
