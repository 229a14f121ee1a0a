import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a session tells endpoints apart by.
struct SessionEndpoint: Sendable, Hashable {
  let method: HTTPRequest.Method
  let authority: String
  let template: String
}

/// Which endpoints have succeeded with a credential of a login, and which have started a refresh that did not help.
struct SessionEndpoints: Sendable {
  private enum Entry {
    case accepts
    /// It refused this generation, and has started that many refreshes since it last accepted a credential.
    case refuses(UInt64, since: Date, count: Int, hasAccepted: Bool)
  }

  /// The maximum number of endpoints. Beyond it, any other one is forgotten.
  static let limit = 1_000

  private var entries: [SessionEndpoint: Entry] = [:]

  var count: Int { entries.count }

  /// Whether the endpoint ever succeeded with a credential.
  func hasAccepted(_ endpoint: SessionEndpoint) -> Bool {
    switch entries[endpoint] {
    case nil: false
    case .accepts: true
    case .refuses(_, _, _, let hasAccepted): hasAccepted
    }
  }

  /// Records that the endpoint succeeded with a credential of this generation.
  mutating func accepts(_ endpoint: SessionEndpoint, _ generation: UInt64) {
    switch entries[endpoint] {
    case .accepts: break
    case .refuses(let refused, let since, let count, _) where generation <= refused:
      set(endpoint, .refuses(refused, since: since, count: count, hasAccepted: true))
    case nil, .refuses: set(endpoint, .accepts)
    }
  }

  /// Records that a refusal of this generation by the endpoint starts a refresh.
  mutating func starts(_ endpoint: SessionEndpoint, refusing generation: UInt64, at now: Date) {
    var count = 1
    if case .refuses(let former, _, let formerCount, _) = entries[endpoint] {
      // A refresh that failed does not count: it has a pause of its own.
      count = formerCount + (former == generation ? 0 : 1)
    }
    set(endpoint, .refuses(generation, since: now, count: count, hasAccepted: hasAccepted(endpoint)))
  }

  /// Whether the last refresh that the endpoint started did not help, because it refuses a later generation too, and
  /// is too recent for another one.
  func isHeldOff(_ endpoint: SessionEndpoint, refusing generation: UInt64, at now: Date) -> Bool {
    guard case .refuses(let former, let since, let count, let hasAccepted) = entries[endpoint],
      former < generation
    else { return false }
    return SessionPause.holds(
      hasAccepted ? SessionPause.seconds(after: count) : SessionPause.minute, since: since, at: now)
  }

  private mutating func set(_ endpoint: SessionEndpoint, _ entry: Entry) {
    if entries[endpoint] == nil, entries.count >= Self.limit, let one = entries.first?.key {
      entries[one] = nil
    }
    entries[endpoint] = entry
  }
}

/// How long a session waits before it refreshes again.
enum SessionPause {
  static let minute: TimeInterval = 60
  /// The longest pause that is kept because a server asks for it.
  static let longestAsked: TimeInterval = 3_600

  /// Returns a pause in seconds: one after the first failure in a row, twice as long after each further one, with a
  /// random addition of up to a quarter: 5 minutes at most. It is longer if the server asks for that, up to an hour.
  static func seconds(after count: Int, asked: Duration? = nil, _ random: UInt64 = 0) -> TimeInterval {
    let pause = min(Double(1 << (count > 1 ? min(count - 1, 8) : 0)), 240)
    let addition = pause / 4 * (Double(random >> 11) / Double(1 << 53))
    let wanted = min(asked.map { $0 / .seconds(1) } ?? 0, longestAsked)
    return max(pause, wanted) + addition
  }

  /// Whether a pause is not over. It is over for a clock that was set back.
  static func holds(_ pause: TimeInterval, since begin: Date, at now: Date) -> Bool {
    let elapsed = now.timeIntervalSince(begin)
    return elapsed >= 0 && elapsed < pause
  }
}
