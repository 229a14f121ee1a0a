import Foundation
import Repartee

/// Several requests in one; the response is a 200 with a status for each.
struct Batch: Endpoint {
  struct Step: Encodable, Sendable {
    var method = "GET"
    var path = "/"
    var headers: [String: String] = [:]
    var body: JSONValue?
  }

  struct Part: Decodable, Sendable {
    var status: Int
    var headers: [String: String]
    var body: JSONValue
  }

  var steps: [Step]

  var request: Request { .post("/batch", body: .json(["requests": steps])) }

  static let responses: ResponseMap<[Part], KintoFailure> = [
    .code(200, .decode(at: "responses")),
    .including(KintoFailure.responses),
  ]
}

extension Client {
  /// Sends endpoints as one batch, and reads each part of the response as its endpoint declares.
  func batch<each E: Endpoint>(
    _ endpoints: repeat each E
  ) async throws -> (repeat Result<(each E).Output, (each E).Thrown>) {
    var steps: [Batch.Step] = []
    for endpoint in repeat each endpoints { steps.append(try await Batch.Step(endpoint)) }
    var parts = try await send(Batch(steps: steps))[...]
    return (repeat await Batch.Part.read(parts.popFirst(), as: each endpoints))
  }
}

extension Batch.Step {
  private struct Recorded: Error {
    var request: TransportRequest
  }

  /// What an endpoint would send by itself.
  fileprivate init(_ endpoint: some Endpoint) async throws {
    do {
      _ = try await Client(standIn: InMemoryTransport { throw Recorded(request: $0) }).send(endpoint)
    } catch {
      let cause = (error as? any CallErrorProtocol)?.transportError?.underlying
      guard let request = (cause as? Recorded)?.request else { throw error }
      method = request.head.method.rawValue
      path = request.head.path ?? "/"
      for field in request.head.headerFields { headers[field.name.rawName] = field.value }
      if let bytes = request.body?.bytes, !bytes.isEmpty {
        body = try Kinto.json.decode(JSONValue.self, from: bytes)
      }
    }
  }
}

extension Batch.Part {
  /// What an endpoint makes of a part: to it, it is a response like any other.
  fileprivate static func read<E: Endpoint>(
    _ part: Self?, as endpoint: E
  ) async -> Result<E.Output, E.Thrown> {
    let player = InMemoryTransport { _ in
      guard let part else { throw TransportError(.connectionLost) }
      var fields = HTTPFields()
      for (name, value) in part.headers {
        if let name = HTTPField.Name(name) { fields[name] = value }
      }
      let body = part.body == "" ? "" : part.body.description
      return .status(part.status, headers: fields, body: Data(body.utf8))
    }
    return await Client(standIn: player).result(of: endpoint)
  }
}

extension Client {
  fileprivate init(standIn transport: InMemoryTransport) {
    self.init(baseURL: "http://kinto.invalid", transport: transport, json: Kinto.json)
  }
}
