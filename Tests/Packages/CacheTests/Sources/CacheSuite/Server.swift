import Foundation
import HTTPTypes
import Repartee
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An origin on a free port of the loopback interface, which sends interim responses. It serves one connection after
/// the other, each with one request without a body.
final class Server: Sendable {
  struct Failure: Error {
    let code = errno
  }

  let port: UInt16
  private let listener: CInt
  private let origin: Origin

  init(_ origin: Origin) throws {
    self.origin = origin
    #if canImport(Darwin)
    let listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
    let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    #endif
    guard listener >= 0 else { throw Failure() }
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isOpen else {
      close(listener)
      throw Failure()
    }
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else {
          close(listener)
          return
        }
        var limit = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(
          connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        serve(connection)
        // Closed only when the client has read all of it.
        shutdown(connection, CInt(SHUT_WR))
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) > 0 {}
        close(connection)
      }
    }
  }

  /// The thread closes the listener: otherwise it could accept those of the next server, whose listener has the same
  /// number.
  func stop() { shutdown(listener, CInt(SHUT_RDWR)) }

  private func serve(_ connection: CInt) {
    guard let head = head(from: connection) else { return }
    for interim in origin.entry(of: head)?.interimResponses ?? [] {
      let fields = interim.fields.filter { $0.count == 2 }.map { "\($0[0]): \($0[1])\r\n" }.joined()
      send("HTTP/1.1 \(interim.code) Interim\r\n\(fields)\r\n", to: connection)
    }
    // A response that fails is a connection that is closed.
    guard let response = try? origin.response(to: head) else { return }
    let body = response.body.bytes ?? Data()
    var lines = ["HTTP/1.1 \(response.head.status.code) \(response.head.status.reasonPhrase)"]
    for field in response.head.headerFields { lines.append("\(field.name.rawName): \(field.value)") }
    lines += ["Content-Length: \(body.count)", "Connection: close", "", ""]
    send(lines.joined(separator: "\r\n") + String(decoding: body, as: UTF8.self), to: connection)
  }

  private func head(from connection: CInt) -> HTTPRequest? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let end = Array("\r\n\r\n".utf8)
    while bytes.count < 64 << 10, !bytes.suffix(4).elementsEqual(end) {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
    let parts = lines.first?.split(separator: " ") ?? []
    guard parts.count == 3, let method = HTTPRequest.Method(String(parts[0])) else { return nil }
    var fields = HTTPFields()
    for line in lines.dropFirst() {
      let pair = line.split(separator: ":", maxSplits: 1)
      guard pair.count == 2, let name = HTTPField.Name(String(pair[0])) else { continue }
      fields.append(HTTPField(name: name, value: pair[1].trimmingCharacters(in: .whitespaces)))
    }
    return HTTPRequest(
      method: method, scheme: "http", authority: "127.0.0.1:\(port)", path: String(parts[1]),
      headerFields: fields)
  }

  private func send(_ text: String, to connection: CInt) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      #if canImport(Darwin)
      let count = rest.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
      #else
      let count = rest.withUnsafeBytes {
        Foundation.send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      #endif
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
