import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An HTTP server that sends exactly the bytes it is told to, and keeps exactly those that arrived. It listens
/// on a free port of the loopback interface, with a thread for each connection, until `run` returns.
public final class LoopbackServer: Sendable {
  public typealias Handler = @Sendable (LoopbackExchange) -> Void

  public let port: UInt16
  private let listener: CInt
  private let handler: Handler
  private let readsBodies: Bool
  private let state = Mutex(State())
  private let threads = DispatchGroup()

  private struct State {
    var requests: [LoopbackRequest] = []
    var open: Set<CInt> = []
    var isStopped = false
  }

  /// Serves for as long as `body` runs. `handler` is called for each request, on the connection's thread; before the
  /// body of the request is read, if it is not to be.
  public static func run<Value>(
    readingBodies readsBodies: Bool = true, _ handler: @escaping Handler,
    _ body: (LoopbackServer) async throws -> Value
  ) async throws -> Value {
    let server = try LoopbackServer(handler, readsBodies: readsBodies)
    server.start()
    do {
      let value = try await body(server)
      await server.stop()
      return value
    } catch {
      await server.stop()
      throw error
    }
  }

  /// What arrived so far.
  public var requests: [LoopbackRequest] { state.withLock { $0.requests } }

  /// `127.0.0.1:` and the port.
  public var authority: String { "127.0.0.1:\(port)" }

  private init(_ handler: @escaping Handler, readsBodies: Bool) throws {
    self.handler = handler
    self.readsBodies = readsBodies
    listener = try Sockets.listen()
    port = Sockets.port(of: listener)
  }

  private func start() {
    detach { server in
      while let connection = Sockets.accept(server.listener) {
        let isStopped = server.state.withLock { state in
          if !state.isStopped { state.open.insert(connection) }
          return state.isStopped
        }
        if isStopped {
          close(connection)
          return
        }
        server.detach { $0.serve(connection) }
      }
    }
  }

  private func serve(_ connection: CInt) {
    let exchange = LoopbackExchange(connection)
    while !exchange.isOver, let request = exchange.readRequest(withBody: readsBodies) {
      state.withLock { $0.requests.append(request) }
      handler(exchange)
    }
    state.withLock { _ = $0.open.remove(connection) }
    close(connection)
  }

  private func stop() async {
    state.withLock { state in
      state.isStopped = true
      for connection in state.open { shutdown(connection, CInt(SHUT_RDWR)) }
    }
    // Not every system wakes a thread in accept() when its socket is shut down; a connection does.
    Sockets.knock(port)
    await withCheckedContinuation { continuation in
      threads.notify(queue: .global()) { continuation.resume() }
    }
    close(listener)
  }

  private func detach(_ work: @escaping @Sendable (LoopbackServer) -> Void) {
    threads.enter()
    Thread.detachNewThread {
      work(self)
      self.threads.leave()
    }
  }
}
