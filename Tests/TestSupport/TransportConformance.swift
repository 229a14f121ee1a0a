import Foundation
public import Repartee

/// One thing that every transport has to do. The suite says in code what the documentation of `Transport` says
/// in words; it runs over a server on the loopback interface.
///
/// ```swift
/// @Test(arguments: TransportConformance.all)
/// func conforms(_ claim: TransportConformance) async throws {
///   try await claim.check(.urlSession)
/// }
/// ```
public struct TransportConformance: Sendable, CustomStringConvertible {
  /// What is claimed, in a sentence.
  public let claim: String
  private let body: @Sendable (any Transport) async throws -> Void

  init(_ claim: String, _ body: @escaping @Sendable (any Transport) async throws -> Void) {
    self.claim = claim
    self.body = body
  }

  public var description: String { claim }

  /// Throws if the claim doesn't hold.
  public func check(_ transport: some Transport) async throws {
    try await body(transport)
  }

  /// All claims.
  public static let all = heads + bodies + requests + failures + endings

  /// All but those that are named; a name that none has is an error, so that no exception outlives its reason.
  public static func all(except names: [String]) throws -> [TransportConformance] {
    for name in names where !all.contains(where: { $0.claim == name }) {
      throw Violation(message: "no claim reads: \(name)")
    }
    return all.filter { !names.contains($0.claim) }
  }
}

/// A claim that doesn't hold.
public struct Violation: Error, CustomStringConvertible {
  public var message: String
  public var description: String { message }
}

func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String, line: Int = #line) throws {
  guard found == expected else {
    throw Violation(message: "line \(line), \(what): expected \(expected), found \(found)")
  }
}

func expect(_ condition: Bool, _ what: String, line: Int = #line) throws {
  guard condition else { throw Violation(message: "line \(line): \(what)") }
}

/// Fails unless a `TransportError` of that kind is thrown.
func expectError(
  _ kind: TransportError.Kind, line: Int = #line, _ body: () async throws -> Void
) async throws {
  do {
    try await body()
  } catch let error as TransportError {
    guard error.kind == kind else {
      throw Violation(
        message:
          "line \(line): expected \(kind), found \(error.kind): \(error), from \(String(describing: error.underlying))"
      )
    }
    return
  }
  throw Violation(message: "line \(line): expected \(kind), and nothing was thrown")
}

extension Transport {
  func start(
    _ server: LoopbackServer, _ path: String = "/", method: HTTPRequest.Method = .get,
    headers: HTTPFields = [:], body: ByteStream? = nil
  ) async throws(TransportError) -> TransportResponse {
    let head = HTTPRequest(
      method: method, scheme: "http", authority: server.authority, path: path, headerFields: headers)
    return try await send(TransportRequest(head: head, body: body))
  }

  /// Sends, and reads the response to its end.
  func fetch(
    _ server: LoopbackServer, _ path: String = "/", method: HTTPRequest.Method = .get,
    headers: HTTPFields = [:], body: ByteStream? = nil
  ) async throws(TransportError) -> (head: HTTPResponse, body: String) {
    let response = try await start(server, path, method: method, headers: headers, body: body)
    let bytes = try await response.body.collect(upTo: 256 << 20)
    return (response.head, String(decoding: bytes, as: UTF8.self))
  }
}

extension HTTPResponse {
  func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { headerFields[$0] } }
}
