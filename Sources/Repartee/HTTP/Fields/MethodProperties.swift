package import HTTPTypes

/// What is known of a method (RFC 9110, section 9.2; RFC 10008 for QUERY).
package struct MethodProperties: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A request changes nothing (section 9.2.1).
  package static let safe = MethodProperties(rawValue: 1)
  /// A request may be sent twice (section 9.2.2).
  package static let idempotent = MethodProperties(rawValue: 2)
  /// The URL alone identifies what a request asks for.
  package static let identifiedByURL = MethodProperties(rawValue: 4)
  /// A redirect with 301 or 302 may be followed with GET (sections 15.4.2 and 15.4.3).
  package static let becomesGet = MethodProperties(rawValue: 8)
}

extension HTTPRequest.Method {
  /// Empty for an unknown method.
  package var properties: MethodProperties {
    switch rawValue {
    case "GET", "HEAD": [.safe, .idempotent, .identifiedByURL]
    case "QUERY", "OPTIONS", "TRACE": [.safe, .idempotent]
    case "PUT", "DELETE": [.idempotent]
    case "POST": [.becomesGet]
    default: []
    }
  }
}
