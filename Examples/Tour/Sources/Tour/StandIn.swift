import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Repartee

struct StandIn: Transport {
  static let client: HTTPClient = {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.connectionPool.retryConnectionEstablishment = false
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }()

  func send(_ request: HTTPRequest, body: ByteStream?) async throws(TransportError) -> TransportResponse {
    do {
      var out = HTTPClientRequest(
        url: "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")")
      out.method = .init(rawValue: request.method.rawValue)
      for field in request.headerFields { out.headers.add(name: field.name.rawName, value: field.value) }
      if let body { out.body = .bytes(ByteBuffer(bytes: try await body.collect(upTo: 1 << 20))) }
      let response = try await Self.client.execute(out, deadline: .now() + .seconds(60))
      var head = HTTPResponse(status: .init(code: Int(response.status.code)))
      for (name, value) in response.headers {
        if let name = HTTPField.Name(name) { head.headerFields.append(HTTPField(name: name, value: value)) }
      }
      let bytes = request.method == .head ? ByteBuffer() : try await response.body.collect(upTo: 1 << 20)
      return TransportResponse(head: head, body: ByteStream(Data(bytes.readableBytesView)))
    } catch is CancellationError {
      throw TransportError(.cancelled)
    } catch let error as TransportError {
      throw error
    } catch let error as HTTPClientError where error == .cancelled {
      throw TransportError(.cancelled)
    } catch {
      throw TransportError(.cannotConnect, underlying: error)
    }
  }
}
