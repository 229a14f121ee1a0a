#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes
public import Repartee

/// What a ``Stub`` returns: a *response*, which goes through retries, redirects, and the endpoint's map and coders, or
/// a typed *output* or *failure*, which does not.
public struct StubResponse<Output: Sendable, Failure: Error>: Sendable {
  enum Kind: Sendable {
    case response(@Sendable (Client) throws -> TransportResponse)
    case noResponse(TransportError)
    case result(Result<Output, Failure>)
  }

  private(set) var kind: Kind
  private(set) var delay: Duration = .zero
  private(set) var isUnexpected = false

  /// Returns this with a delay, by `Client.clock`.
  public func after(_ delay: Duration) -> StubResponse {
    var reply = self
    reply.delay = delay
    return reply
  }

  /// Returns this response with a header field, which replaces all of its name: `.header("Link", "</items?page=2>;
  /// rel=next")`.
  ///
  /// An invalid name or value is one of ``Stubs/problems``. An output, a failure or a lost connection stays unchanged.
  public func header(_ name: String, _ value: String) -> StubResponse {
    guard case .response(let make) = kind else { return self }
    var reply = self
    reply.kind = .response { client in
      guard let field = HTTPField.Name(name), HTTPField.isValidValue(value) else {
        throw TransportError(.other, message: "the name or the value of the header field is invalid")
      }
      var response = try make(client)
      response.head.headerFields[field] = value
      return response
    }
    return reply
  }

  /// Returns this response, marked as one that the endpoint does not declare or can't decode.
  ///
  /// Without the mark, such a response is one of ``Stubs/problems``. With the mark, it is one if the endpoint can read
  /// the response.
  public func unexpected() -> StubResponse {
    var reply = self
    reply.isUnexpected = true
    return reply
  }
}

extension StubResponse {
  /// Returns a response.
  public static func response(_ response: TransportResponse) -> StubResponse {
    StubResponse(kind: .response { _ in response })
  }

  /// Returns a response. A code outside 0...999 becomes 999.
  public static func status(
    _ code: Int, headers: HTTPFields = [:], body: Data = Data()
  ) -> StubResponse {
    .response(.status(code, headers: headers, body: body))
  }

  /// Returns a response with JSON text.
  public static func json(_ text: String, status code: Int = 200, headers: HTTPFields = [:]) -> StubResponse {
    .response(.json(text, status: code, headers: headers))
  }

  /// Returns a response with a value that `Client.json` encodes.
  public static func json(
    encoding value: some Encodable & Sendable, status code: Int = 200, headers: HTTPFields = [:]
  ) -> StubResponse {
    StubResponse(
      kind: .response { client in
        try .json(encoding: value, status: code, headers: headers, with: client.json)
      })
  }

  /// Returns a response with the bytes of a file, read at each use.
  ///
  /// An unreadable file is one of ``Stubs/problems``.
  public static func file(
    _ url: URL, contentType: String = "application/json", status code: Int = 200, headers: HTTPFields = [:]
  ) -> StubResponse {
    StubResponse(
      kind: .response { _ in
        .bytes(try Data(contentsOf: url), contentType: contentType, status: code, headers: headers)
      })
  }

  /// Returns a transport error: `.noResponse(.offline)`.
  public static func noResponse(_ kind: TransportError.Kind) -> StubResponse {
    .noResponse(TransportError(kind))
  }

  /// Returns a transport error.
  public static func noResponse(_ error: TransportError) -> StubResponse {
    StubResponse(kind: .noResponse(error))
  }

  /// Returns this output; its response has status code 200 and the reason phrase `stubbed`.
  public static func success(_ output: Output) -> StubResponse {
    StubResponse(kind: .result(.success(output)))
  }

  /// Returns this failure; the error has no response, and its `call` ends in `(stubbed)`.
  public static func failure(_ failure: Failure) -> StubResponse {
    StubResponse(kind: .result(.failure(failure)))
  }
}

extension StubResponse where Output == Void {
  /// A success without an output.
  public static var success: StubResponse { .success(()) }
}
