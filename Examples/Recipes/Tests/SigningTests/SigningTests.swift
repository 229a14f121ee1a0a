import Foundation
import HTTPTypes
import Repartee
import Synchronization
import Testing

@testable import Signing

/// AWS's example keys.
private let keys = AWSKeys(
  id: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
private let time = Date(timeIntervalSince1970: 1_440_938_160)  // 2015-08-30T12:36:00Z

private struct Store: Sendable {
  let client: Client
  private let box: Box

  private final class Box: Sendable { let head = Mutex<HTTPRequest?>(nil) }

  init(_ host: String = "api.example.com") {
    let box = Box()
    client = Client(
      baseURL: "https://\(host)",
      transport: InMemoryTransport { request in
        box.head.withLock { $0 = request.head }
        return .text("")
      })
    self.box = box
  }

  /// The head as it arrives.
  func arrival(of request: Request, _ authentication: Authentication) async throws -> HTTPRequest {
    try await client.send(
      Resource<Void, Never>(request.authenticated(authentication), .anySuccess))
    return try #require(box.head.withLock { $0 })
  }

  func url(of request: Request, _ authentication: Authentication) async throws -> URL {
    try await client.url(
      for: Resource<Void, Never>(request.authenticated(authentication), .anySuccess))
  }
}

extension HTTPRequest {
  fileprivate func field(_ name: String) -> String? {
    HTTPField.Name(name).flatMap { headerFields[$0] }
  }
}

struct SigningTests {
  @Test(
    "200 random requests have botocore's signatures (skipped where Python has no botocore)",
    .enabled(if: Botocore.isThere))
  func signaturesAreBotocores() async throws {
    let seed =
      ProcessInfo.processInfo.environment["REPARTEE_SEED"].flatMap { UInt64($0) }
      ?? .random(in: .min ... .max)
    var random = Seeded(seed)
    var requests: [Botocore.Job.Request] = []
    var ours: [[String]] = []
    for index in 0..<200 {
      let (signed, added) = try await self.signed(presigned: index % 2 == 1, &random)
      requests.append(signed)
      ours.append(added)
    }
    let theirs = try Botocore.sign(
      .init(
        id: keys.id, secret: keys.secret, time: Int(time.timeIntervalSince1970), requests: requests))
    try #require(theirs.count == 200)
    for (index, request) in requests.enumerated() {
      #expect(ours[index] == theirs[index], "\(request) with REPARTEE_SEED=\(seed)")
    }
  }

  private func signed(
    presigned: Bool, _ random: inout Seeded
  ) async throws -> (Botocore.Job.Request, [String]) {
    var keys = keys
    if random.one(in: 3) { keys.sessionToken = random.text(1...40, of: "abcXYZ019+/=") }
    let service = random.one(in: 2) ? "s3" : "execute-api"
    let region = random.one(in: 2) ? "us-east-1" : "eu-central-1"
    let host = random.one(in: 2) ? "bucket.example.com" : "bucket.example.com:8443"
    let method: HTTPRequest.Method = presigned ? (random.one(in: 2) ? .get : .put) : .post
    let (first, second) = (random.text(1...12), random.text(1...12))
    let paths: [Request.Path] = ["/", "/a\(first)", "/a\(first)/b\(second)", "/a\(first)/b\(second)/"]
    let path = paths[Int.random(in: 0..<paths.count, using: &random)]
    var query = Request.Query()
    for name in Set((0..<Int.random(in: 0...4, using: &random)).map { _ in random.text(1...8) }) {
      query.append(name, random.text(0...12))
    }
    var request = Request(method, path, query: query)
    let store = Store(host)
    var job = Botocore.Job.Request(
      method: method.rawValue, url: "", region: region, service: service, token: keys.sessionToken)
    if presigned {
      let lifetime = Int64.random(in: 1...604_800, using: &random)
      let url = try await store.url(
        of: request,
        .awsPresigned(keys, region: region, service: service, for: .seconds(lifetime), now: { time }))
      let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
      job.expires = lifetime
      job.url = try await store.url(of: request, .off).absoluteString
      let texts = items.map { "\($0.name)=\($0.value ?? "")" }
      // As Python sorts.
      return (job, texts.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) })
    }
    let body = Data(
      (0..<Int.random(in: 0...100, using: &random)).map { _ in .random(in: 0...255, using: &random) })
    request.body = .bytes(body, contentType: "application/x-test")
    request.headers["X-Amz-Meta-Note"] = "a   \(Int.random(in: 0...99, using: &random))"
    let head = try await store.arrival(
      of: request, .awsSignature(keys, region: region, service: service, now: { time }))
    job.body = body.base64EncodedString()
    job.url = try await store.url(of: request, .off).absoluteString
    job.headers = ["Content-Type", "X-Amz-Meta-Note"].compactMap { name in
      head.field(name).map { [name, $0] }
    }
    let names = ["Authorization", "X-Amz-Date", "X-Amz-Content-SHA256", "X-Amz-Security-Token"]
    return (job, names.compactMap { name in head.field(name).map { "\(name): \($0)" } })
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(604_801), .milliseconds(999)])
  func aLifetimeThatAWSRefusesSignsNothing(lifetime: Duration) async throws {
    await #expect(throws: CallError<Never>.self) {
      try await Store().url(of: .get("/a"), .awsPresigned(keys, region: "eu-central-1", for: lifetime))
    }
  }

  @Test func aStreamIsUnsignedForS3AndRefusedForOthers() async throws {
    func head(_ service: String) async throws -> HTTPRequest {
      let body = ByteStream(
        length: 1,
        once: {
          var isRead = false
          return {
            defer { isRead = true }
            return isRead ? nil : Data("a".utf8)
          }
        })
      return try await Store().arrival(
        of: .put("/a", body: .stream(body)), .awsSignature(keys, region: "eu-central-1", service: service))
    }
    #expect(try await head("s3").field("X-Amz-Content-SHA256") == "UNSIGNED-PAYLOAD")
    await #expect(throws: CallError<Never>.self) { try await head("execute-api") }
  }

  @Test func keysAreNotShown() async throws {
    var shown = ""
    dump(keys, to: &shown)
    #expect(!"\(keys) \(shown)".contains("EXAMPLE"))
    #expect(!"\(Authentication.awsSignature(keys, region: "a", service: "s3"))".contains("EXAMPLE"))
  }
}

/// SplitMix64.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  mutating func text(
    _ length: ClosedRange<Int>, of alphabet: String = "abcXYZ019-._~ !$&'()*+,;=:@?#[]|\"<>^`{}%äß東🙂"
  ) -> String {
    let characters = Array(alphabet)
    return String(
      (0..<Int.random(in: length, using: &self)).map { _ in
        characters[Int.random(in: 0..<characters.count, using: &self)]
      })
  }
}
