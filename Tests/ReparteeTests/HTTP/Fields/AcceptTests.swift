import Foundation
import TestSupport
import Testing

@testable import Repartee

/// One value of Accept for all outcomes.
struct AcceptTests {
  @Test(
    arguments: [
      ([], "*/*"),
      (["application/json"], "application/json"),
      (["text/csv", "application/json", "text/csv"], "text/csv, application/json"),
      (["application/json", "application/json;q=0.5"], "application/json"),
      (["application/json;q=0.5", "text/csv", "application/json"], "application/json, text/csv"),
      (["application/json;q=0.5", "application/json; q=0.8"], "application/json; q=0.8"),
      (["application/json;q=1.0", "application/json"], "application/json;q=1.0"),
      (["Application/JSON", "application/json;Q=0.1"], "application/json"),
      (["text/html;level=1", "text/html", "text/html; level=1;q=0.3"], "text/html;level=1, text/html"),
      (["application/*+json", "application/*"], "application/*"),
      (["application/*+json;q=0.5"], "application/*;q=0.5"),
      (["*/*", "*/*+json"], "*/*"),
      (["a/b;q=x", "a/b;q=0.9"], "a/b;q=x"),
      (["a/b;q=nan", "a/b;q=inf", "a/b;q=-1"], "a/b;q=nan"),
    ] as [([MediaRange], String)])
  func aTypeStandsOnceWithItsHighestWeightAndTheOrderIsKept(ranges: [MediaRange], value: String) {
    #expect(acceptValue(ranges) == value)
  }

  @Test func noTypeIsNamedTwiceAndNoneIsLost() async {
    await forAll { generator in
      let types = ["a/b", "a/c", "a/*", "*/*", "a/*+json", "a/b;v=1"]
      let ranges = generator.array(0...12) { generator -> MediaRange in
        MediaRange(
          stringLiteral: generator.one(of: types) + generator.one(of: ["", ";q=0.2", ";q=0.7", "; q=1"]))
      }
      let named = acceptValue(ranges).split(separator: ",").map { member in
        String(member).components(separatedBy: "q=")[0].filter { $0 != " " && $0 != ";" }
      }
      #expect(Set(named).count == named.count)
      let expected = ranges.map(\.acceptable.description).map {
        $0.components(separatedBy: "q=")[0].filter { $0 != " " && $0 != ";" }
      }
      #expect(Set(named) == (ranges.isEmpty ? ["*/*"] : Set(expected)))
    }
  }
}
