import Observation
import Repartee

/// Whether the last call reached the server.
@Observable
public final class Connection {
  public private(set) var isOffline = false

  var observer: CallEventHandler {
    .handler { event in
      guard event.kind == .callEnded else { return }
      let isOffline = event.error?.isOffline ?? false
      Task { @MainActor in self.isOffline = isOffline }
    }
  }
}
