import Repartee
import ReparteeObservability

func watched(_ client: Client) -> Client {
  var client = client
  // expect: 'logging(logger:events:decisions:failures:)' is unavailable: enable the trait Observability in the package line: traits: ["Observability"]
  client.observers.append(.logging())
  // expect: 'metrics(factory:limits:)' is unavailable: enable the trait Observability in the package line: traits: ["Observability"]
  client.observers.append(.metrics())
  // expect: 'tracing(tracer:callSpans:limits:)' is unavailable: enable the trait Observability in the package line: traits: ["Observability"]
  client.observers += [.tracing(callSpans: true)]
  // expect: 'LoggingObserver' is unavailable: enable the trait Observability in the package line: traits: ["Observability"]
  client.observers.append(LoggingObserver())
  // expect: 'MetricsObserver' is unavailable: enable the trait Observability in the package line: traits: ["Observability"]
  // expect: 'LabelLimits' is unavailable: enable the trait Observability in the package line: traits: ["Observability"]
  client.observers.append(MetricsObserver(limits: LabelLimits(templates: 50)))
  // expect: 'TracingObserver' is unavailable: enable the trait Observability in the package line: traits: ["Observability"]
  client.observers.append(TracingObserver(callSpans: true))
  return client
}
