#if Observability
import CoreMetrics
import MetricsTestKit
import ReparteeBase

/// Counts the recorders that it makes.
final class CountingFactory: MetricsFactory {
  private let metrics: TestMetrics
  private let count = Counter()

  init(_ metrics: TestMetrics) { self.metrics = metrics }

  var made: UInt64 { count.value }

  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    count.next()
    return metrics.makeRecorder(label: label, dimensions: dimensions, aggregate: aggregate)
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    metrics.makeCounter(label: label, dimensions: dimensions)
  }
  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    metrics.makeTimer(label: label, dimensions: dimensions)
  }
  func destroyCounter(_ handler: any CounterHandler) { metrics.destroyCounter(handler) }
  func destroyRecorder(_ handler: any RecorderHandler) { metrics.destroyRecorder(handler) }
  func destroyTimer(_ handler: any TimerHandler) { metrics.destroyTimer(handler) }
}
#endif
