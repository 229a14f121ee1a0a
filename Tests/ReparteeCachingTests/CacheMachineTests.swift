import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Repartee
@testable import ReparteeCaching

/// What a cache does with a request, and with the response to it (RFC 9111): without a store, and without a network.
struct CacheMachineTests {
  let start = Date(timeIntervalSince1970: 1_700_000_000)

  func fields(_ pairs: KeyValuePairs<String, String>) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in pairs {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    return fields
  }

  func request(
    _ pairs: KeyValuePairs<String, String> = [:], method: HTTPRequest.Method = .get
  ) -> HTTPRequest {
    HTTPRequest(
      method: method, scheme: "https", authority: "api.example.com", path: "/", headerFields: fields(pairs))
  }

  func response(_ pairs: KeyValuePairs<String, String>, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: .init(code: status), headerFields: fields(pairs))
  }

  func stored(
    _ pairs: KeyValuePairs<String, String>, status: Int = 200, to request: HTTPRequest? = nil
  ) -> StoredResponse {
    StoredResponse(
      response(pairs, status: status), to: request ?? self.request(), requestTime: start, responseTime: start)
  }

  func decision(
    _ pairs: KeyValuePairs<String, String>, after seconds: Double, to request: HTTPRequest? = nil,
    mode: CachePolicy = .default, maxStale: Int64? = nil, usesHeuristics: Bool = false
  ) -> CacheMachine.Decision {
    CacheMachine(usesHeuristics: usesHeuristics).decision(
      for: request ?? self.request(), policy: mode.allowing(maxStale), stored: [stored(pairs)],
      at: start.addingTimeInterval(seconds))
  }

  func serving(
    _ reason: CacheReason, age: Int, revalidates: Bool = false, isNotModified: Bool = false
  ) -> CacheMachine.Decision {
    .serve(
      .init(index: 0, reason: reason, age: age, revalidates: revalidates, isNotModified: isNotModified))
  }

  // MARK: Freshness

  @Test func whatIsFreshIsServed() {
    #expect(decision(["Cache-Control": "max-age=10"], after: 9) == serving(.fresh, age: 9))
    #expect(decision(["Cache-Control": "max-age=10"], after: 10) == .fetch(.stale))
    #expect(decision(["Cache-Control": "max-age=10", "Age": "5"], after: 4) == serving(.fresh, age: 9))
    #expect(decision(["Cache-Control": "max-age=10", "Age": "5"], after: 5) == .fetch(.stale))
    #expect(
      decision(["Cache-Control": "max-age=10", "ETag": "\"a\""], after: 10)
        == .validate(index: 0, fields(["If-None-Match": "\"a\""]), .stale, fallback: nil))
  }

  @Test func expiresCountsFromDate() {
    let dates: KeyValuePairs = [
      "Date": HTTPDate.text(start.addingTimeInterval(-100)),
      "Expires": HTTPDate.text(start.addingTimeInterval(20)),
    ]
    #expect(decision(dates, after: 19) == serving(.fresh, age: 119))
    #expect(decision(dates, after: 20) == .fetch(.stale))
    let both: KeyValuePairs = [
      "Cache-Control": "max-age=0", "Expires": HTTPDate.text(start.addingTimeInterval(20)),
    ]
    #expect(decision(both, after: 0) == .fetch(.stale))
    for invalid in [
      "0", "-1", "never", "Thu, 18 Aug 50 02:01:18 GMT", "Thu, 18 Aug 2050 02:01:18 UTC",
      "Thu 18 Aug 2050 02:01:18 GMT",
      "Thu, 18  Aug 2050 02:01:18 GMT", "Thu, 18-Aug-2050 02:01:18 GMT", "Thu, 18 Aug 2050 2:01:18 GMT", "",
    ] {
      #expect(decision(["Expires": invalid], after: 0) == .fetch(.stale), "\(invalid)")
    }
    for valid in [
      "Thu, 18 Aug 2050 02:01:18 GMT", "Thursday, 18-Aug-50 02:01:18 GMT", "Thu Aug 18 02:01:18 2050",
      "Mon Aug  8 02:01:18 2050", "THU, 18 AUG 2050 02:01:18 gMT",
    ] {
      #expect(decision(["Expires": valid], after: 0) == serving(.fresh, age: 0), "\(valid)")
    }
  }

  @Test(
    arguments: [
      ("max-age=10", 10), ("MAX-AGE=\"10\"", 10), ("foo, max-age=10", 10),
      ("x=\"max-age=99\", max-age=10", 10),
      ("max-age=0010", 10), ("max-age=30, max-age=10", 10), ("max-age=-1", 0), ("max-age=1.5", 0),
      ("max-age=", 0),
      ("max-age", 0), ("max-age='10'", 0), ("s-maxage=10", nil),
      ("max-age=99999999999999999999", CacheControl.mostSeconds),
      ("max-age=2147483649", CacheControl.mostSeconds), ("\"", nil), (",,,", nil), ("max-age =10", nil),
    ] as [(String, Int?)])
  func lifetimes(control: String, seconds: Int?) {
    #expect(stored(["Cache-Control": control]).explicitLifetime == seconds)
  }

  @Test(arguments: [
    ("5", 5), ("abc", 0), ("-5", 0), ("5.0", 0), ("7, 0", 7), ("0, 7", 0),
    ("2147483649", CacheControl.mostSeconds),
    ("5;a=b", 0),
    ("99999999999999999999999", CacheControl.mostSeconds), ("", 0),
  ])
  func ages(field: String, seconds: Int) {
    #expect(stored(["Age": field]).age(at: start) == seconds)
  }

  @Test func clocksThatDoNotAgreeMakeItOlder() {
    // The origin's clock is behind: the response looks old.
    let behind: KeyValuePairs = [
      "Cache-Control": "max-age=60", "Date": HTTPDate.text(start.addingTimeInterval(-50)),
    ]
    #expect(decision(behind, after: 5) == serving(.fresh, age: 55))
    // It is ahead: that makes nothing younger.
    let ahead: KeyValuePairs = [
      "Cache-Control": "max-age=60", "Date": HTTPDate.text(start.addingTimeInterval(500)),
    ]
    #expect(decision(ahead, after: 5) == serving(.fresh, age: 5))
    // Our own was set back.
    #expect(decision(["Cache-Control": "max-age=60"], after: -59) == serving(.fresh, age: 59))
    #expect(decision(["Cache-Control": "max-age=60"], after: -61) == .fetch(.stale))
    for seconds in [Double.infinity, -.infinity, .nan, 1e300, -1e300] {
      #expect(decision(["Cache-Control": "max-age=60", "Age": "1"], after: seconds) == .fetch(.stale))
    }
  }

  /// RFC 9111, section 4.2.3: what Age says was true when the request was sent, at the latest.
  @Test func theTimeInTransitCountsTowardsTheAge() {
    let received = start.addingTimeInterval(7)
    let slow = StoredResponse(
      response(["Age": "5"]), to: request(), requestTime: start, responseTime: received)
    #expect(slow.age(at: received) == 12 && slow.age(at: received.addingTimeInterval(3)) == 15)
    let without = StoredResponse(response([:]), to: request(), requestTime: start, responseTime: received)
    #expect(without.age(at: received) == 7)
  }

  @Test func heuristicsAreUsedOnRequest() {
    let old: KeyValuePairs = ["Last-Modified": HTTPDate.text(start.addingTimeInterval(-1_000))]
    #expect(decision(old, after: 99, usesHeuristics: true) == serving(.fresh, age: 99))
    let condition = fields(["If-Modified-Since": HTTPDate.text(start.addingTimeInterval(-1_000))])
    #expect(
      decision(old, after: 100, usesHeuristics: true) == .validate(index: 0, condition, .stale, fallback: nil)
    )
    #expect(decision(old, after: 0) == .validate(index: 0, condition, .stale, fallback: nil))
  }

  // MARK: What is allowed to be stale

  @Test func staleResponsesThatAreAllowed() {
    let control: KeyValuePairs = ["Cache-Control": "max-age=10"]
    #expect(decision(control, after: 15, maxStale: 5) == serving(.staleAllowed, age: 15))
    #expect(decision(control, after: 16, maxStale: 5) == .fetch(.stale))
    #expect(
      decision(control, after: 15, to: request(["Cache-Control": "max-stale=5"]))
        == serving(.staleAllowed, age: 15))
    #expect(
      decision(control, after: 9_999, to: request(["Cache-Control": "max-stale"]))
        == serving(.staleAllowed, age: 9_999))
    #expect(decision(control, after: 15, mode: .forceCache) == serving(.staleAllowed, age: 15))
    #expect(decision(control, after: 15, mode: .onlyIfCached) == serving(.staleAllowed, age: 15))
    for strict in ["max-age=10, must-revalidate", "max-age=10, no-cache"] {
      let strict: KeyValuePairs = ["Cache-Control": strict]
      for mode in [CachePolicy.default, .forceCache] {
        let decided = decision(strict, after: 15, mode: mode, maxStale: .max)
        #expect(decided == .fetch(.stale) || decided == .fetch(.noCache))
      }
      #expect(decision(strict, after: 15, mode: .onlyIfCached, maxStale: .max) == .unsatisfiable)
    }
  }

  @Test func staleIsServedWhileItIsRevalidated() {
    let control: KeyValuePairs = ["Cache-Control": "max-age=10, stale-while-revalidate=5"]
    #expect(decision(control, after: 15) == serving(.staleWhileRevalidating, age: 15, revalidates: true))
    #expect(decision(control, after: 16) == .fetch(.stale))
    #expect(
      decision(["Cache-Control": "max-age=10, stale-while-revalidate"], after: 10)
        == serving(.staleWhileRevalidating, age: 10, revalidates: true))
  }

  @Test func staleIfTheOriginFails() {
    let control: KeyValuePairs = ["Cache-Control": "max-age=10, stale-if-error=5"]
    let fallback = CacheMachine.Serving(index: 0, reason: .staleOnError, age: 15)
    #expect(decision(control, after: 15) == .fetch(.stale, fallback: fallback))
    #expect(decision(control, after: 16) == .fetch(.stale))
    let strict: KeyValuePairs = ["Cache-Control": "max-age=10, stale-if-error=5, must-revalidate"]
    #expect(decision(strict, after: 15) == .fetch(.stale))
    let asked = request(["Cache-Control": "stale-if-error=5"])
    #expect(
      decision(["Cache-Control": "max-age=10"], after: 15, to: asked) == .fetch(.stale, fallback: fallback))
  }

  // MARK: What a call and a request ask for

  @Test func modes() {
    let fresh: KeyValuePairs = ["Cache-Control": "max-age=10", "ETag": "\"a\""]
    let condition = fields(["If-None-Match": "\"a\""])
    #expect(decision(fresh, after: 1, mode: .reload) == .fetch(.asked))
    #expect(decision(fresh, after: 1, mode: .noStore) == .fetch(.noStore))
    #expect(
      decision(fresh, after: 1, mode: .noCache) == .validate(index: 0, condition, .asked, fallback: nil))
    #expect(decision(fresh, after: 1, mode: .forceCache) == serving(.fresh, age: 1))
    #expect(decision(fresh, after: 1, mode: .onlyIfCached) == serving(.fresh, age: 1))
    for mode in [CachePolicy.default, .reload, .noCache, .noStore, .forceCache] {
      let none = CacheMachine().decision(for: request(), policy: mode, stored: [], at: start)
      #expect(none != .unsatisfiable)
      let asked = CacheMachine().decision(
        for: request(["Cache-Control": "only-if-cached"]), policy: mode, stored: [], at: start)
      #expect(asked == .unsatisfiable)
    }
    #expect(
      CacheMachine().decision(for: request(), policy: .onlyIfCached, stored: [], at: start) == .unsatisfiable)
  }

  @Test(arguments: [
    ("no-cache", false), ("no-store", false), ("max-age=4", false), ("max-age=5", true),
    ("min-fresh=6", false),
    ("min-fresh=5", true), ("max-age=x", false), ("foo", true), ("max-age=4, max-stale=9", true),
    ("max-age=4, max-stale=1", true), ("max-age=4, max-stale=0", false), ("max-age=0, max-stale", true),
  ])
  func directivesOfARequest(control: String, isServed: Bool) {
    let decided = decision(["Cache-Control": "max-age=10"], after: 5, to: request(["Cache-Control": control]))
    #expect((decided == serving(.fresh, age: 5)) == isServed, "\(decided)")
  }

  @Test func pragmaAndImmutable() {
    #expect(
      decision(["Cache-Control": "max-age=10"], after: 5, to: request(["Pragma": "no-cache"]))
        == .fetch(.asked))
    let immutable: KeyValuePairs = ["Cache-Control": "max-age=10, immutable"]
    #expect(
      decision(immutable, after: 5, to: request(["Cache-Control": "max-age=0"])) == serving(.fresh, age: 5))
    #expect(decision(immutable, after: 15, to: request(["Cache-Control": "max-age=0"])) == .fetch(.asked))
  }

  @Test func otherMethodsAndRangesBypassTheCache() {
    let fresh: KeyValuePairs = ["Cache-Control": "max-age=10"]
    #expect(decision(fresh, after: 1, to: request(method: .post)) == .fetch(.method))
    #expect(decision(fresh, after: 1, to: request(["Range": "bytes=0-1"])) == .fetch(.range))
    #expect(decision(fresh, after: 1, to: request(method: .head)) == serving(.fresh, age: 1))
  }

  @Test func theRequestsOwnConditionIsEvaluated() {
    let fresh: KeyValuePairs = ["Cache-Control": "max-age=10", "ETag": "W/\"a\""]
    func asked(_ value: String) -> CacheMachine.Decision {
      decision(fresh, after: 1, to: request(["If-None-Match": value]))
    }
    for value in ["\"a\"", "W/\"a\"", "\"x\", \"a\"", "*"] {
      #expect(asked(value) == serving(.fresh, age: 1, isNotModified: true), "\(value)")
    }
    for value in ["\"b\"", "a", "\"a, b\""] { #expect(asked(value) == serving(.fresh, age: 1), "\(value)") }
    // Stale: the request goes as it is.
    #expect(decision(fresh, after: 11, to: request(["If-None-Match": "\"b\""])) == .fetch(.stale))
  }

  /// RFC 9110, section 13.2.1: a server ignores conditions for a response that is not successful.
  @Test func onlySuccessfulResponsesAreValidated() {
    for status in [200, 203, 301, 404, 410] {
      let stored = stored(["Cache-Control": "max-age=10", "ETag": "\"a\""], status: status)
      let decided = CacheMachine().decision(
        for: request(), policy: .default, stored: [stored], at: start.addingTimeInterval(11))
      #expect((decided == .fetch(.stale)) == (status > 299), "\(status)")
    }
  }

  /// RFC 9110, section 13.1.3.
  @Test func theRequestsOwnDateIsEvaluated() {
    func isNotModified(_ pairs: KeyValuePairs<String, String>, since seconds: Double) -> Bool {
      let date = HTTPDate.text(start.addingTimeInterval(seconds))
      let decided = decision(pairs, after: 1, to: request(["If-Modified-Since": date]))
      if case .serve(let serving) = decided { return serving.isNotModified }
      return false
    }
    let modified: KeyValuePairs = [
      "Cache-Control": "max-age=10", "Last-Modified": HTTPDate.text(start.addingTimeInterval(-100)),
    ]
    #expect(!isNotModified(modified, since: -101))
    #expect(isNotModified(modified, since: -100) && isNotModified(modified, since: -99))
    // Without Last-Modified it is when the response was made.
    let fresh: KeyValuePairs = ["Cache-Control": "max-age=10"]
    #expect(!isNotModified(fresh, since: -1) && isNotModified(fresh, since: 0))
  }

  // MARK: Variants

  @Test func variantsAreSelectedByTheFieldsThatVaryNames() {
    let german = request(["Accept-Language": "de,  en"])
    let stored = [
      stored(["Cache-Control": "max-age=10", "Vary": "accept-language"], to: german),
      stored(["Cache-Control": "max-age=10", "Vary": "Accept-Language, X"], to: request()),
    ]
    func index(_ request: HTTPRequest) -> Int? {
      if case .serve(let serving) = CacheMachine().decision(
        for: request, policy: .default, stored: stored, at: start)
      {
        return serving.index
      }
      return nil
    }
    #expect(index(german) == 0)
    #expect(index(request(["accept-language": "de, en"])) == 0)
    #expect(index(request(["Accept-Language": "de", "accept-language": "en"])) == 0)
    #expect(index(request()) == 1)
    #expect(index(request(["X": "1"])) == nil)
    #expect(index(request(["Accept-Language": "fr"])) == nil)
    #expect(index(request(["Accept-Language": "DE, en"])) == nil, "values may have a case")
    for vary in ["a, *", "Accept Language", "a;b"] {
      #expect(!self.stored(["Vary": vary]).isSelected(by: request()), "\(vary)")
    }
  }

  // MARK: Parts

  /// RFC 9111, section 4: the most recent, whenever it was stored.
  @Test func aPartIsOfTheMostRecentResponse() {
    func whole(_ seconds: Double) -> StoredResponse {
      let date = HTTPDate.text(start.addingTimeInterval(seconds))
      var whole = stored(["Cache-Control": "max-age=60", "Date": date])
      whole.size = 10
      return whole
    }
    func index(_ stored: [StoredResponse]) -> Int? {
      let decided = CacheMachine().decision(
        for: request(["Range": "bytes=0-1"]), policy: .default, stored: stored, at: start)
      if case .serve(let serving) = decided { return serving.index }
      return nil
    }
    #expect(index([whole(-1), whole(-9)]) == 0)
    #expect(index([whole(-9), whole(-1)]) == 1)
    #expect(index([whole(-1), whole(-1)]) == 1)
  }

  /// RFC 9110, section 8.8.2.2: within the second of its Date, a response can have changed once more.
  @Test(arguments: [(1.0, true), (0, false), (-5, false)])
  func aDateOfIfRangeIsStrong(secondsBefore: Double, isServed: Bool) {
    let modified = HTTPDate.text(start.addingTimeInterval(-secondsBefore))
    var whole = stored([
      "Cache-Control": "max-age=60", "Date": HTTPDate.text(start), "Last-Modified": modified,
    ])
    whole.size = 10
    let decided = CacheMachine().decision(
      for: request(["Range": "bytes=0-1", "If-Range": modified]), policy: .default, stored: [whole], at: start
    )
    #expect((decided != .fetch(.range)) == isServed)
  }
}

extension CachePolicy {
  func allowing(_ seconds: Int64?) -> CachePolicy {
    seconds.map { maxStale(.seconds($0)) } ?? self
  }
}
