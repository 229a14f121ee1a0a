#if os(Linux)
import ReparteeTesting

/// A port whose queue is full, and who connects to it.
package final class FullListener: Sendable {
  private let full: FullPort

  package var port: UInt16 { full.number }
  package var authority: String { "127.0.0.1:\(port)" }

  package init() throws {
    full = try FullPort()
  }

  /// Waits until so many clients connect to it, for at most a minute; whether they did.
  package func waitUntilConnecting(_ count: Int) async -> Bool {
    // The last one that filled the queue still does.
    await ClientSockets.wait(for: count + 1, to: port, state: "2")
  }

  deinit {
    full.close()
  }
}
#endif
