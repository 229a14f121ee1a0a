import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Repartee
@testable import ReparteeCaching

/// What is stored, and what a validation makes of it.
extension CacheMachineTests {
  func storing(
    _ pairs: KeyValuePairs<String, String>, status: Int = 200, to request: HTTPRequest? = nil,
    mode: CachePolicy = .default, validated: StoredResponse? = nil, hasFallback: Bool = false,
    usesHeuristics: Bool = false
  ) -> CacheMachine.Storing {
    CacheMachine(usesHeuristics: usesHeuristics).storing(
      response(pairs, status: status), to: request ?? self.request(), policy: mode, validated: validated,
      hasFallback: hasFallback, requestTime: start, responseTime: start)
  }

  func isStored(_ storing: CacheMachine.Storing) -> Bool {
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

  /// A response would be used for longer, or for other requests, without a field that limits its use.
  @Test(arguments: ["Connection", "Cache-Control"])
  func whatACacheNeedsIsKept(field: String) {
    let names = "Vary, Age, Date, Expires, Cache-Control, ETag, Last-Modified"
    let isOfConnection = field == "Connection"
    guard
      case .store(let stored) = storing(
        [
          "Cache-Control": isOfConnection ? "max-age=10" : "max-age=10, no-cache=\"\(names)\"",
          "Connection": isOfConnection ? names : "close", "Vary": "Accept-Language", "Age": "5",
        ], to: request(["Accept-Language": "de"]))
    else {
      Issue.record("it was not stored")
      return
    }
    #expect(stored.age(at: start) == 5 && stored.explicitLifetime == 10)
    #expect(!stored.isSelected(by: request(["Accept-Language": "en"])))
  }

  // MARK: Validation

  @Test func aValidationUpdatesFields() {
    let old = stored([
      "Cache-Control": "max-age=10", "ETag": "\"a\"", "X": "1", "X": "2", "Content-Type": "text/plain",
      "Content-Length": "3",
    ])
    let received = start.addingTimeInterval(100)
    guard
      case .freshened(let new, true) = CacheMachine().storing(
        response(
          ["ETag": "\"a\"", "Cache-Control": "max-age=20", "X": "3", "Content-Length": "0", "Y": "1"],
          status: 304),
        to: request(), policy: .default, validated: old, hasFallback: false, requestTime: received,
        responseTime: received)
    else {
      Issue.record("it was not freshened")
      return
    }
    #expect(new.fields[values: HTTPField.Name("X") ?? .date] == ["3"])
    #expect(new.fields[.contentLength] == "3" && new.fields[.contentType] == "text/plain")
    #expect(new.explicitLifetime == 20 && new.age(at: received) == 0)
    // Another representation is not this one.
    for tag in ["\"b\"", "W/\"b\""] {
      #expect(storing(["ETag": tag], status: 304, validated: old) == .pass, "\(tag)")
    }
  }

  /// nginx makes the tag weak where it compresses, but neither in a 304 nor in the response to a HEAD.
  @Test func aWeakTagMayBeReturnedAsStrong() {
    let old = stored(["Cache-Control": "max-age=10", "ETag": "W/\"a\""])
    guard
      case .freshened(let new, true) = storing(
        ["ETag": "\"a\"", "Cache-Control": "max-age=20"], status: 304, validated: old)
    else {
      Issue.record("it was not freshened")
      return
    }
    #expect(new.explicitLifetime == 20)
    // A strong tag would allow to combine its bytes with others.
    #expect(new.fields[.eTag] == "W/\"a\"" && !new.satisfiesIfRange([.ifRange: "\"a\""]))
    let head = CacheMachine().freshened(
      old, byHead: response(["ETag": "\"a\""]), requestTime: start, responseTime: start)
    #expect(head?.fields[.eTag] == "W/\"a\"")
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

  @Test func headUpdatesFieldsOrShowsAnotherResponse() {
    let old = stored(["Cache-Control": "max-age=10", "ETag": "\"a\"", "Content-Length": "3"])
    let machine = CacheMachine()
    func head(_ pairs: KeyValuePairs<String, String>, status: Int = 200) -> StoredResponse? {
      machine.freshened(old, byHead: response(pairs, status: status), requestTime: start, responseTime: start)
    }
    #expect(head(["ETag": "\"a\"", "X": "1"])?.fields.count == 4)
    #expect(head(["ETag": "\"b\""]) == nil)
    #expect(head(["Content-Length": "4"]) == nil)
    #expect(head(["Content-Length": "3"]) != nil)
    #expect(head([:], status: 404) == old)
  }

  /// A HEAD of 200 says that what the error or the redirect was about is there now.
  @Test func headSaysThatAnErrorIsOver() {
    for status in [404, 301, 410] {
      let old = stored(["Cache-Control": "max-age=10"], status: status)
      let head = response(["Cache-Control": "max-age=60"])
      #expect(
        CacheMachine().freshened(old, byHead: head, requestTime: start, responseTime: start) == nil,
        "\(status)")
    }
  }

  /// The length that counts is that of the representation, whether or not the stored response had the field.
  @Test func headHasTheLengthOfTheRepresentation() {
    func isFreshened(_ old: StoredResponse, by length: String) -> Bool {
      let head = response(["Content-Length": length])
      return CacheMachine().freshened(old, byHead: head, requestTime: start, responseTime: start) != nil
    }
    var whole = stored(["Cache-Control": "max-age=10"])
    whole.size = 3
    #expect(isFreshened(whole, by: "3") && !isFreshened(whole, by: "4"))
    // A coded body is stored decoded: its own length says nothing.
    var coded = stored(["Cache-Control": "max-age=10", "Content-Encoding": "gzip"])
    coded.size = 30
    #expect(isFreshened(coded, by: "9"))
    let unknown: KeyValuePairs = ["Cache-Control": "max-age=10", "Content-Range": "bytes 0-2/*"]
    #expect(isFreshened(stored(unknown, status: 206), by: "9"))
    let part: KeyValuePairs = [
      "Cache-Control": "max-age=10", "Content-Range": "bytes 0-2/9", "Content-Length": "3",
    ]
    #expect(
      isFreshened(stored(part, status: 206), by: "9") && !isFreshened(stored(part, status: 206), by: "3"))
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
      let stored = StoredResponse(head, to: request(), requestTime: start, responseTime: start)
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
