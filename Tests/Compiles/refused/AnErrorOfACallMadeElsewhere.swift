import Repartee

// expect: type 'MyFailure' does not conform to protocol 'CallErrorProtocol'
struct MyFailure: CallErrorProtocol {
  let call = "GET /x"
  let request: SentRequest? = nil
  let response: Response? = nil
  let attempts: [Attempt] = []
  let transportError: TransportError? = nil
  let decodingError: BodyDecodingError? = nil
  let retryability: Retryability? = nil
  var cause: CallError<any Error>.Reason { .declared(self) }
  let summary = "mine"
  let underlying: (any Error)? = nil
}
