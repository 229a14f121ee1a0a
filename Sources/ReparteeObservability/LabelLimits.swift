#if Observability
import Synchronization

/// How many values the labels of a metric and the names of spans can have.
///
/// Templates and hosts are few, as long as an application writes its paths as literals and talks to servers that it
/// knows. A path that is known only at run time is its own template, and a redirect may lead anywhere: these limits
/// hold whatever comes. Each observer counts by itself, from its beginning; what came first keeps its own value.
public struct LabelLimits: Sendable, Hashable {
  /// The most path templates, 200 unless you say otherwise. Beyond it `url.template` of the metric is `_OTHER`, and a
  /// span has no `url.template` and the method alone as its name.
  public var templates: Int
  /// The most pairs of host and port, 100 unless you say otherwise. Beyond it `server.address` of the metric is
  /// `_OTHER`, without a `server.port`.
  public var servers: Int
  /// The most combinations of all labels of the metric, 2,000 unless you say otherwise. What is beyond is recorded with
  /// the one label `otel.metric.overflow`, as OpenTelemetry has it.
  public var series: Int

  /// These limits; 200 templates, 100 servers and 2,000 series unless you say otherwise.
  public init(templates: Int = 200, servers: Int = 100, series: Int = 2_000) {
    self.templates = templates
    self.servers = servers
    self.series = series
  }
}

/// The first values that came, up to a limit.
struct FirstValues<Value: Hashable & Sendable>: Sendable {
  private let limit: Int
  private(set) var values: Set<Value> = []

  init(limit: Int) { self.limit = limit }

  /// Whether a value is one of them, or becomes one.
  mutating func admit(_ value: Value) -> Bool {
    if values.contains(value) { return true }
    guard values.count < limit else { return false }
    values.insert(value)
    return true
  }
}
#endif
