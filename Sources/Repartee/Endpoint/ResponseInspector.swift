#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif
package import HTTPTypes
package import ReparteeJSON
package import ReparteeRedaction

/// Examines the responses of calls; `ReparteeDrift` has one.
package protocol ResponseInspector: AnyObject, Sendable {
  func takes(_ randomness: () -> UInt64) -> Bool

  func probe(of response: InspectedResponse) -> any ResponseProbe
}

package protocol ResponseProbe: JSONProbe {
  /// Elements of a stream are decoded later.
  func didInterpret(_ result: InterpretationResult)
}

package enum InterpretationResult: Sendable {
  case declared
  case undeclaredStatus
  case undeclaredContentType
  case undecodable
  case failed

  init(_ result: UntypedResult, isMismatched: Bool) {
    switch result {
    case .success: self = .declared
    case .failure(let error):
      switch error.reason {
      case .declared: self = .declared
      case .undeclared: self = error.declaredTypes.isEmpty ? .undeclaredStatus : .undeclaredContentType
      case .undecodable: self = isMismatched ? .undeclaredContentType : .undecodable
      case .request, .transport, .authentication: self = .failed
      }
    }
  }
}

package struct InspectedResponse: Sendable {
  /// The operation, or else method and path template.
  package let endpoint: String
  package let head: HTTPResponse?
  package let status: HTTPResponse.Status
  package let contentType: MediaType?
  package let isStreamed: Bool
  package let redaction: Redaction
  package let now: @Sendable () -> Date
  private let observation: Observation

  fileprivate init(_ exchange: Exchange, _ client: CallSettings, _ observation: Observation) {
    endpoint = observation.operation ?? shownCall(observation.method, observation.template)
    head = exchange.head
    status = exchange.status?.bare ?? 0
    contentType = exchange.contentType
    isStreamed = exchange.stream != nil
    redaction = client.redaction
    now = client.now
    self.observation = observation
  }

  package func report(_ kind: CallEvent.Kind, _ detail: some Sendable & CustomStringConvertible) {
    observation.report(kind) { $0.add(detail) }
  }
}

extension EndpointCall {
  func probe(of exchange: Exchange) -> (any ResponseProbe)? {
    guard let inspector, let observation = context.observation else { return nil }
    return inspector.probe(of: InspectedResponse(exchange, context.client, observation))
  }
}
