import Foundation
package import Repartee

/// Which decoder of JSON reads a response.
package enum JSONBy: CaseIterable { case repartee, foundation }

/// Reads a body of JSON by an outcome of status 200, with one decoder of JSON or the other.
package func read<Output, Failure>(
  _ json: String, by decoder: JSONBy, _ outcome: Outcome<Output, Failure>
) async throws(CallError<Failure>) -> Output {
  var client = Client(baseURL: api, transport: InMemoryTransport { _ in .json(json) })
  if decoder == .foundation { client.decoders = [client.json.foundation] }
  return try await client.send(Resource(.get("/x"), [.code(200, outcome)]))
}

/// The error of a body of JSON that does not fit an outcome; nil if it fits.
package func decodingFailure<Output, Failure>(
  _ json: String, by decoder: JSONBy, _ outcome: Outcome<Output, Failure>
) async -> BodyDecodingError? {
  do throws(CallError<Failure>) {
    _ = try await read(json, by: decoder, outcome)
    return nil
  } catch {
    return error.decodingError
  }
}
