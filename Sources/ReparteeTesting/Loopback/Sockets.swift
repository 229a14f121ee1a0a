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

  /// Does not listen, so refuses connections.
  static func bound() throws -> CInt {
    let socket = stream()
    guard socket >= 0 else { throw Failure(call: "socket") }
    var address = loopback(port: 0)
    // The length is that of the address.
    try check(unsafe bind(socket, &address, addressLength), "bind", closing: socket)
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
    var length = addressLength
    // The length is that of the address.
    _ = unsafe getsockname(listener, &address, &length)
    let (high, low) = (UInt8(bitPattern: address.sa_data.0), UInt8(bitPattern: address.sa_data.1))
    return UInt16(high) << 8 | UInt16(low)
  }

  package static func connectOnce(to port: UInt16) {
    let socket = stream()
    _ = connect(socket, to: port)
    close(socket)
  }

  #if os(Linux)
  package static func connect(to port: UInt16, milliseconds: CInt) -> (socket: CInt, isConnected: Bool) {
    let visitor = stream()
    _ = fcntl(visitor, F_SETFL, fcntl(visitor, F_GETFL) | O_NONBLOCK)
    let status = connect(visitor, to: port)
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
    setOption(TCP_NODELAY, of: CInt(IPPROTO_TCP), on: connection, to: 1 as CInt)
    #if canImport(Darwin)
    setOption(SO_NOSIGPIPE, of: SOL_SOCKET, on: connection, to: 1 as CInt)
    #endif
    return connection
  }

  package static func send(_ connection: CInt, _ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = systemSend(connection, [UInt8](rest))
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  static func canSend(_ connection: CInt, milliseconds: CInt) -> Bool {
    wait(for: POLLOUT, on: connection, milliseconds: milliseconds)
  }

  /// 0 at the end or after a reset, -1 if no bytes came within a minute.
  package static func receive(_ connection: CInt, _ bytes: inout [UInt8]) -> Int {
    guard wait(for: POLLIN, on: connection, milliseconds: 60_000) else { return -1 }
    // The count is that of the array.
    return max(0, unsafe recv(connection, &bytes, bytes.count, 0))
  }

  private static func wait(for event: CInt, on connection: CInt, milliseconds: CInt) -> Bool {
    var waiting = pollfd(fd: connection, events: Int16(event), revents: 0)
    // There is one descriptor.
    return unsafe poll(&waiting, 1, milliseconds) > 0
  }

  static func resetOnClose(_ connection: CInt) {
    setOption(SO_LINGER, of: SOL_SOCKET, on: connection, to: linger(l_onoff: 1, l_linger: 0))
  }

  private static func setOption<Value: BitwiseCopyable>(
    _ option: CInt, of level: CInt, on socket: CInt, to value: Value
  ) {
    var value = value
    // The length is that of the value.
    _ = unsafe setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Value>.size))
  }

  private static func stream() -> CInt {
    #if canImport(Glibc)
    socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    #else
    socket(AF_INET, SOCK_STREAM, 0)
    #endif
  }

  private static let addressLength = socklen_t(MemoryLayout<sockaddr>.size)

  /// A `sockaddr_in` in a `sockaddr` of the same size: port and address in network order, and zeros.
  private static func loopback(port: UInt16) -> sockaddr {
    var address = sockaddr()
    address.sa_family = sa_family_t(AF_INET)
    let (high, low) = (CChar(truncatingIfNeeded: port >> 8), CChar(truncatingIfNeeded: port))
    address.sa_data = (high, low, 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    return address
  }

  private static func connect(_ socket: CInt, to port: UInt16) -> CInt {
    systemConnect(socket, loopback(port: port), addressLength)
  }
}

// Outside the type, whose methods have these names.

private func systemConnect(_ socket: CInt, _ address: sockaddr, _ length: socklen_t) -> CInt {
  var address = address
  // The length is that of the address.
  return unsafe connect(socket, &address, length)
}

private func systemSend(_ connection: CInt, _ bytes: [UInt8]) -> Int {
  #if canImport(Darwin)
  let flags: CInt = 0
  #else
  let flags = CInt(MSG_NOSIGNAL)
  #endif
  // The count is that of the array.
  return unsafe send(connection, bytes, bytes.count, flags)
}
