import CAllocations

/// The mallocs of a call, of this process and all its threads.
///
/// It is the least of the means of short runs: which of two threads is quicker now and then costs a call some more, on
/// a machine that does something else as well nearly always. What every call needs is in each run.
package func mallocs(runs: Int = 40, of calls: Int = 10, _ call: @Sendable () async throws -> Void)
  async throws
  -> Double
{
  for _ in 0..<5 * calls { try await call() }
  var least = UInt.max
  for _ in 0..<runs {
    let before = allocations_so_far()
    for _ in 0..<calls { try await call() }
    least = min(least, allocations_so_far() - before)
  }
  return Double(least) / Double(calls)
}
