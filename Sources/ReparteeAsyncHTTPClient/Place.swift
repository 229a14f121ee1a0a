#if AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// Where a response comes from: which connection of HTTP/1.1, or stream of HTTP/2, and which of its responses it is.
///
/// AsyncHTTPClient does not say, so that ``ResponseGuard`` writes it before the reason phrase. By it a body is given up
/// while it is read, without a task of its own that would have to be cancelled.
struct Place: Sendable, Equatable {
  let connection: Int
  var number: Int

  /// A control character, which is in no reason phrase (RFC 9112, section 4).
  private static let mark: UInt8 = 0x01

  /// A reason phrase with the place before it; nil stands for the phrase that is registered.
  func before(_ phrase: String?) -> String {
    "\u{1}\(connection).\(number)\u{1}\(phrase.map { "=\($0)" } ?? "")"
  }

  /// The place and the reason phrase that ``before(_:)`` was made of; no place where there was none.
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

/// The connections and streams that are open, by number.
final class Connections: Sendable {
  private struct State {
    var last = 0
    var open: [Int: NIOLoopBound<ResponseGuard>] = [:]
  }

  private let state = Mutex(State())

  /// How many there are.
  var count: Int { state.withLock { $0.open.count } }

  /// - Returns: Its number.
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

  /// Gives up the response that comes from there, unless it is complete.
  func cancel(_ place: Place) {
    guard let connection = state.withLock({ $0.open[place.connection] }) else { return }
    connection.eventLoop.execute { connection.value.cancel(place.number) }
  }
}
#endif
