#if Observability
public import CoreMetrics
public import Repartee
import ReparteeBase

/// An observer that records the duration of each attempt with swift-metrics, as OpenTelemetry's
/// `http.client.request.duration`.
///
/// ```swift
/// client.observers.append(.metrics())
/// ```
///
/// Each attempt is one value of an aggregating `Recorder`: `Attempt.duration` in seconds. The guide "Watching calls"
/// lists the labels; ``LabelLimits`` bounds them. Copies share their recorders, one for each combination of labels.
public struct MetricsObserver: CallObserver {
  /// The name of the metric.
  public static let label = Name.duration

  /// The histogram boundaries that the conventions advise, in seconds, to pass to your backend.
  public static let bucketBoundaries: [Double] = [
    0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
  ]

  let recorders: Recorders

  /// Creates an observer with its own recorders.
  ///
  /// - Parameters:
  ///   - factory: The factory of the recorders; nil for that of the `MetricsSystem` when a recorder is created.
  ///   - limits: The limits of the labels.
  public init(factory: (any MetricsFactory)? = nil, limits: LabelLimits = LabelLimits()) {
    recorders = Recorders(factory, limits)
  }

  public func observe(_ event: CallEvent) {
    guard event.kind == .attemptEnded, let request = event.request, let attempt = event.attempt else {
      return
    }
    let outcome = AttemptOutcome(event)
    let series = Series(
      method: ConventionalMethod(request.method).name, address: request.serverAddress, port: request.port,
      status: outcome.status, errorType: outcome.errorType,
      template: SentRequest.shownTemplate(request.template), operation: event.operation)
    recorders.recorder(for: series).record(attempt.duration / .seconds(1))
  }
}

extension CallObserver where Self == MetricsObserver {
  /// Returns a ``MetricsObserver``.
  public static func metrics(
    factory: (any MetricsFactory)? = nil, limits: LabelLimits = LabelLimits()
  ) -> MetricsObserver {
    MetricsObserver(factory: factory, limits: limits)
  }
}

struct Series: Hashable, Sendable {
  var method: String
  var address: String?
  var port: Int?
  var status: Int?
  var errorType: String?
  var template: String?
  var operation: String?

  var dimensions: [(String, String)] {
    let all: [(String, String?)] = [
      (Name.method, method), (Name.serverAddress, address), (Name.serverPort, port.map(String.init)),
      (Name.status, status.map(String.init)), (Name.errorType, errorType), (Name.template, template),
      (Name.operation, operation),
    ]
    return all.compactMap { name, value in value.map { (name, $0) } }
  }
}

final class Recorders: Sendable {
  private struct Server: Hashable, Sendable {
    var address: String?
    var port: Int?
  }

  private struct State {
    var templates: FirstValues<String>
    var operations: FirstValues<String>
    var servers: FirstValues<Server>
    var recorders: [Series: Recorder] = [:]
    var overflow: Recorder?
  }

  private let factory: (any MetricsFactory)?
  private let limit: Int
  private let state: Mutex<State>

  init(_ factory: (any MetricsFactory)?, _ limits: LabelLimits) {
    self.factory = factory
    limit = limits.series
    state = Mutex(
      State(
        templates: FirstValues(limit: limits.templates), operations: FirstValues(limit: limits.operations),
        servers: FirstValues(limit: limits.servers)))
  }

  var count: Int { state.withLock { $0.recorders.count + ($0.overflow == nil ? 0 : 1) } }

  /// Beyond the limits, the recorder of the series that replaces this one.
  func recorder(for series: Series) -> Recorder {
    state.withLock { state in
      if let recorder = state.recorders[series] { return recorder }
      var series = series
      if let template = series.template, !state.templates.admit(template) { series.template = Name.other }
      if let operation = series.operation, !state.operations.admit(operation) {
        series.operation = Name.other
      }
      if !state.servers.admit(Server(address: series.address, port: series.port)) {
        series.address = Name.other
        series.port = nil
      }
      if let recorder = state.recorders[series] { return recorder }
      guard state.recorders.count < limit else {
        let recorder = state.overflow ?? make([(Name.overflow, "true")])
        state.overflow = recorder
        return recorder
      }
      let recorder = make(series.dimensions)
      state.recorders[series] = recorder
      return recorder
    }
  }

  private func make(_ dimensions: [(String, String)]) -> Recorder {
    Recorder(
      label: Name.duration, dimensions: dimensions, aggregate: true, factory: factory ?? MetricsSystem.factory
    )
  }
}
#endif
