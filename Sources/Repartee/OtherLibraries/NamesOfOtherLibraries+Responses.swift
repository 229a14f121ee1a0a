// As NamesOfOtherLibraries.swift, for responses and their header fields.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes
public import ReparteeJSON

extension ResponseHead {
  @available(*, unavailable, renamed: "status.code")
  @_alwaysEmitIntoClient public var statusCode: Int { fatalError() }
  @available(*, unavailable, message: "it is the response: status, headers, header(_:)")
  @_alwaysEmitIntoClient public var response: Self? { fatalError() }
  @available(*, unavailable, renamed: "request")
  @_alwaysEmitIntoClient public var currentRequest: SentRequest? { fatalError() }
  @available(*, unavailable, renamed: "request")
  @_alwaysEmitIntoClient public var originalRequest: SentRequest? { fatalError() }
  @available(*, unavailable, renamed: "headers")
  @_alwaysEmitIntoClient public var allHeaderFields: HTTPFields { fatalError() }
  @available(*, unavailable, renamed: "headers")
  @_alwaysEmitIntoClient public var headerFields: HTTPFields { fatalError() }
  @available(*, unavailable, renamed: "status.code")
  @_alwaysEmitIntoClient public var code: Int { fatalError() }
  @available(*, unavailable, renamed: "status.reasonPhrase")
  @_alwaysEmitIntoClient public var statusText: String { fatalError() }
  @available(*, unavailable, message: "status.kind == .successful")
  @_alwaysEmitIntoClient public var ok: Bool { fatalError() }
  @available(*, unavailable, message: "status.kind == .successful")
  @_alwaysEmitIntoClient public var isSuccessful: Bool { fatalError() }
  @available(*, unavailable, message: "status.kind == .successful")
  @_alwaysEmitIntoClient public var isSuccess: Bool { fatalError() }
  @available(*, unavailable, message: "headers[.contentType]; of a Response: contentType")
  @_alwaysEmitIntoClient public var mimeType: String? { fatalError() }
  @available(*, unavailable, renamed: "fileName")
  @_alwaysEmitIntoClient public var suggestedFilename: String? { fatalError() }
  @available(*, unavailable, message: "duration, headDuration; attempts, of client.response(to: endpoint)")
  @_alwaysEmitIntoClient public var metrics: Any? { fatalError() }
  @available(*, unavailable, message: "duration; of a stream: headDuration")
  @_alwaysEmitIntoClient public var elapsed: Duration { fatalError() }
  @available(*, unavailable, message: "redirects, of client.response(to: endpoint) and of an error")
  @_alwaysEmitIntoClient public var history: [Redirect] { fatalError() }
  @available(*, unavailable, message: "client.cookies has them: client.cookies = CookieJar()")
  @_alwaysEmitIntoClient public var cookies: Any { fatalError() }
  @available(*, unavailable, renamed: "request.url")
  @_alwaysEmitIntoClient public var url: URL? { fatalError() }
  @available(*, unavailable, message: "body; of a call: an endpoint with Output == Data")
  @_alwaysEmitIntoClient public var content: Data { fatalError() }
  @available(*, unavailable, message: "text, of a Response; of a call: an endpoint with Output == String")
  @_alwaysEmitIntoClient public func text() async throws -> String { fatalError() }
  @available(*, unavailable, message: "text, of a Response; of a call: an endpoint with Output == String")
  @_alwaysEmitIntoClient public func bodyAsText() async throws -> String { fatalError() }
  @available(*, unavailable, renamed: "decode(_:)")
  @_alwaysEmitIntoClient public func body<Value>(_ type: Value.Type = Value.self) async throws -> Value {
    fatalError()
  }
  @available(
    *, unavailable, message: "a ResponseMap says what fails: [.success(.decode), .any(.decodeError)]"
  )
  @_alwaysEmitIntoClient public func raiseForStatus() throws { fatalError() }
}

