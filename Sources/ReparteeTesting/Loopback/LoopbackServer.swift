import Foundation
import ReparteeBase

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Sends exactly a test's bytes and keeps those it receives, on a free loopback port.
package final class LoopbackServer: Sendable {
  package typealias Handler = @Sendable (LoopbackExchange) -> Void

  package let port: UInt16
  private let listener: CInt
  private let handler: Handler
  private let reading: ReadMode
  private let stopped = Signal("the server to stop")
  private let state = Mutex(State())
  private let threads = DispatchGroup()

  private struct State {
    var requests: [LoopbackRequest] = []
    var open: Set<CInt> = []
    var connections = 0
    var isStopped = false
  }

  package enum ReadMode: Sendable {
    /// The handler runs for each request.
    case requests
    /// The handler runs for each head; bodies are not read.
    case heads
    /// The handler runs once for each connection.
    case nothing
  }

  /// Serves while `body` runs. `handler` runs on the connection's thread. Cancelling the task closes all connections.
  package static func run<Value>(
    reading: ReadMode = .requests, _ handler: @escaping Handler,
    _ body: (LoopbackServer) async throws -> Value
  ) async throws -> Value {
    let server = try LoopbackServer(handler, reading: reading)
    server.start()
    do {
      let value = try await withTaskCancellationHandler {
        try await body(server)
      } onCancel: {
        server.closeConnections()
      }
      await server.stop()
      return value
    } catch {
      await server.stop()
      throw error
    }
  }

  package static func run<Value>(
    readingBodies readsBodies: Bool, _ handler: @escaping Handler,
    _ body: (LoopbackServer) async throws -> Value
  ) async throws -> Value {
    try await run(reading: readsBodies ? .requests : .heads, handler, body)
  }

  package var requests: [LoopbackRequest] { state.withLock { $0.requests } }

  package var connections: Int { state.withLock { $0.connections } }

  package var authority: String { "127.0.0.1:\(port)" }

  private init(_ handler: @escaping Handler, reading: ReadMode) throws {
    self.handler = handler
    self.reading = reading
    listener = try Sockets.listen()
    port = Sockets.port(of: listener)
  }

  private func start() {
    detach { server in
      while let connection = Sockets.accept(server.listener) {
        let isStopped = server.state.withLock { state in
          if !state.isStopped {
            state.open.insert(connection)
            state.connections += 1
          }
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
    let exchange = LoopbackExchange(connection, stopped: stopped)
    switch reading {
    case .nothing: handler(exchange)
    case .requests, .heads:
      while !exchange.isOver, let request = exchange.readRequest(withBody: reading == .requests) {
        state.withLock { $0.requests.append(request) }
        handler(exchange)
      }
    }
    state.withLock { _ = $0.open.remove(connection) }
    close(connection)
  }

  private func closeConnections() {
    state.withLock { state in
      state.isStopped = true
      for connection in state.open { shutdown(connection, CInt(SHUT_RDWR)) }
    }
    stopped.fire()
  }

  private func stop() async {
    closeConnections()
    // Shutting down its socket does not end accept() on every system; a connection does.
    Sockets.connectOnce(to: port)
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
