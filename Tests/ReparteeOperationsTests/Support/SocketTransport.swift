#if os(Linux)
import Foundation
import Repartee
import ReparteeTesting
import TestSupport

/// One request on a connection of its own to the loopback interface: enough for a server of ours, without traits.
struct SocketTransport: Transport {
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let received: Data? = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: answer(to: request)) }
    }
    guard let received, let response = TransportResponse(received) else {
      throw TransportError(.connectionLost)
    }
    return response
  }

  private func answer(to request: TransportRequest) -> Data? {
    let authority = request.head.authority ?? ""
    guard let port = authority.split(separator: ":").last.flatMap({ UInt16($0) }) else { return nil }
    let (socket, isConnected) = Sockets.connect(to: port, milliseconds: 10_000)
    defer { Sockets.close(socket) }
    var text = "\(request.head.method) \(request.head.path ?? "/") HTTP/1.1\r\nHost: \(authority)\r\n"
    for field in request.head.headerFields { text += "\(field.name): \(field.value)\r\n" }
    text += "Content-Length: \(request.bytes.count)\r\n\r\n"
    guard isConnected, Sockets.send(socket, Array(text.utf8) + request.bytes) else { return nil }
    var answer = Data()
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    while !answer.isWhole {
      let count = Sockets.receive(socket, &bytes)
      if count <= 0 { return nil }
      answer.append(contentsOf: bytes[..<count])
    }
    return answer
  }
}

extension Data {
  fileprivate var parts: (lines: [String], body: Data)? {
    guard let end = range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: self[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    return (lines, Data(self[end.upperBound...]))
  }

  fileprivate var isWhole: Bool {
    guard let (lines, body) = parts, let line = lines.first(where: { $0.hasPrefix("Content-Length: ") })
    else {
      return false
    }
    return Int(line.dropFirst(16)) == body.count
  }
}

extension TransportResponse {
  fileprivate init?(_ answer: Data) {
    guard let (lines, body) = answer.parts, let code = Int(lines[0].split(separator: " ")[1]) else {
      return nil
    }
    var head = HTTPResponse(status: HTTPResponse.Status(code: code))
    for line in lines.dropFirst() {
      let parts = line.components(separatedBy: ": ")
      if let name = HTTPField.Name(parts[0]) { head.headerFields[name] = parts[1] }
    }
    self.init(head: head, body: ByteStream(body))
  }
}
#endif
