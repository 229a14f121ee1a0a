import TestSupport
import Testing

@testable import ReparteeOperations

struct FetchTableTests {
  /// Calls that come and go, and fetches that end, in any order, against a list of who waits for what.
  @Test func aFetchIsCancelledExactlyWhenItsLastCallLeaves() async {
    await forAll(runs: 1_000) { generator in
      var table = FetchTable<Int, UInt64>()
      var seats: [(key: Int, seat: FetchTable<Int, UInt64>.Seat)] = []
      var running: [Int: UInt64] = [:]
      for _ in 0..<60 {
        switch generator.int(0...2) {
        case 0:
          let key = generator.int(0...2)
          let seat = table.join(key) { $0 }
          #expect(seat.isOwner == (running[key] == nil))
          if let known = running[key] { #expect(seat.id == known) }
          running[key] = seat.id
          seats.append((key, seat))
        case 1:
          guard !seats.isEmpty else { continue }
          let (key, seat) = seats.remove(at: generator.int(0...seats.count - 1))
          let isLast = running[key] == seat.id && !seats.contains { $0.key == key && $0.seat.id == seat.id }
          #expect(table.leave(key, seat.id) == (isLast ? seat.id : nil))
          if isLast { running[key] = nil }
        default:
          let (key, id) = (generator.int(0...2), UInt64(generator.int(0...20)))
          table.end(key, id)
          if running[key] == id { running[key] = nil }
        }
        #expect(table.count == running.count)
        #expect(
          table.waiters == seats.count { running[$0.key] == $0.seat.id }, "who left is not counted")
      }
    }
  }
}
