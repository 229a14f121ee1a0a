import ReparteeRedaction

/// What the credentials of a call leave for its next attempt.
struct Carried: Sendable {
  var redaction: Redaction
  var queryItems: Set<String> = []
  var session = SessionStart()
}
