/// Reserved on the loopback interface, and refuses connections.
package struct ClosedPort: ~Copyable {
  private let socket: CInt

  package init() throws { socket = try Sockets.bound() }

  package var authority: String { "127.0.0.1:\(Sockets.port(of: socket))" }

  deinit { Sockets.close(socket) }
}
