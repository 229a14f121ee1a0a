// As NamesOfOtherLibraries.swift, for maps and streams.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes
public import ReparteeJSON

@available(*, unavailable, message: "a list: [.code(200, .decode), .code(404, .error(.notFound))]")
extension ResponseMap: ExpressibleByDictionaryLiteral {
  @_alwaysEmitIntoClient public init(dictionaryLiteral elements: (Int, Outcome<Output, Failure>)...) {
    self.init(elements.map { .code($0.0, $0.1) })
  }
}

extension ResponseCase {
  @available(*, unavailable, message: ".code(201, …)")
  @_alwaysEmitIntoClient public static func created(_ outcome: Outcome<Output, Failure>) -> ResponseCase {
    fatalError()
  }
  @available(*, unavailable, message: ".code(202, …)")
  @_alwaysEmitIntoClient public static func accepted(_ outcome: Outcome<Output, Failure>) -> ResponseCase {
    fatalError()
  }
  @available(*, unavailable, message: ".code(400, …)")
  @_alwaysEmitIntoClient public static func badRequest(_ outcome: Outcome<Output, Failure>) -> ResponseCase {
    fatalError()
  }
  @available(*, unavailable, message: ".code(401, …)")
  @_alwaysEmitIntoClient public static func unauthorized(_ outcome: Outcome<Output, Failure>) -> ResponseCase
  { fatalError() }
  @available(*, unavailable, message: ".code(403, …)")
  @_alwaysEmitIntoClient public static func forbidden(_ outcome: Outcome<Output, Failure>) -> ResponseCase {
    fatalError()
  }
  @available(*, unavailable, message: ".code(404, …)")
  @_alwaysEmitIntoClient public static func notFound(_ outcome: Outcome<Output, Failure>) -> ResponseCase {
    fatalError()
  }
  @available(*, unavailable, message: ".code(409, …)")
  @_alwaysEmitIntoClient public static func conflict(_ outcome: Outcome<Output, Failure>) -> ResponseCase {
    fatalError()
  }
  @available(*, unavailable, message: ".code(422, …)")
  @_alwaysEmitIntoClient public static func unprocessableContent(_ outcome: Outcome<Output, Failure>)
    -> ResponseCase
  { fatalError() }
  @available(*, unavailable, message: ".code(429, …)")
  @_alwaysEmitIntoClient public static func tooManyRequests(_ outcome: Outcome<Output, Failure>)
    -> ResponseCase
  { fatalError() }
  @available(*, unavailable, message: ".code(500, …)")
  @_alwaysEmitIntoClient public static func internalServerError(_ outcome: Outcome<Output, Failure>)
    -> ResponseCase
  { fatalError() }
  @available(*, unavailable, renamed: "any(_:)")
  @_alwaysEmitIntoClient public static func undocumented(_ outcome: Outcome<Output, Failure>) -> ResponseCase
  { fatalError() }
  @available(*, unavailable, renamed: "code(_:_:)")
  @_alwaysEmitIntoClient public static func statusCode(_ code: Int, _ outcome: Outcome<Output, Failure>)
    -> ResponseCase
  { fatalError() }
  @available(*, unavailable, renamed: "codes(_:_:)")
  @_alwaysEmitIntoClient public static func code(_ codes: Range<Int>, _ outcome: Outcome<Output, Failure>)
    -> ResponseCase
  { fatalError() }
  @available(*, unavailable, renamed: "codes(_:_:)")
  @_alwaysEmitIntoClient public static func code(
    _ codes: ClosedRange<Int>, _ outcome: Outcome<Output, Failure>
  )
    -> ResponseCase
  { fatalError() }
  @available(*, unavailable, message: "a code is a number: .code(404, …)")
  @_disfavoredOverload @_alwaysEmitIntoClient public static func code(
    _ status: HTTPResponse.Status, _ outcome: Outcome<Output, Failure>
  )
    -> ResponseCase
  { fatalError() }
  @available(
    *, unavailable, message: "codes are a range: .codes(200...201, …), or lines of their own: .code(200, …)"
  )
  @_alwaysEmitIntoClient public static func codes(_ codes: [Int], _ outcome: Outcome<Output, Failure>)
    -> ResponseCase
  { fatalError() }
  @available(*, unavailable, message: "say how it is read: .success(.decode)")
  @_alwaysEmitIntoClient public static func success(_ type: Output.Type) -> ResponseCase { fatalError() }
  @available(*, unavailable, renamed: "code(_:_:)")
  @_alwaysEmitIntoClient public static func status(_ code: Int, _ outcome: Outcome<Output, Failure>)
    -> ResponseCase
  { fatalError() }
  @available(*, unavailable, message: ".code(200, …), or .success(…) for any 2xx")
  @_alwaysEmitIntoClient public static func ok(_ outcome: Outcome<Output, Failure>) -> ResponseCase {
    fatalError()
  }
  @available(*, unavailable, renamed: "any(_:)")
  @_alwaysEmitIntoClient public static func `default`(_ outcome: Outcome<Output, Failure>) -> ResponseCase {
    fatalError()
  }
}

