import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct SessionEndpoint: Sendable, Hashable {
  let method: HTTPRequest.Method
  let authority: String
  let template: String
}

struct SessionEndpoints: Sendable {
  private enum Entry {
    case accepts
    /// The number of the refused credential, and the refreshes since it last accepted one.
    case refuses(UInt64, since: Date, count: Int, hasAccepted: Bool)
  }

  /// Beyond this number, an arbitrary endpoint is forgotten.
  static let limit = 1_000

  private var entries: [SessionEndpoint: Entry] = [:]

  var count: Int { entries.count }

  func hasAccepted(_ endpoint: SessionEndpoint) -> Bool {
    switch entries[endpoint] {
    case nil: false
    case .accepts: true
    case .refuses(_, _, _, let hasAccepted): hasAccepted
    }
  }

  mutating func recordAccepted(_ endpoint: SessionEndpoint, _ credentialNumber: UInt64) {
    switch entries[endpoint] {
    case .accepts: break
    case .refuses(let refused, let since, let count, _) where credentialNumber <= refused:
      set(endpoint, .refuses(refused, since: since, count: count, hasAccepted: true))
    case nil, .refuses: set(endpoint, .accepts)
    }
  }

  mutating func recordRefresh(_ endpoint: SessionEndpoint, refusing credentialNumber: UInt64, at now: Date) {
    var count = 1
    if case .refuses(let former, _, let formerCount, _) = entries[endpoint] {
      // A failed refresh has a pause of its own.
      count = formerCount + (former == credentialNumber ? 0 : 1)
    }
    set(endpoint, .refuses(credentialNumber, since: now, count: count, hasAccepted: hasAccepted(endpoint)))
  }

  /// Whether a recent refresh did not help, or several in a row.
  func isHeldOff(_ endpoint: SessionEndpoint, refusing credentialNumber: UInt64, at now: Date) -> Bool {
    guard case .refuses(let former, let since, let count, let hasAccepted) = entries[endpoint],
      former < credentialNumber
    else { return false }
    return hasAccepted
      ? SessionPause.holds(afterUseless: count, since: since, at: now)
      : SessionPause.holds(SessionPause.minute, since: since, at: now)
  }

  private mutating func set(_ endpoint: SessionEndpoint, _ entry: Entry) {
    if entries[endpoint] == nil, entries.count >= Self.limit, let one = entries.first?.key {
      entries[one] = nil
    }
    entries[endpoint] = entry
  }
}

enum SessionPause {
  static let minute: TimeInterval = 60
  static let longestAsked: TimeInterval = 3_600

  /// One second, doubled up to 240, or what is asked, plus a random part of up to a quarter.
  static func seconds(after count: Int, asked: Duration? = nil, _ random: UInt64 = 0) -> TimeInterval {
    let pause = min(Double(1 << (count > 1 ? min(count - 1, 8) : 0)), 240)
    let addition = pause / 4 * (Double(random >> 11) / 0x1p53)
    let wanted = min(asked.map { $0 / .seconds(1) } ?? 0, longestAsked)
    return max(pause, wanted) + addition
  }

  /// The first refreshes in a row need no pause: an API may revoke a credential as soon as it is issued.
  static func holds(afterUseless count: Int, since begin: Date, at now: Date) -> Bool {
    count > mostUseless && holds(seconds(after: count - mostUseless), since: begin, at: now)
  }

  private static let mostUseless = 3

  /// Setting the clock back ends a pause.
  static func holds(_ pause: TimeInterval, since begin: Date, at now: Date) -> Bool {
    let elapsed = now.timeIntervalSince(begin)
    return elapsed >= 0 && elapsed < pause
  }
}
