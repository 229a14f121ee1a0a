extension TransportError {
  package static let maximumInterimResponses = 10_000

  package static var tooManyInterimResponses: String {
    "the server sent more than \(maximumInterimResponses) interim responses (1xx) before its response"
  }
}
