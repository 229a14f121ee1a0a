import Foundation
import HTTPTypes
import Testing

@testable import Repartee

/// What a cache does with a request, and with the response to it (RFC 9111): without a store, and without a network.
struct CacheMachineTests {
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  private func fields(_ pairs: KeyValuePairs<String, String>) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in pairs {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    return fields
  }

  private func request(
    _ pairs: KeyValuePairs<String, String> = [:], method: HTTPRequest.Method = .get
  ) -> HTTPRequest {
    HTTPRequest(
      method: method, scheme: "https", authority: "api.example.com", path: "/", headerFields: fields(pairs))
  }

  private func response(_ pairs: KeyValuePairs<String, String>, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: .init(code: status), headerFields: fields(pairs))
  }

  private func stored(
    _ pairs: KeyValuePairs<String, String>, status: Int = 200, to request: HTTPRequest? = nil
  ) -> StoredResponse {
    StoredResponse(response(pairs, status: status), to: request ?? self.request(), sent: start, came: start)
  }

  private func decision(
    _ pairs: KeyValuePairs<String, String>, after seconds: Double, to request: HTTPRequest? = nil,
    mode: CachePolicy = .default, maxStale: Int64? = nil, usesHeuristics: Bool = false
  ) -> CacheMachine.Decision {
    CacheMachine(usesHeuristics: usesHeuristics).decision(
      for: request ?? self.request(), policy: mode.allowing(maxStale), stored: [stored(pairs)],
      at: start.addingTimeInterval(seconds))
  }

  private func serving(
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
      ("max-age", 0), ("max-age='10'", 0), ("s-maxage=10", nil), ("max-age=99999999999999999999", 1 << 31),
      ("max-age=2147483649", 1 << 31), ("\"", nil), (",,,", nil), ("max-age =10", nil),
    ] as [(String, Int?)])
  func lifetimes(control: String, seconds: Int?) {
    #expect(stored(["Cache-Control": control]).explicitLifetime == seconds)
  }

  @Test(arguments: [
    ("5", 5), ("abc", 0), ("-5", 0), ("5.0", 0), ("7, 0", 7), ("0, 7", 0), ("2147483649", 1 << 31),
    ("5;a=b", 0),
    ("99999999999999999999999", 1 << 31), ("", 0),
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
      _ = decision(["Cache-Control": "max-age=60", "Age": "1"], after: seconds)
    }
  }

  @Test func heuristicsAreUsedIfAskedFor() {
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

  @Test func staleWhileItIsAskedForAgain() {
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

  @Test func otherMethodsAndRangesGoPast() {
    let fresh: KeyValuePairs = ["Cache-Control": "max-age=10"]
    #expect(decision(fresh, after: 1, to: request(method: .post)) == .fetch(.method))
    #expect(decision(fresh, after: 1, to: request(["Range": "bytes=0-1"])) == .fetch(.range))
    #expect(decision(fresh, after: 1, to: request(method: .head)) == serving(.fresh, age: 1))
  }

  @Test func aConditionOfTheRequestsOwnIsAnswered() {
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
    let star = StoredResponse(response(["Vary": "a, *"]), to: request(), sent: start, came: start)
    #expect(!star.isSelected(by: request()))
  }

  // MARK: Storing

  private func storing(
    _ pairs: KeyValuePairs<String, String>, status: Int = 200, to request: HTTPRequest? = nil,
    mode: CachePolicy = .default, validated: StoredResponse? = nil, hasFallback: Bool = false,
    usesHeuristics: Bool = false
  ) -> CacheMachine.Storing {
    CacheMachine(usesHeuristics: usesHeuristics).storing(
      response(pairs, status: status), to: request ?? self.request(), policy: mode, validated: validated,
      hasFallback: hasFallback, sent: start, came: start)
  }

  private func isStored(_ storing: CacheMachine.Storing) -> Bool {
    if case .store = storing { true } else { false }
  }

  @Test func whatIsStored() {
    #expect(isStored(storing(["Cache-Control": "max-age=10"])))
    #expect(isStored(storing(["Cache-Control": "private, max-age=10"])))
    #expect(isStored(storing(["ETag": "\"a\""])))
    #expect(isStored(storing(["Cache-Control": "max-age=10"], status: 404)))
    #expect(isStored(storing(["Cache-Control": "max-age=10"], status: 299)))
    #expect(isStored(storing(["Cache-Control": "no-cache", "ETag": "\"a\""])))
    #expect(isStored(storing(["Cache-Control": "no-store, must-understand, max-age=10"])))
    #expect(isStored(storing(["Cache-Control": "max-age=10"], mode: .reload)))
  }

  @Test func whatIsNotStored() {
    #expect(storing([:]) == .pass)
    #expect(storing(["Cache-Control": "no-store, max-age=10"]) == .pass)
    #expect(storing(["Cache-Control": "max-age=10"], to: request(["Cache-Control": "no-store"])) == .pass)
    #expect(storing(["Cache-Control": "max-age=10"], mode: .noStore) == .pass)
    #expect(storing(["Cache-Control": "max-age=10", "Vary": "*"]) == .pass)
    #expect(storing(["Cache-Control": "max-age=10"], to: request(method: .post)) == .pass)
    #expect(storing(["Cache-Control": "max-age=10"], to: request(method: .head)) == .pass)
    for status in [100, 199, 206, 304, 600, 999] {
      #expect(storing(["Cache-Control": "max-age=10"], status: status) == .pass, "\(status)")
    }
    #expect(storing(["Cache-Control": "must-understand, max-age=10"], status: 299) == .pass)
    #expect(storing(["ETag": "\"a\""], status: 500) == .pass)
    #expect(storing(["Cache-Control": "max-age=0"]) == .pass)
  }

  @Test func fieldsOfAConnectionAreNotKept() {
    guard
      case .store(let stored) = storing([
        "Cache-Control": "max-age=10, no-cache=\"Set-Cookie, X-Once\"", "Connection": "X-Hop, close",
        "X-Hop": "1", "Keep-Alive": "1", "Transfer-Encoding": "chunked", "Set-Cookie": "a", "X-Once": "1",
        "X-Kept": "1",
      ])
    else {
      Issue.record("it was not stored")
      return
    }
    #expect(stored.fields.map(\.name.canonicalName) == ["cache-control", "x-kept"])
  }

  // MARK: Validation

  @Test func aValidationBringsNewerFields() {
    let old = stored([
      "Cache-Control": "max-age=10", "ETag": "\"a\"", "X": "1", "X": "2", "Content-Type": "text/plain",
      "Content-Length": "3",
    ])
    let came = start.addingTimeInterval(100)
    guard
      case .freshened(let new, true) = CacheMachine().storing(
        response(
          ["ETag": "\"a\"", "Cache-Control": "max-age=20", "X": "3", "Content-Length": "0", "Y": "1"],
          status: 304),
        to: request(), policy: .default, validated: old, hasFallback: false, sent: came, came: came)
    else {
      Issue.record("it was not freshened")
      return
    }
    #expect(new.fields[values: HTTPField.Name("X") ?? .date] == ["3"])
    #expect(new.fields[.contentLength] == "3" && new.fields[.contentType] == "text/plain")
    #expect(new.explicitLifetime == 20 && new.age(at: came) == 0)
    // Another representation is not this one.
    for tag in ["\"b\"", "W/\"b\""] {
      #expect(storing(["ETag": tag], status: 304, validated: old) == .pass, "\(tag)")
    }
  }

  @Test func failuresFallBackWhereThatIsAllowed() {
    for status in [500, 502, 503, 504] {
      #expect(storing([:], status: status, hasFallback: true) == .fallBack)
      #expect(storing([:], status: status) == .pass)
    }
    for status in [400, 404, 501] { #expect(storing([:], status: status, hasFallback: true) == .pass) }
  }

  @Test func headBringsNewerFieldsOrSaysThatItIsAnother() {
    let old = stored(["Cache-Control": "max-age=10", "ETag": "\"a\"", "Content-Length": "3"])
    let machine = CacheMachine()
    func head(_ pairs: KeyValuePairs<String, String>, status: Int = 200) -> StoredResponse? {
      machine.freshened(old, byHead: response(pairs, status: status), sent: start, came: start)
    }
    #expect(head(["ETag": "\"a\"", "X": "1"])?.fields.count == 4)
    #expect(head(["ETag": "\"b\""]) == nil)
    #expect(head(["Content-Length": "4"]) == nil)
    #expect(head(["Content-Length": "3"]) != nil)
    #expect(head([:], status: 404) == old)
  }

  @Test func unsafeMethodsInvalidate() {
    for method in [HTTPRequest.Method.post, .put, .patch, .delete] {
      #expect(CacheMachine.invalidates(method, response([:], status: 204)))
      #expect(CacheMachine.invalidates(method, response([:], status: 303)))
      #expect(!CacheMachine.invalidates(method, response([:], status: 404)))
    }
    for method in [HTTPRequest.Method.get, .head, .options, .trace] {
      #expect(!CacheMachine.invalidates(method, response([:])))
    }
  }

  // MARK: Any

  /// Whatever is stored and asked for: nothing that must be revalidated is served stale, nothing stale unless somebody
  /// allows it, and nothing is sent that may not be.
  @Test func nothingStaleIsServedThatMayNotBe() async throws {
    await forAll(runs: 3_000) { random in
      func control(_ words: [String]) -> String {
        random.array(0...3) { random in
          let word = random.one(of: words)
          return word.hasSuffix("=") ? "\(word)\(random.int(0...20))" : word
        }.joined(separator: ", ")
      }
      let response = control([
        "max-age=", "must-revalidate", "no-cache", "no-store", "private", "public", "stale-while-revalidate=",
        "stale-if-error=", "immutable", "s-maxage=", "no-cache=\"x\"",
      ])
      let asking = control([
        "max-age=", "max-stale=", "max-stale", "min-fresh=", "no-cache", "only-if-cached",
      ])
      var pairs = [("Cache-Control", response)]
      if random.bool() { pairs.append(("Age", "\(random.int(0...20))")) }
      if random.bool() { pairs.append(("ETag", "\"a\"")) }
      let head = HTTPResponse(
        status: .ok,
        headerFields: HTTPFields(pairs.map { HTTPField(name: HTTPField.Name($0.0)!, value: $0.1) }))
      let mode = random.one(of: [
        CachePolicy.default, .reload, .noCache, .noStore, .forceCache, .onlyIfCached,
      ])
      let stored = StoredResponse(head, to: request(), sent: start, came: start)
      let now = start.addingTimeInterval(Double(random.int(-5...40)))
      let maxStale = random.bool() ? Int64(random.int(0...20)) : nil
      let request = request(asking.isEmpty ? [:] : ["Cache-Control": asking])
      let decided = CacheMachine().decision(
        for: request, policy: mode.allowing(maxStale), stored: [stored], at: now)
      let isStale = stored.age(at: now) >= (stored.explicitLifetime ?? 0)
      let isOffline = mode == .onlyIfCached || asking.contains("only-if-cached")
      switch decided {
      case .serve(let serving):
        #expect(!(isStale && response.contains("must-revalidate")), "\(response) \(asking) \(mode)")
        #expect(!stored.control.hasUnqualified("no-cache"), "\(response) \(asking) \(mode)")
        let isAllowed =
          maxStale != nil || asking.contains("max-stale") || mode == .forceCache || mode == .onlyIfCached
          || response.contains("stale-while-revalidate")
        #expect(!isStale || isAllowed, "\(response) \(asking) \(mode)")
        #expect((serving.reason == .fresh) == !isStale)
        #expect(mode != .reload && mode != .noStore && mode != .noCache)
        #expect(!(serving.revalidates && isOffline))
      case .validate(_, _, _, let fallback), .fetch(_, let fallback):
        #expect(!isOffline, "\(response) \(asking) \(mode)")
        if fallback != nil { #expect(isStale && !response.contains("must-revalidate")) }
      case .unsatisfiable: #expect(isOffline)
      }
    }
  }
}

extension CachePolicy {
  fileprivate func allowing(_ seconds: Int64?) -> CachePolicy {
    seconds.map { maxStale(.seconds($0)) } ?? self
  }
}
