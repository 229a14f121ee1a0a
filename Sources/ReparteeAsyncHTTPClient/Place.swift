#if AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// Where a response comes from: which HTTP/1.1 connection or HTTP/2 stream, and which of its responses.
///
/// AsyncHTTPClient does not say, so ``ResponseGuard`` writes the place before the reason phrase. The place makes it
/// possible to cancel a body while it is read, without a separate task that would have to be cancelled.
struct Place: Sendable, Equatable {
  let connection: Int
  var number: Int

  /// A control character, which a reason phrase can't contain (RFC 9112, section 4).
  private static let mark: UInt8 = 0x01

  /// Returns a reason phrase with the place before it. Nil stands for the registered phrase.
  func before(_ phrase: String?) -> String {
    "\u{1}\(connection).\(number)\u{1}\(phrase.map { "=\($0)" } ?? "")"
  }

  /// Returns the place and the reason phrase that ``before(_:)`` was called with; the place is nil if the text has
  /// none.
  static func read(_ status: HTTPResponseStatus) -> (place: Place?, phrase: String) {
    let text = status.reasonPhrase
    var rest = text.utf8[...]
    guard rest.popFirst() == mark else { return (nil, text) }
    let connection = number(&rest)
    guard rest.popFirst() == UInt8(ascii: ".") else { return (nil, text) }
    let number = number(&rest)
    guard rest.popFirst() == mark else { return (nil, text) }
    let isGiven = rest.popFirst() == UInt8(ascii: "=")
    return (
      Place(connection: connection, number: number),
      isGiven ? String(Substring(rest)) : HTTPResponseStatus(statusCode: Int(status.code)).reasonPhrase
    )
  }

  private static func number(_ text: inout Substring.UTF8View) -> Int {
    var number = 0
    while let digit = text.first, (0x30...0x39).contains(digit) {
      number = number &* 10 &+ Int(digit - 0x30)
      text.removeFirst()
    }
    return number
  }
}

/// The open connections and streams, by number.
final class Connections: Sendable {
  private struct State {
    var last = 0
    var open: [Int: NIOLoopBound<ResponseGuard>] = [:]
  }

  private let state = Mutex(State())

  /// The number of open connections and streams.
  var count: Int { state.withLock { $0.open.count } }

  /// Registers a connection or stream.
  /// - Returns: The number of the connection or stream.
  func add(_ connection: ResponseGuard, on eventLoop: any EventLoop) -> Int {
    let connection = NIOLoopBound(connection, eventLoop: eventLoop)
    return state.withLock { state in
      state.last += 1
      state.open[state.last] = connection
      return state.last
    }
  }

  func remove(_ number: Int) {
    let connection = state.withLock { $0.open.removeValue(forKey: number) }
    withExtendedLifetime(connection) {}
  }

  /// Cancels the response that comes from `place`, unless it is complete.
  func cancel(_ place: Place) {
    guard let connection = state.withLock({ $0.open[place.connection] }) else { return }
    connection.eventLoop.execute { connection.value.cancel(place.number) }
  }
}
#endif
