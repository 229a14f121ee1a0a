import Foundation
import Repartee
import ReparteeBase
import ReparteeOperations
import ReparteeTesting
import TestSupport

/// An API with one operation in each of five ways; a work is done after so many looks.
struct WorkServer: Sendable {
  struct Reply: Sendable {
    var status = 200
    var headers: [String: String] = [:]
    var body = ""
  }

  var looks = 3
  var fails = false
  /// Before the path of each place.
  var origin = ""

  /// `count` is that of the requests before this one with the same method and path.
  func reply(to method: String, _ target: String, count: Int) -> Reply {
    let isDone = count + 1 >= looks
    switch (method, target) {
    case ("POST", "/v1/exports"): return Reply(body: #"{"name": "operations/a b"}"#)
    case ("GET", "/v1/operations/a%20b"):
      if isDone, fails {
        return Reply(body: #"{"name": "operations/a b", "done": true, "error": {"message": "no"}}"#)
      }
      return Reply(
        body: isDone
          ? #"{"name": "operations/a b", "done": true, "response": {"url": "/google"}}"#
          : #"{"name": "operations/a b", "done": false}"#)
    case ("POST", "/analyze"):
      return Reply(status: 202, headers: ["Operation-Location": "\(origin)/states/7?token=9"])
    case ("GET", "/states/7?token=9"):
      if isDone, fails { return Reply(body: #"{"status": "failed"}"#) }
      return Reply(
        headers: isDone ? [:] : ["Retry-After": "2"],
        body: isDone
          ? #"{"status": "succeeded", "resourceLocation": "../results/7"}"# : #"{"status": "running"}"#)
    case ("GET", "/results/7"): return Reply(body: #"{"url": "/azure"}"#)
    case ("POST", "/jobs"): return Reply(status: 201, body: #"{"id": "../x", "state": "NEW"}"#)
    case ("GET", "/jobs/..%2Fx"):
      if isDone, fails { return Reply(body: #"{"id": "../x", "state": "FAILED"}"#) }
      return Reply(
        body: isDone
          ? #"{"id": "../x", "state": "DONE", "file": {"url": "/aws"}}"#
          : #"{"id": "../x", "state": "RUNNING"}"#)
    case ("GET", "/stats?repo=a%2Fb"):
      return isDone ? Reply(body: "[1, 2]") : Reply(status: 202)
    case ("POST", "/render"): return Reply(status: 202, headers: ["Location": "\(origin)/renders/1"])
    case ("GET", "/renders/1"):
      return isDone
        ? Reply(status: 303, headers: ["Location": "/files/1"]) : Reply(headers: ["Retry-After": "1"])
    case ("GET", "/files/1"): return Reply(body: #"{"url": "/rfc"}"#)
    default: return Reply(status: 404)
    }
  }

  /// The server as a transport in memory.
  func transport(_ arrivals: Arrivals = Arrivals()) -> InMemoryTransport {
    let kept = Kept()
    return arrivals.transport { request in
      let (method, path) = (request.head.method.rawValue, request.head.path ?? "")
      let count = kept.next("\(method) \(path)")
      return reply(to: method, path, count: count).response
    }
  }

  /// The server behind a socket.
  func run<Value>(_ body: (LoopbackServer) async throws -> Value) async throws -> Value {
    let kept = Kept()
    return try await LoopbackServer.run { exchange in
      let request = exchange.request
      let count = kept.next("\(request.method) \(request.target)")
      let reply = reply(to: request.method, request.target, count: count)
      let fields = reply.headers.map { "\($0): \($1)\r\n" }.joined()
      exchange.send(
        "HTTP/1.1 \(reply.status) x\r\n\(fields)Content-Length: \(reply.body.utf8.count)\r\n\r\n\(reply.body)"
      )
    } _: { server in
      try await body(server)
    }
  }

  private final class Kept: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func next(_ key: String) -> Int {
      counts.withLock { counts in
        defer { counts[key, default: 0] += 1 }
        return counts[key, default: 0]
      }
    }
  }
}

extension WorkServer.Reply {
  var response: TransportResponse {
    var fields = HTTPFields()
    for (name, value) in headers { HTTPField.Name(name).map { fields[$0] = value } }
    return .bytes(Data(body.utf8), contentType: "application/json", status: status, headers: fields)
  }
}

func client(_ transport: some Transport, at base: String = api, _ change: (inout Client) -> Void = { _ in })
  -> Client
{
  var client = Client(baseURL: base, transport: transport)
  client.clock = SkippingClock()
  change(&client)
  return client
}

/// What a waiting ends with.
func waited<E: OperationEndpoint>(
  for work: E, by client: Client, from handle: OperationHandle? = nil, within limit: Duration? = nil,
  cancelsWork: Bool = false
) async -> Result<E.Value, E.Thrown> {
  do throws(E.Thrown) {
    return .success(try await client.wait(for: work, from: handle, within: limit, cancelsWork: cancelsWork))
  } catch {
    return .failure(error)
  }
}
