/// Counts from any thread: an atomic number, or on Apple platforms, where Synchronization's needs macOS 15 and iOS 18, a
/// number behind a lock.
package struct Counter: ~Copyable, Sendable {
  #if canImport(Darwin)
  private let count: Mutex<UInt64>

  package init(_ value: UInt64 = 0) { count = Mutex(value) }

  package var value: UInt64 { count.withLock { $0 } }

  /// Adds 1, after `UInt64.max` from 0, and returns the sum.
  @discardableResult package borrowing func next() -> UInt64 {
    count.withLock { count in
      count &+= 1
      return count
    }
  }
  #else
  private let count: Atomic<UInt64>

  package init(_ value: UInt64 = 0) { count = Atomic(value) }

  package var value: UInt64 { count.load(ordering: .acquiring) }

  /// Adds 1, after `UInt64.max` from 0, and returns the sum.
  @discardableResult package borrowing func next() -> UInt64 {
    count.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
  }
  #endif
}
