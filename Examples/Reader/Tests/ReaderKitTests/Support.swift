import Foundation
import Repartee
import ReparteeTesting

@testable import ReaderKit

extension Reader {
  /// A reader without a user, whose calls get the stubs' responses.
  init(_ stubs: Stubs, clock: any Clock<Duration> = SkippingClock()) {
    var client = Client.preview {}.stubbed(by: stubs)
    client.clock = clock
    self.init(client: client)
  }

  static func signedIn(
    _ stubs: Stubs, clock: any Clock<Duration> = SkippingClock()
  ) async throws -> Reader {
    let reader = Reader(stubs, clock: clock)
    try await reader.session.signIn(BearerToken("a1", refreshToken: "r1"), as: "ada")
    return reader
  }
}

/// Lets other tasks run until the condition holds, but not without end.
func wait(until condition: () -> Bool) async {
  for _ in 0..<100_000 where !condition() { await Task.yield() }
}
