import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

package enum Sockets {
  struct Failure: Error {
    var call: String
    var code = errno
  }

  package static func listen(backlog: CInt = 128) throws -> CInt {
    let listener = try bound()
    #if canImport(Glibc)
    let listening = Glibc.listen(listener, backlog)
    #elseif canImport(Musl)
    let listening = Musl.listen(listener, backlog)
    #else
    let listening = Darwin.listen(listener, backlog)
    #endif
    try check(listening, "listen", closing: listener)
    return listener
  }

  /// Returns a bound socket that does not listen, so it refuses connections.
  static func bound() throws -> CInt {
    let socket = stream()
    guard socket >= 0 else { throw Failure(call: "socket") }
    var address = loopback(port: 0)
    try check(withSocketAddress(&address) { bind(socket, $0, $1) }, "bind", closing: socket)
    return socket
  }

  private static func check(_ status: CInt, _ call: String, closing socket: CInt) throws {
    guard status != 0 else { return }
    let failure = Failure(call: call)
    close(socket)
    throw failure
  }

  package static func port(of listener: CInt) -> UInt16 {
    var address = loopback(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withSocketAddress(&address) { pointer, _ in getsockname(listener, pointer, &length) }
    return UInt16(bigEndian: address.sin_port)
  }

  package static func knock(_ port: UInt16) {
    let visitor = stream()
    var address = loopback(port: port)
    _ = withSocketAddress(&address) { pointer, length in
      #if canImport(Glibc)
      Glibc.connect(visitor, pointer, length)
      #elseif canImport(Musl)
      Musl.connect(visitor, pointer, length)
      #else
      Darwin.connect(visitor, pointer, length)
      #endif
    }
    close(visitor)
  }

  #if os(Linux)
  package static func connect(to port: UInt16, milliseconds: CInt) -> (socket: CInt, isConnected: Bool) {
    let visitor = stream()
    _ = fcntl(visitor, F_SETFL, fcntl(visitor, F_GETFL) | O_NONBLOCK)
    var address = loopback(port: port)
    #if canImport(Glibc)
    let status = withSocketAddress(&address) { Glibc.connect(visitor, $0, $1) }
    #else
    let status = withSocketAddress(&address) { Musl.connect(visitor, $0, $1) }
    #endif
    return (visitor, status == 0 || canSend(visitor, milliseconds: milliseconds))
  }

  #endif

  package static func close(_ socket: CInt) {
    #if canImport(Glibc)
    _ = Glibc.close(socket)
    #elseif canImport(Musl)
    _ = Musl.close(socket)
    #else
    _ = Darwin.close(socket)
    #endif
  }

  package static func accept(_ listener: CInt) -> CInt? {
    #if canImport(Glibc)
    let connection = Glibc.accept(listener, nil, nil)
    #elseif canImport(Musl)
    let connection = Musl.accept(listener, nil, nil)
    #else
    let connection = Darwin.accept(listener, nil, nil)
    #endif
    guard connection >= 0 else { return nil }
    var one: CInt = 1
    setsockopt(connection, CInt(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<CInt>.size))
    #if canImport(Darwin)
    setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<CInt>.size))
    #endif
    return connection
  }

  static func send(_ connection: CInt, _ bytes: UnsafeRawBufferPointer) -> Bool {
    #if canImport(Darwin)
    let flags: CInt = 0
    #else
    let flags = CInt(MSG_NOSIGNAL)
    #endif
    var sent = 0
    while sent < bytes.count {
      #if canImport(Glibc)
      let count = Glibc.send(connection, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, flags)
      #elseif canImport(Musl)
      let count = Musl.send(connection, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, flags)
      #else
      let count = Darwin.send(connection, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, flags)
      #endif
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  static func canSend(_ connection: CInt, milliseconds: CInt) -> Bool {
    var waiting = pollfd(fd: connection, events: Int16(POLLOUT), revents: 0)
    return poll(&waiting, 1, milliseconds) > 0
  }

  /// Returns the number of bytes: 0 at the end or after a reset, -1 if none arrived within a minute.
  package static func receive(_ connection: CInt, _ bytes: inout [UInt8]) -> Int {
    var waiting = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 60_000) > 0 else { return -1 }
    return max(0, recv(connection, &bytes, bytes.count, 0))
  }

  static func resetOnClose(_ connection: CInt) {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(connection, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
  }

  private static func stream() -> CInt {
    #if canImport(Glibc)
    socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    #else
    socket(AF_INET, SOCK_STREAM, 0)
    #endif
  }

  private static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private static func withSocketAddress<Value>(
    _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Value
  ) -> Value {
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
