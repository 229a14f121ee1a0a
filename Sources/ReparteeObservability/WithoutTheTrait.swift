#if !Observability
public import Repartee

// Without the trait the compiler says which one is missing.

/// Needs the trait `Observability`.
@available(
  *, unavailable, message: "enable the trait Observability in the package line: traits: [\"Observability\"]"
)
public struct LoggingObserver: CallObserver {
  /// Needs the trait `Observability`.
  public init(logger: Any? = nil, events: Any? = nil, decisions: Any? = nil, failures: Any? = nil) {}
  public func observe(_ event: CallEvent) {}
}

/// Needs the trait `Observability`.
@available(
  *, unavailable, message: "enable the trait Observability in the package line: traits: [\"Observability\"]"
)
public struct MetricsObserver: CallObserver {
  /// Needs the trait `Observability`.
  public init(factory: Any? = nil, limits: LabelLimits? = nil) {}
  public func observe(_ event: CallEvent) {}
}

/// Needs the trait `Observability`.
@available(
  *, unavailable, message: "enable the trait Observability in the package line: traits: [\"Observability\"]"
)
public struct TracingObserver: CallObserver {
  /// Needs the trait `Observability`.
  public init(tracer: Any? = nil, callSpans: Bool = false, limits: LabelLimits? = nil) {}
  public func observe(_ event: CallEvent) {}
}

/// Needs the trait `Observability`.
@available(
  *, unavailable, message: "enable the trait Observability in the package line: traits: [\"Observability\"]"
)
public struct LabelLimits: Sendable {
  /// Needs the trait `Observability`.
  public init(templates: Int = 0, operations: Int = 0, servers: Int = 0, series: Int = 0) {}
}

@available(
  *, unavailable, message: "enable the trait Observability in the package line: traits: [\"Observability\"]"
)
extension CallObserver where Self == LoggingObserver {
  /// Needs the trait `Observability`.
  public static func logging(
    logger: Any? = nil, events: Any? = nil, decisions: Any? = nil, failures: Any? = nil
  ) -> Self { Self() }
}

@available(
  *, unavailable, message: "enable the trait Observability in the package line: traits: [\"Observability\"]"
)
extension CallObserver where Self == MetricsObserver {
  /// Needs the trait `Observability`.
  public static func metrics(factory: Any? = nil, limits: LabelLimits? = nil) -> Self { Self() }
}

@available(
  *, unavailable, message: "enable the trait Observability in the package line: traits: [\"Observability\"]"
)
extension CallObserver where Self == TracingObserver {
  /// Needs the trait `Observability`.
  public static func tracing(tracer: Any? = nil, callSpans: Bool = false, limits: LabelLimits? = nil) -> Self
  {
    Self()
  }
}
#endif
