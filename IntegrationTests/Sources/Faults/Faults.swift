import AsyncHTTPClient
import Foundation
import NIOSSL
import Repartee
import ReparteeAsyncHTTPClient

/// Sends one request to the fault server, over one transport, and prints what came back, typed, in one line.
///
///     Faults asyncHTTPClient http://127.0.0.1:18800 cl_short
///     Faults asyncHTTPClient https://localhost:18900 early_413_closes upload
///
/// With `upload` it sends a body that does not end. An error that says that the server did not process the request is
/// followed by that, and so is that ten requests to `ok` failed afterwards. Over TLS, REPARTEE_CERTIFICATE is the file of
/// the certificate to trust. What lay under an error goes to the standard error.
@main struct Faults {
  static func main() async {
    var arguments = CommandLine.arguments.dropFirst()
    let isUpload = arguments.last == "upload"
    if isUpload { arguments.removeLast() }
    guard arguments.count == 3, let name = arguments.popFirst(), let baseURL = arguments.popFirst(),
      let scenario = arguments.popFirst()
    else {
      print("usage: Faults asyncHTTPClient|urlSession BASE-URL SCENARIO [upload]")
      exit(2)
    }
    let transport: any Transport
    switch name {
    case "urlSession": transport = .urlSession
    default: transport = asyncHTTPClient
    }
    var client = Client(baseURL: baseURL, transport: transport)
    client.timeout = .seconds(3)
    var line = await answer(of: Scenario(name: scenario, asker: name, isUpload: isUpload), by: client)
    if await !recovers(client, asker: name) { line += ", and nothing after it" }
    print(line)
  }

  /// Whether the transport can be used further. A connection that is about to close may take the next request along.
  private static func recovers(_ client: Client, asker: String) async -> Bool {
    for _ in 0..<10 {
      let scenario = Scenario(name: "ok", asker: asker, isUpload: false)
      if await answer(of: scenario, by: client) == "200, 11 bytes" { return true }
    }
    return false
  }

  /// Never shut down, as the process ends.
  private static let asyncHTTPClient: AsyncHTTPClientTransport = {
    guard let file = ProcessInfo.processInfo.environment["REPARTEE_CERTIFICATE"] else {
      return .asyncHTTPClient
    }
    var configuration = AsyncHTTPClientTransport.configuration
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.trustRoots = .file(file)
    configuration.tlsConfiguration = tls
    return AsyncHTTPClientTransport(
      HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration))
  }()

  private static func answer(of scenario: Scenario, by client: Client) async -> String {
    do {
      let reply = try await client.reply(to: scenario)
      return "\(reply.status.code), \(reply.value.count) bytes"
    } catch {
      let status = error.response.map { "\($0.status.code), " } ?? ""
      switch error.reason {
      case .transport(let failure):
        FileHandle.standardError.write(Data("\(String(describing: failure.underlying))\n".utf8))
        let kind = "\(failure.kind)".replacing("Repartee.TransportError.Timeout.", with: "")
        return status + kind + (failure.mayHaveBeenProcessed ? "" : ", not processed")
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
  var isUpload: Bool

  var request: Request {
    var request: Request =
      isUpload ? .post("/\(name)", body: .stream(once: endlessly, length: nil)) : .get("/\(name)")
    request.query.append("asker", asker)
    return request
  }

  static let responses: ResponseMap<Data, Never> = [.any(.decode)]
}

/// Some bytes, and then none until the task is cancelled.
private let endlessly = AsyncStream<Data> { continuation in
  continuation.yield(Data(count: 100_000))
}
