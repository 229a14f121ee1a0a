import Foundation
import ReparteeBase

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A listener on the loopback interface that accepts connections, reads what it receives, and never sends a byte: a
/// TLS handshake with it never ends.
package final class SilentServer: Sendable {
  package let port: UInt16
  /// A client has sent something.
  package let arrived = Signal()
  /// A client has closed its connection.
  package let closed = Signal()
  private let listener: CInt
  private let threads = DispatchGroup()
  private let open = Mutex<(sockets: Set<CInt>, isStopped: Bool)>(([], false))

  package var authority: String { "localhost:\(port)" }

  private init() throws {
    listener = try Sockets.listen()
    port = Sockets.port(of: listener)
  }

  /// Listens for as long as `body` runs.
  package static func run<Value>(_ body: (SilentServer) async throws -> Value) async throws -> Value {
    let server = try SilentServer()
    server.detach { $0.accept() }
    let result: Result<Value, any Error>
    do { result = .success(try await body(server)) } catch { result = .failure(error) }
    await server.stop()
    return try result.get()
  }

  private func accept() {
    while let connection = Sockets.accept(listener) {
      let isStopped = open.withLock { open in
        if !open.isStopped { open.sockets.insert(connection) }
        return open.isStopped
      }
      if isStopped {
        close(connection)
        return
      }
      detach { server in
        var bytes = [UInt8](repeating: 0, count: 4096)
        while Sockets.receive(connection, &bytes) > 0 { server.arrived.fire() }
        server.open.withLock { _ = $0.sockets.remove(connection) }
        close(connection)
        server.closed.fire()
      }
    }
  }

  private func stop() async {
    open.withLock { open in
      open.isStopped = true
      for socket in open.sockets { shutdown(socket, CInt(SHUT_RDWR)) }
    }
    Sockets.connectOnce(to: port)
    await withCheckedContinuation { continuation in
      threads.notify(queue: .global()) { continuation.resume() }
    }
    close(listener)
  }

  private func detach(_ work: @escaping @Sendable (SilentServer) -> Void) {
    threads.enter()
    Thread.detachNewThread {
      work(self)
      self.threads.leave()
    }
  }
}
