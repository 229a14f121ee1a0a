import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A listener on the loopback interface, for the browser that returns (RFC 8252, section 7.3).
final class LoopbackListener: Sendable {
  struct Failed: Error, CustomStringConvertible {
    var what: String
    var code = errno

    var description: String { "\(what): \(String(cString: strerror(code)))" }
  }

  /// No browser connected within the time limit.
  struct TimedOut: Error {}

  let port: UInt16
  private let listener: CInt

  /// - Parameter port: The port; 0 is any that is free.
  init(port: UInt16) throws {
    #if canImport(Glibc)
    let stream = CInt(SOCK_STREAM.rawValue)
    #else
    let stream = SOCK_STREAM
    #endif
    let listener = socket(AF_INET, stream, 0)
    guard listener >= 0 else { throw Failed(what: "no socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutableBytes(of: &address) { bytes in
      let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      return bind(listener, address, length) == 0 && listen(listener, 8) == 0
        && getsockname(listener, address, &length) == 0
    }
    guard isListening else {
      let failure = Failed(what: "can't listen on the port \(port)")
      close(listener)
      throw failure
    }
    self.listener = listener
    self.port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(listener) }

  /// Waits for the next visit of a browser, and shows it a page. Returns the target of the request: `/done?code=…`.
  func visit(within limit: Duration, showing text: String) async throws -> String {
    let listener = listener
    return try await withCheckedThrowingContinuation { continuation in
      // This thread waits, so that no thread of the concurrency runtime has to.
      Thread.detachNewThread {
        continuation.resume(with: Result { try Self.visit(listener, within: limit, showing: text) })
      }
    }
  }

  private static func visit(_ listener: CInt, within limit: Duration, showing text: String) throws -> String {
    let deadline = ContinuousClock.now + limit
    while true {
      let connection = try wait(for: listener, until: deadline) { accept($0, nil, nil) }
      defer { close(connection) }
      var head: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4_096)
      // A browser may open connections that it does not use.
      let end = min(deadline, .now + .seconds(5))
      while head.count < 65_536, !head.contains(UInt8(ascii: "\n")),
        let count = try? wait(for: connection, until: end, { recv($0, &buffer, buffer.count, 0) }), count > 0
      {
        head += buffer[..<count]
      }
      let line = String(decoding: head.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self).split(
        separator: " ")
      guard line.count == 3, line[0] == "GET" else { continue }
      let response =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n"
        + "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
      _ = Array(response.utf8).withUnsafeBytes { send(connection, $0.baseAddress, $0.count, noSignal) }
      return String(line[1])
    }
  }

  private static func wait<Number: FixedWidthInteger & Sendable>(
    for socket: CInt, until deadline: ContinuousClock.Instant, _ body: (CInt) -> Number
  ) throws -> Number {
    while true {
      let left = max(ContinuousClock.now.duration(to: deadline), .zero)
      var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      let count = poll(&descriptor, 1, CInt(min(left / .milliseconds(1), 1e6)))
      if count == 0 && left == .zero { throw TimedOut() }
      guard count > 0 else { continue }
      let number = body(socket)
      if number >= 0 { return number }
      throw Failed(what: "the connection failed")
    }
  }

  #if canImport(Darwin)
  private static let noSignal: CInt = 0
  #else
  private static let noSignal = CInt(MSG_NOSIGNAL)
  #endif
}
