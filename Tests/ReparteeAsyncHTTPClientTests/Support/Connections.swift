#if AsyncHTTPClient
import NIOCore
import ReparteeBase

/// The connections of a server, to be closed at its end.
final class Connections: Sendable {
  private let channels = Mutex<[any Channel]>([])

  var all: [any Channel] { channels.withLock { $0 } }

  func add(_ channel: any Channel) {
    channels.withLock { $0.append(channel) }
  }
}
#endif
