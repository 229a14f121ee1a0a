extension TransportError {
  /// The maximum number of interim responses (1xx) that a transport of the library passes over before a response.
  package static let maximumInterimResponses = 10_000

  /// Why more interim responses are refused.
  package static var tooManyInterimResponses: String {
    "the server sent more than \(maximumInterimResponses) interim responses (1xx) before its response"
  }
}
