import Repartee

// expect: type 'MyFailure' does not conform to protocol 'CallFailure'
struct MyFailure: CallFailure {
  let call = "GET /x"
  let request: SentRequest? = nil
  let response: Response? = nil
  let attempts: [Attempt] = []
  let transportError: TransportError? = nil
  let decodingFailure: DecodingFailure? = nil
  let transience: Transience? = nil
  var cause: CallError<any Error>.Reason { .declared(self) }
  let summary = "mine"
  let underlying: (any Error)? = nil
}
