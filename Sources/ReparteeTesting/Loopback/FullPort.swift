#if os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Has a full queue: a client that connects to it waits on Linux, and may be refused elsewhere.
package struct FullPort: Sendable {
  package let number: UInt16
  private let listener: CInt
  private let fillers: [CInt]

  package init() throws {
    listener = try Sockets.listen(backlog: 0)
    number = Sockets.port(of: listener)
    var fillers: [CInt] = []
    // The last one already waits.
    while fillers.count < 16 {
      let (socket, isConnected) = Sockets.connect(to: number, milliseconds: 300)
      fillers.append(socket)
      if !isConnected { break }
    }
    self.fillers = fillers
  }

  package func close() {
    for socket in fillers + [listener] { Sockets.close(socket) }
  }
}
#endif
