import Foundation
import Repartee
import ReparteeAsyncHTTPClient

/// Sends one request to the fault server, over one transport, and prints what came back, typed, in one line.
///
///     Faults asyncHTTPClient http://127.0.0.1:18800 cl_short
@main struct Faults {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 else {
      print("usage: Faults asyncHTTPClient|urlSession BASE-URL SCENARIO")
      exit(2)
    }
    let transport: any Transport
    switch arguments[1] {
    case "urlSession": transport = .urlSession
    default: transport = .asyncHTTPClient
    }
    print(await answer(of: arguments[3], for: arguments[1], at: arguments[2], over: transport))
  }

  private static func answer(
    of scenario: String, for name: String, at baseURL: String, over transport: some Transport
  ) async -> String {
    var client = Client(baseURL: baseURL, transport: transport)
    client.timeout = .seconds(3)
    do {
      let reply = try await client.reply(to: Scenario(name: scenario, asker: name))
      return "\(reply.status.code), \(reply.value.count) bytes"
    } catch {
      let status = error.response.map { "\($0.status.code), " } ?? ""
      switch error.reason {
      case .transport(let failure):
        return status + "\(failure.kind)".replacing("Repartee.TransportError.Timeout.", with: "")
      case .undeclared, .undecodable, .request: return "\(status)\(error.summary)"
      }
    }
  }
}

/// Any answer, its body as it is.
private struct Scenario: Endpoint {
  var name: String
  /// The server counts what each asks.
  var asker: String

  var request: Request {
    var request = Request.get("/\(name)")
    request.query.append("asker", asker)
    return request
  }

  static let responses: ResponseMap<Data, Never> = [.any(.decode)]
}
