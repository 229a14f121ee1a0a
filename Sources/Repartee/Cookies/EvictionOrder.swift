#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The order in which a full jar removes cookies. Entries of removed or used cookies are skipped.
struct EvictionOrder: Sendable {
  struct Use: Sendable {
    let event: UInt64
    let host: String
  }

  private struct Expiration {
    let date: Date
    let host: String
  }

  private var uses: [Use] = []
  private var first = 0
  /// A heap by date.
  private var expirations: [Expiration] = []

  var size: Int { uses.count + expirations.count }

  /// The latest event.
  mutating func addUse(of host: String, at event: UInt64) { uses.append(Use(event: event, host: host)) }

  /// Its cookies may have been used since, or removed.
  var next: Use? { first < uses.count ? uses[first] : nil }

  mutating func removeNext() { first += 1 }

  mutating func addExpiration(of host: String, at date: Date) {
    var index = expirations.count
    expirations.append(Expiration(date: date, host: host))
    while index > 0, date < expirations[(index - 1) / 2].date {
      expirations.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func nextExpired(at now: Date) -> String? {
    guard let first = expirations.first, !(first.date > now) else { return nil }
    let last = expirations.removeLast()
    if !expirations.isEmpty { sink(last) }
    return first.host
  }

  private mutating func sink(_ expiration: Expiration) {
    var index = 0
    while 2 * index + 1 < expirations.count {
      var least = 2 * index + 1
      if least + 1 < expirations.count, expirations[least + 1].date < expirations[least].date { least += 1 }
      guard expirations[least].date < expiration.date else { break }
      expirations[index] = expirations[least]
      index = least
    }
    expirations[index] = expiration
  }

  /// Limits the entries to about twice the cookies.
  mutating func compact(_ hosts: [String: [Cookies.Stored]], _ count: Int) {
    guard uses.count > 2 * count + 64 || expirations.count > 2 * count + 64 else { return }
    self = EvictionOrder()
    for (host, stored) in hosts {
      uses += Set(stored.map(\.used)).map { Use(event: $0, host: host) }
      for cookie in stored.map(\.cookie) {
        if let date = cookie.expires { addExpiration(of: host, at: date) }
      }
    }
    uses.sort { $0.event < $1.event }
  }
}
