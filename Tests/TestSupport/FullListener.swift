#if os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A listener whose queue is full: whoever connects to it waits, because Linux does not answer the first packet of a
/// connection for which there is no place.
package final class FullListener: Sendable {
  package let port: UInt16
  private let listener: CInt
  private let visitors: [CInt]

  package var authority: String { "127.0.0.1:\(port)" }

  package init() throws {
    listener = try Sockets.listen(backlog: 0)
    port = Sockets.port(of: listener)
    // There is one place more than the backlog says.
    visitors = [Sockets.visitor(port), Sockets.visitor(port)]
  }

  /// Waits until so many clients connect to it, for at most a minute; whether they did.
  package func waitUntilConnecting(_ count: Int) async -> Bool {
    // The second visitor still does.
    await ClientSockets.wait(for: count + 1, to: port, state: "2")
  }

  deinit {
    for visitor in visitors { close(visitor) }
    close(listener)
  }
}
#endif
