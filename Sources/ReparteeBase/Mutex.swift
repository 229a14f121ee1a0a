#if canImport(Darwin)
import os

/// `Mutex` of Synchronization, which needs macOS 15 and iOS 18, over `os_unfair_lock`. Each allocates memory once, since
/// the lock and the value must not move.
@safe package struct Mutex<Value: ~Copyable>: ~Copyable {
  private let value: UnsafeMutablePointer<Value>
  private let lock: os_unfair_lock_t

  package init(_ value: consuming sending Value) {
    let lockAlignment = MemoryLayout<os_unfair_lock>.alignment
    let lockOffset = (MemoryLayout<Value>.size + lockAlignment - 1) & ~(lockAlignment - 1)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: lockOffset + MemoryLayout<os_unfair_lock>.size,
      alignment: max(MemoryLayout<Value>.alignment, lockAlignment))
    unsafe self.value = memory.bindMemory(to: Value.self, capacity: 1)
    unsafe self.value.initialize(to: value)
    unsafe lock = (memory + lockOffset).initializeMemory(as: os_unfair_lock.self, to: os_unfair_lock())
  }

  deinit {
    unsafe value.deinitialize(count: 1)
    unsafe UnsafeMutableRawPointer(value).deallocate()
  }

  package borrowing func withLock<Result: ~Copyable, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending Result
  ) throws(E) -> sending Result {
    unsafe os_unfair_lock_lock(lock)
    defer { unsafe os_unfair_lock_unlock(lock) }
    return try unsafe body(&value.pointee)
  }
}

/// `lock` guards the value.
extension Mutex: @unchecked Sendable where Value: ~Copyable {}  // by `lock`
#else
// Itself, not a type around it: the optimizer does not specialize generic types of another module.
@_exported public import Synchronization
#endif
