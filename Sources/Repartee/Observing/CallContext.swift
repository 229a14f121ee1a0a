/// What is known of a call from its beginning to its end.
struct CallContext: Sendable {
  /// How long it has been going on.
  let stopwatch: Stopwatch
  /// Who is told of it; nil if nobody is.
  let observation: Observation?

  init(_ client: Client, _ request: Request) {
    stopwatch = Stopwatch(client.clock)
    observation = Observation(client.observers, request, since: stopwatch)
  }
}

extension Client {
  /// When a call has to be over.
  func deadline(of request: Request, in context: CallContext) -> Deadline {
    Deadline(request.timeout ?? timeout, clock: clock, since: context.stopwatch)
  }
}