extension TypedResponse {
  @available(*, unavailable, message: "it is the response: status, headers, header(_:)")
  @_alwaysEmitIntoClient public var response: TypedResponse { fatalError() }
  @available(*, unavailable, message: "await client.result(of: endpoint)")
  @_alwaysEmitIntoClient public var result: Result<Output, any Error> { fatalError() }
  @available(*, unavailable, renamed: "header(_:)")
  @_alwaysEmitIntoClient public func value(forHTTPHeaderField name: String) -> String? { fatalError() }
  @available(
    *, unavailable, message: "value has what the endpoint decodes; for the bytes, let it have Output == Data"
  )
  @_alwaysEmitIntoClient public var body: Any {
    get { fatalError() }
    set {}
  }
  @available(
    *, unavailable, message: "value has what the endpoint decodes; for the bytes, let it have Output == Data"
  )
  @_alwaysEmitIntoClient public var data: Any {
    get { fatalError() }
    set {}
  }
}

extension Response {
  @available(
    *, unavailable, message: "decode(User.self); at a key path: .decode(at: \"data\", \"user\") in the map"
  )
  @_alwaysEmitIntoClient public func map<Value>(
    _ type: Value.Type, atKeyPath path: String? = nil, using decoder: Any? = nil
  ) throws
    -> Value
  { fatalError() }
  @available(*, unavailable, message: "decode(JSONValue.self)")
  @_alwaysEmitIntoClient public func mapJSON() throws -> JSONValue { fatalError() }
  @available(*, unavailable, renamed: "text")
  @_alwaysEmitIntoClient public func mapString() throws -> String { fatalError() }
  @available(
    *, unavailable, message: "a ResponseMap says which statuses succeed: a map of [.success(.decode)]"
  )
  @_alwaysEmitIntoClient public func filterSuccessfulStatusCodes() throws -> Response { fatalError() }
  @available(
    *, unavailable, message: "a ResponseMap says which statuses succeed: a map of [.code(200, .decode)]"
  )
  @_alwaysEmitIntoClient public func filter(statusCode code: Int) throws -> Response { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func validate() -> Response { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func validate(statusCode codes: some Sequence<Int>) -> Response {
    fatalError()
  }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func serializingDecodable<Value: Sendable>(_ type: Value.Type) async
    -> TypedResponse<Value>
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func serializingData() async -> TypedResponse<Data> { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @_alwaysEmitIntoClient public func serializingString() async -> TypedResponse<String> { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @discardableResult @_alwaysEmitIntoClient public func responseDecodable<Value: Sendable>(
    of type: Value.Type, completionHandler: (TypedResponse<Value>) -> Void
  ) -> Response { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @discardableResult @_alwaysEmitIntoClient public func responseData(completionHandler: (Response) -> Void)
    -> Response
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @discardableResult @_alwaysEmitIntoClient public func responseJSON(completionHandler: (Response) -> Void)
    -> Response
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @discardableResult @_alwaysEmitIntoClient public func responseString(completionHandler: (Response) -> Void)
    -> Response
  { fatalError() }
  @available(
    *, unavailable, message: "say what it answers: client.send(Resource(User.self, .get(\"/users/7\")))"
  )
  @discardableResult @_alwaysEmitIntoClient public func response(completionHandler: (Response) -> Void)
    -> Response
  { fatalError() }
  @available(*, unavailable, renamed: "body")
  @_alwaysEmitIntoClient public var data: Data {
    get { fatalError() }
    set {}
  }
  @available(*, unavailable, renamed: "decode(_:)")
  @_alwaysEmitIntoClient public func json<Value>(_ type: Value.Type = Value.self) throws -> Value {
    fatalError()
  }
  @available(*, unavailable, renamed: "header(_:)")
  @_alwaysEmitIntoClient public func value(forHTTPHeaderField name: String) -> String? { fatalError() }
}

extension SentRequest {
  @available(*, unavailable, renamed: "method")
  @_alwaysEmitIntoClient public var httpMethod: String? { fatalError() }
  @available(*, unavailable, renamed: "headers")
  @_alwaysEmitIntoClient public var allHTTPHeaderFields: [String: String]? { fatalError() }
  @available(*, unavailable, message: "headers[\"X-Name\"]")
  @_alwaysEmitIntoClient public func value(forHTTPHeaderField name: String) -> String? { fatalError() }
}

extension HTTPFields {
  @available(*, unavailable, message: "headers[\"X-Name\"]")
  @_alwaysEmitIntoClient public func first(name: String) -> String? { fatalError() }
  @available(*, unavailable, message: "headers[\"X-Name\"]")
  @_alwaysEmitIntoClient public func value(for name: String) -> String? { fatalError() }
  @available(*, unavailable, message: "headers[\"X-Name\"] = value")
  @_alwaysEmitIntoClient public mutating func add(name: String, value: String) { fatalError() }
  @available(*, unavailable, message: "headers[\"X-Name\"] = value")
  @_alwaysEmitIntoClient public mutating func replaceOrAdd(name: String, value: String) { fatalError() }
}

extension Resource {
  @available(
    *, unavailable,
    message: "a ResponseMap says what fails: Resource(request, [.success(.decode), .any(.decodeError)])"
  )
  @_alwaysEmitIntoClient public func validate() -> Resource { fatalError() }
  @available(
    *, unavailable,
    message: "a ResponseMap says what fails: Resource(request, [.success(.decode), .any(.decodeError)])"
  )
  @_alwaysEmitIntoClient public func validate(statusCode codes: some Sequence<Int>) -> Resource {
    fatalError()
  }
  @available(
    *, unavailable,
    message: "a ResponseMap says it: Resource(request, [.success(.decode), .any(.decodeError)])"
  )
  @_alwaysEmitIntoClient public func validate(contentType types: [String]) -> Resource { fatalError() }
  @available(*, unavailable, message: "the type first: Resource(User.self, .get(\"/users/7\"))")
  @_alwaysEmitIntoClient public init(_ request: Request, _ output: Output.Type) { fatalError() }
  @available(*, unavailable, message: "the type first: Resource(User.self, .get(\"/users/7\"))")
  @_alwaysEmitIntoClient public init(_ request: Request, as output: Output.Type) { fatalError() }
}

extension Resource where Output == Void, Failure == Never {
  @available(*, unavailable, message: "Resource(request, .anySuccess)")
  @_alwaysEmitIntoClient public init(_ output: Void.Type, _ request: Request) { fatalError() }
}

extension Array where Element == Response.Link {
  @available(*, unavailable, message: "the URL of a relation: response.link(\"next\")")
  @_alwaysEmitIntoClient public subscript(relation: String) -> Response.Link? { fatalError() }
}

extension Response {
  @available(
    *, unavailable,
    message:
      "Response(head: HTTPResponse(status: .notFound), request: request); in a test of a call: Stub(GetUser.self, .status(404))"
  )
  @_alwaysEmitIntoClient public init(statusCode: Int, body: Data = Data()) { fatalError() }
}

extension Resource where Failure == Never {
  @available(
    *, unavailable,
    message:
      "the type first: Resource(User.self, .get(\"/users/7\")); without a value: Resource(request, .anySuccess)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public init(_ request: Request) { fatalError() }
}

extension Response {
  @available(
    *, unavailable,
    message: "send an endpoint of .stream(.bytes), then stream.write(to: file)"
  )
  @_alwaysEmitIntoClient public func downloadProgress(_ report: @escaping (TransferProgress) -> Void)
    -> Response
  {
    fatalError()
  }
  @available(
    *, unavailable,
    message: "send an endpoint of .stream(.bytes), .stream(.lines()) or .stream(.serverSentEvents())"
  )
  @_alwaysEmitIntoClient public func responseStream(_ stream: @escaping (Any) -> Void) -> Response {
    fatalError()
  }
  @available(
    *, unavailable,
    message: "send an endpoint of .stream(.bytes), .stream(.lines()) or .stream(.serverSentEvents())"
  )
  @_alwaysEmitIntoClient public func responseStreamString(_ stream: @escaping (Any) -> Void) -> Response {
    fatalError()
  }
  @available(*, unavailable, message: "send an endpoint of .stream(.json(…)), of what each element is")
  @_alwaysEmitIntoClient public func responseStreamDecodable<Value>(
    of type: Value.Type, _ stream: @escaping (Any) -> Void
  ) -> Response { fatalError() }
}
