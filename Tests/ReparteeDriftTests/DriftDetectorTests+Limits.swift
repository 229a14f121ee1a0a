import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee
@testable import ReparteeDrift

/// How often drift is reported, and how much of it.
extension DriftDetectorTests {
  @Test func eachIsReportedOnceAnInterval() async {
    let reported = Mutex<[Drift]>([])
    let seconds = Mutex(0.0)
    let bodies = Mutex(0)
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        let count = bodies.withLock { count in
          count += 1
          return count
        }
        return .json(#"{"id": 7, "name": "Ada", "zip": 1, "key\#(count % 3)": 1}"#)
      })
    client.drift = DriftDetector(sampling: 1, interval: .seconds(60), limit: 3, reportsAllUnreadKeys: true)
    client.now = { Date(timeIntervalSince1970: seconds.withLock { $0 }) }
    client.observers.append(
      .handler { event in if let drift = event.drift { reported.withLock { $0.append(drift) } } })
    for _ in 0..<9 { _ = await client.result(of: GetUser(id: 7)) }
    #expect(reported.withLock { $0.map(\.kind) } == [.unreadKey, .unreadKey, .unreadKey, .more])
    seconds.withLock { $0 = 61 }
    for _ in 0..<9 { _ = await client.result(of: GetUser(id: 7)) }
    #expect(reported.withLock { $0.count } == 8)
  }

  @Test func theLogIsBounded() {
    for interval in [Duration.zero, .seconds(-1), .seconds(Int64.max), .seconds(60)] {
      for limit in [Int.min, 0, 1, 5, Int.max] {
        var log = DriftLog()
        var reported = 0
        for index in 0..<100 {
          for _ in 0..<2 {
            let drift = Drift(.unreadKey, endpoint: "X", status: 200, place: "\(index)")
            let unreported = log.unreported(
              drift, at: Date(timeIntervalSince1970: Double(index % 7)), interval, limit)
            if unreported != nil { reported += 1 }
          }
        }
        switch (interval > .zero, limit) {
        case (_, ..<1): #expect(reported == 0)
        case (true, .max): #expect(reported == 100)
        case (true, _): #expect(reported == limit + 1)
        case (false, _): #expect(reported == 200)
        }
      }
    }
  }

  @Test func aPartOfTheCallsIsExamined() async {
    let detector = DriftDetector(sampling: 0.25)
    var random = SplitMix64(seed: 1)
    let taken = (0..<10_000).count { _ in detector.takes { random.next() } }
    #expect((2_300...2_700).contains(taken))
    #expect(detector.takes { 0 } && detector.takes { (1 << 62) - 1 } && !detector.takes { 1 << 62 })
    #expect(!detector.takes { .max })
  }

  // MARK: Bounds

  @Test func aHostileBodyIsCut() async {
    let keys = (0..<5_000).map { "\"k\($0)\": 0" }.joined(separator: ",")
    let reported = await drift(GetPerson(), "{\"name\": \"Ada\", \(keys)}")
    #expect(reported.count == 199)
    let wide = (0..<3_000).map { #"{"name": "Ada", "k\#($0)": {"x\#($0)": 1}}"# }.joined(separator: ",")
    let people = Resource<[Person], Never>(.get("/people"), [.success(.decode)])
    #expect(await drift(people, "[\(wide)]").count == 199)
    // 100 places of one container, of each of which 100: no more than 5,000 of all.
    let nested = (0..<100).map { outer in
      "\"k\(outer)\": {\((0..<100).map { "\"x\($0)\": {}" }.joined(separator: ","))}"
    }
    let tree = Resource<[String: [String: [String: Int]]], Never>(.get("/tree"), [.success(.decode)])
    #expect(await drift(tree, "{\(nested.joined(separator: ","))}") == [])
    let loose = Resource<Loose, Never>(.get("/loose"), [.success(.decode)])
    #expect(
      (1_000..<5_000).contains(
        await drift(
          loose, "{\(nested.joined(separator: ","))}",
          by: DriftDetector(sampling: 1, limit: .max, reportsAllUnreadKeys: true)
        )
        .count))
    let deep = String(repeating: #"{"address":"#, count: 400) + "1" + String(repeating: "}", count: 400)
    #expect(await drift(GetPerson(), deep).allSatisfy { $0.count < 600 })
    let long = String(repeating: "k", count: 100_000)
    #expect(await drift(GetPerson(), #"{"name": "Ada", "\#(long)": 1}"#).allSatisfy { $0.count < 600 })
    let secret = await drift(
      GetPerson(), #"{"name": "Ada", "token": {"x": 1}, "ghp_0123456789abcdefghij0123456789abcdef": 1}"#)
    #expect(secret.count == 2 && !secret.joined().contains("0123456789abcdef"), "\(secret)")
  }

  /// Goes into the first two levels, whatever their keys, and reads nothing of the third.
  struct Loose: Decodable, Sendable {
    init(from decoder: any Decoder) throws {
      let outer = try decoder.container(keyedBy: JSONPath.Component.self)
      for key in 0..<100 {
        _ = try outer.nestedContainer(keyedBy: JSONPath.Component.self, forKey: .key("k\(key)"))
      }
    }
  }

  /// A model that reads some of the keys of a body, wherever they are, against a simple one.
  @Test func anyBodyAgainstASimpleModel() async throws {
    try await forAll(runs: 300) { random in
      let names = ["a", "b", "c", "d", "ä", "e f"]
      func value(_ depth: Int) -> JSONValue {
        switch random.int(0...(depth > 3 ? 3 : 6)) {
        case 0: return nil
        case 1: return .init(random.int(0...9))
        case 2: return .init(random.text())
        case 3: return .init(random.bool())
        case 4: return .array((0..<random.int(0...3)).map { _ in value(depth + 1) })
        default:
          var object = JSONObject()
          for name in names where random.bool() { object[name] = value(depth + 1) }
          return .object(object)
        }
      }
      let body = value(0)
      let wanted = Set(names.filter { _ in random.bool() })
      let reported = try await Self.$wanted.withValue(wanted) {
        await drift(
          Resource<Picky, Never>(.get("/x"), [.success(.decode)]),
          String(decoding: try JSONCoder().encode(body), as: UTF8.self))
      }
      var unread: Set<String> = []
      func walk(_ value: JSONValue, _ place: [String]) {
        switch value {
        case .array(let elements):
          for element in elements {
            walk(element, place.isEmpty ? ["[]"] : place.dropLast() + [place.last! + "[]"])
          }
        case .object(let object):
          for (key, child) in object {
            let name = key == "e f" ? #"["e f"]"# : key
            if wanted.contains(key) {
              walk(child, place + [name])
            } else {
              unread.insert((place + [name]).joined(separator: ".").replacing(".[\"", with: "[\""))
            }
          }
        default: break
        }
      }
      walk(body, [])
      #expect(Set(reported) == Set(unread.map { "GET /x, 200: unread key: \($0)" }), "\(body)")
    }
  }

  @TaskLocal private static var wanted: Set<String> = []

  /// Reads the keys that are wanted, at any depth.
  struct Picky: Decodable, Sendable {
    private struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      if let object = try? decoder.container(keyedBy: Key.self) {
        for name in DriftDetectorTests.wanted where object.contains(Key(stringValue: name)) {
          _ = try object.decode(Picky.self, forKey: Key(stringValue: name))
        }
      } else if var array = try? decoder.unkeyedContainer() {
        while !array.isAtEnd { _ = try array.decode(Picky.self) }
      }
    }
  }
}
