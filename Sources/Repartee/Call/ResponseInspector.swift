#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif
package import HTTPTypes
package import ReparteeJSON
package import ReparteeRedaction

/// What examines the responses of calls, and reports what it finds to the observers. `ReparteeDrift` has one.
package protocol ResponseInspector: AnyObject, Sendable {
  /// Returns whether a call is examined.
  func takes(_ randomness: () -> UInt64) -> Bool

  /// Returns a probe for a response of such a call.
  func probe(of response: InspectedResponse) -> any ResponseProbe
}

/// What examines one response. It observes the coder while the body, or an element of the stream, is decoded.
package protocol ResponseProbe: JSONProbe {
  /// Called after the response was interpreted. Elements of a stream are decoded later.
  func didInterpret(_ reading: ResponseReading)
}

/// What was made of a response.
package enum ResponseReading: Sendable {
  /// The output or the failure that is declared.
  case declared
  case undeclaredStatus
  case undeclaredContentType
  case undecodable
  /// Something else: the body was not received, or the call was cancelled.
  case failed

  /// - Parameter isMismatched: Whether the outcome can't read the content type.
  init<Output, Failure>(_ result: Result<Output, CallError<Failure>>, isMismatched: Bool) {
    guard case .failure(let error) = result else {
      self = .declared
      return
    }
    switch error.reason {
    case .declared: self = .declared
    case .undeclared: self = error.declaredTypes.isEmpty ? .undeclaredStatus : .undeclaredContentType
    case .undecodable: self = isMismatched ? .undeclaredContentType : .undecodable
    case .request, .transport, .authentication: self = .failed
    }
  }
}

/// A response as a `ResponseInspector` sees it, and the way to report what it finds.
package struct InspectedResponse: Sendable {
  /// The name of the operation, or else the method and the path template.
  package let endpoint: String
  /// The head; nil if none was received.
  package let head: HTTPResponse?
  /// The status code of the head, 0 without one.
  package let status: HTTPResponse.Status
  /// The content type of the head, if it is valid.
  package let contentType: MediaType?
  /// Whether the body is a stream.
  package let isStreamed: Bool
  /// The redaction of the client.
  package let redaction: Redaction
  /// The current date of the client.
  package let now: @Sendable () -> Date
  private let observation: Observation

  fileprivate init(_ exchange: Exchange, _ observation: Observation) {
    endpoint = observation.operation ?? shownCall(observation.method, observation.template)
    head = exchange.head
    status = exchange.status?.bare ?? 0
    contentType = exchange.contentType
    isStreamed = exchange.stream != nil
    redaction = exchange.context.client.redaction
    now = exchange.context.client.now
    self.observation = observation
  }

  /// Reports a finding as an event of the call.
  package func tell(_ kind: CallEvent.Kind, _ finding: some Sendable & CustomStringConvertible) {
    observation.tell(kind) { $0.find(finding) }
  }
}

extension CallContext {
  /// Returns a probe for a response; nil if the call is not examined.
  func probe(of exchange: Exchange) -> (any ResponseProbe)? {
    guard let inspector, let observation else { return nil }
    return inspector.probe(of: InspectedResponse(exchange, observation))
  }
}
