#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes
public import Repartee

/// What a ``Stub`` responds with.
///
/// A *response* goes the way of every response: it is sent again for its status, a redirect is followed, the endpoint's
/// own map and coders read it. If the endpoint does not declare it, or its body does not fit, that is a problem of the
/// test, see ``Stubs/problems``. An *output* or a *failure* is typed and bypasses all that.
public struct StubReply<Output: Sendable, Failure: Error>: Sendable {
  enum Kind: Sendable {
    case response(@Sendable (Client) throws -> TransportResponse)
    case noResponse(TransportError)
    case result(Result<Output, Failure>)
  }

  private(set) var kind: Kind
  private(set) var delay: Duration = .zero
  private(set) var isMisfit = false

  /// The same after a while, by `Client.clock`.
  public func after(_ delay: Duration) -> StubReply {
    var reply = self
    reply.delay = delay
    return reply
  }

  /// The same response with a header field, in the place of those of its name:
  /// `.json("[1]").header("Link", "</items?page=2>; rel=next")`.
  ///
  /// A name or a value that can't be sent is a problem of the test, see ``Stubs/problems``. What is no response, an
  /// output say, has no header fields, and stays as it is.
  public func header(_ name: String, _ value: String) -> StubReply {
    guard case .response(let make) = kind else { return self }
    var reply = self
    reply.kind = .response { client in
      guard let field = HTTPField.Name(name), HTTPField.isValidValue(value) else {
        throw TransportError(.other, message: "no header field has such a name or value")
      }
      var response = try make(client)
      response.head.headerFields[field] = value
      return response
    }
    return reply
  }

  /// The same response, which is one that the endpoint can't read, because that is what is tested: an undeclared
  /// status, a body that does not fit. Without this word it is a problem, see ``Stubs/problems``; with it, it is one if
  /// it fits.
  public func misfit() -> StubReply {
    var reply = self
    reply.isMisfit = true
    return reply
  }
}

extension StubReply {
  /// A response.
  public static func response(_ response: TransportResponse) -> StubReply {
    StubReply(kind: .response { _ in response })
  }

  /// A status, header fields and a body. A code outside 0...999 becomes 999.
  public static func status(
    _ code: Int, headers: HTTPFields = [:], body: Data = Data()
  ) -> StubReply {
    .response(.status(code, headers: headers, body: body))
  }

  /// A body of JSON, from its text.
  public static func json(_ text: String, status code: Int = 200, headers: HTTPFields = [:]) -> StubReply {
    .response(.json(text, status: code, headers: headers))
  }

  /// A body of JSON, from a value, written by the client's own coder (`Client.json`): with its keys and its
  /// dates.
  public static func json(
    encoding value: some Encodable & Sendable, status code: Int = 200, headers: HTTPFields = [:]
  ) -> StubReply {
    StubReply(
      kind: .response { client in
        try .json(encoding: value, status: code, headers: headers, with: client.json)
      })
  }

  /// The bytes of a file, read when they are needed. One that can't be read is a problem, see ``Stubs/problems``.
  public static func file(
    _ url: URL, contentType: String = "application/json", status code: Int = 200, headers: HTTPFields = [:]
  ) -> StubReply {
    StubReply(
      kind: .response { _ in
        .bytes(try Data(contentsOf: url), contentType: contentType, status: code, headers: headers)
      })
  }

  /// No response at all: `.noResponse(.offline)`.
  public static func noResponse(_ kind: TransportError.Kind) -> StubReply {
    .noResponse(TransportError(kind))
  }

  /// No response at all.
  public static func noResponse(_ error: TransportError) -> StubReply {
    StubReply(kind: .noResponse(error))
  }

  /// This output, whatever the endpoint's map says: nothing is encoded, sent or decoded. Its reply has the status 200
  /// and the reason phrase `stubbed`.
  public static func success(_ output: Output) -> StubReply {
    StubReply(kind: .result(.success(output)))
  }

  /// This failure, whatever the endpoint's map says. Its error has no response, and its call ends in `(stubbed)`.
  public static func failure(_ failure: Failure) -> StubReply {
    StubReply(kind: .result(.failure(failure)))
  }
}

extension StubReply where Output == Void {
  /// Success, whatever the endpoint's map says.
  public static var success: StubReply { .success(()) }
}