extension Outcome {
  @available(*, unavailable, message: ".decode, or of another type than the output: .decode(Body.self) { … }")
  @_alwaysEmitIntoClient public static func decode<Value>(as type: Value.Type) -> Outcome { fatalError() }
  @available(
    *, unavailable,
    message: "the type is of the path: .decode(.at(\"user\", as: User.self)), or .decode(at: \"user\")"
  )
  @_alwaysEmitIntoClient public static func decode<Value>(_ path: BodyPath<Output>, as type: Value.Type)
    -> Outcome
  { fatalError() }
  @available(
    *, unavailable,
    message: ".decode(at: \"user\"), or of another type: .decode(Body.self, at: \"user\") { … }"
  )
  @_alwaysEmitIntoClient public static func decode<Value>(
    at key: JSONPath.Component, _ more: JSONPath.Component..., as type: Value.Type
  )
    -> Outcome
  { fatalError() }
  @available(
    *, unavailable,
    message: ".decodeError, or of another type than the failure: .decodeError(Body.self) { … }"
  )
  @_alwaysEmitIntoClient public static func decodeError<Value>(as type: Value.Type) -> Outcome {
    fatalError()
  }
  @available(*, unavailable, renamed: "decode")
  @_alwaysEmitIntoClient public static var data: Outcome { fatalError() }
  @available(*, unavailable, renamed: "decode")
  @_alwaysEmitIntoClient public static var string: Outcome { fatalError() }
  @available(*, unavailable, renamed: "decode")
  @_alwaysEmitIntoClient public static var text: Outcome { fatalError() }
  @available(*, unavailable, renamed: "decode")
  @_alwaysEmitIntoClient public static var json: Outcome { fatalError() }
  @available(*, unavailable, message: "keys have the label at: .decode(at: \"data\", \"user\")")
  @_alwaysEmitIntoClient public static func decode(atKeyPath path: String) -> Outcome { fatalError() }
  @available(*, unavailable, message: "keys have the label at: .decode(at: \"data\", \"user\")")
  @_alwaysEmitIntoClient public static func decode<Value>(_ type: Value.Type, atKeyPath path: String)
    -> Outcome
  { fatalError() }
  @available(*, unavailable, message: ".decode.json { $0.keys = .snakeCase }, or client.decoders")
  @_alwaysEmitIntoClient public static func decode(using decoder: JSONDecoder) -> Outcome { fatalError() }
  @available(*, unavailable, renamed: "error(_:)")
  @_alwaysEmitIntoClient public static func `throw`(_ failure: Failure) -> Outcome { fatalError() }
  @available(
    *, unavailable,
    message: ".decode, or of another type than the output: .decode(Body.self) { … }"
  )
  @_alwaysEmitIntoClient public static func json<Value>(_ type: Value.Type) -> Outcome { fatalError() }
  @available(
    *, unavailable,
    message: ".decode, or of another type than the output: .decode(Body.self) { … }"
  )
  @_alwaysEmitIntoClient public static func decodable<Value>(_ type: Value.Type) -> Outcome { fatalError() }
  @available(*, unavailable, renamed: "noContent")
  @_alwaysEmitIntoClient public static var empty: Outcome { fatalError() }
  @available(*, unavailable, renamed: "noContent")
  @_alwaysEmitIntoClient public static var void: Outcome { fatalError() }
  @available(*, unavailable, renamed: "error(_:)")
  @_alwaysEmitIntoClient public static func failure(_ failure: Failure) -> Outcome { fatalError() }
}

extension ResponseStream {
  @available(*, unavailable, message: "the endpoint says it: .stream(.lines())")
  @_alwaysEmitIntoClient public var lines: ResponseStream { fatalError() }
  @available(*, unavailable, renamed: "write(to:)")
  @_alwaysEmitIntoClient public func save(to url: URL) async throws { fatalError() }
  @available(*, unavailable, message: "leave the loop, or cancel the Task that reads it")
  @_alwaysEmitIntoClient public func cancel() { fatalError() }
  @available(*, unavailable, message: "with a limit: collect(upTo: 1 << 20)")
  @_alwaysEmitIntoClient public func collect() async throws -> Data { fatalError() }
}

extension TransferProgress {
  @available(*, unavailable, message: "fraction; nil if the length is not known")
  @_alwaysEmitIntoClient public var fractionCompleted: Double { fatalError() }
  @available(*, unavailable, renamed: "bytes")
  @_alwaysEmitIntoClient public var completedUnitCount: Int64 { fatalError() }
  @available(*, unavailable, renamed: "total")
  @_alwaysEmitIntoClient public var totalUnitCount: Int64? { fatalError() }
}

extension Outcome {
  @available(*, unavailable, message: ".stream(.serverSentEvents())")
  @_alwaysEmitIntoClient public static func serverSentEvents<Element>(of type: Element.Type) -> Outcome {
    fatalError()
  }
  @available(*, unavailable, message: ".stream(.serverSentEvents())")
  @_alwaysEmitIntoClient public static var serverSentEvents: Outcome { fatalError() }
  @available(*, unavailable, message: ".stream(.jsonLines())")
  @_alwaysEmitIntoClient public static var jsonLines: Outcome { fatalError() }
  @available(*, unavailable, message: ".stream(.lines())")
  @_alwaysEmitIntoClient public static var lines: Outcome { fatalError() }
}

extension Outcome where Output: Decodable {
  @available(*, unavailable, message: "a key that is a variable: .decode(at: \"data\", .key(name))")
  @_disfavoredOverload @_alwaysEmitIntoClient public static func decode(
    at key: JSONPath.Component, _ more: String
  ) -> Outcome { fatalError() }
  @available(*, unavailable, message: "a key that is a variable: .decode(at: .key(name))")
  @_disfavoredOverload @_alwaysEmitIntoClient public static func decode(at key: String) -> Outcome {
    fatalError()
  }
}
