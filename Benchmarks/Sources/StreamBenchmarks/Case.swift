import AsyncHTTPClient
import Foundation
import NIOCore
import Repartee
import ReparteeAsyncHTTPClient
import Synchronization

enum Side: String {
  case asyncHTTPClient, repartee
}

/// What is measured.
enum Case: String, CaseIterable {
  case download, throttled, ndjson, array, uploadFile, uploadSequence

  static let size = 500_000_000
  static let arrayCount = 1_000_000
  static let ndjsonCount = 1_000_000_000 / Server.element.count

  var sides: [Side] {
    switch self {
    case .download, .throttled: [.asyncHTTPClient, .repartee]
    case .ndjson, .array, .uploadFile, .uploadSequence: [.repartee]
    }
  }

  var elements: Int? {
    switch self {
    case .ndjson: Self.ndjsonCount
    case .array: Self.arrayCount
    default: nil
    }
  }

  func run(_ side: Side, port: String) async throws -> Run {
    let base = "http://127.0.0.1:\(port)"
    let client = Client(baseURL: base, transport: .asyncHTTPClient)
    let limit = self == .throttled ? 60e6 : nil
    switch (self, side) {
    case (.download, .repartee), (.throttled, .repartee):
      var meter = Meter(total: Self.size, limit: limit)
      let body = try await client.send(
        Resource<ResponseStream<Data>, Never>(.get("/bytes/\(Self.size)"), [.code(200, .stream(.bytes))]))
      for try await chunk in body { try await meter.count(chunk.count) }
      return meter.end()
    case (.download, .asyncHTTPClient), (.throttled, .asyncHTTPClient):
      var meter = Meter(total: Self.size, limit: limit)
      let response = try await HTTPClient.shared.execute(
        HTTPClientRequest(url: "\(base)/bytes/\(Self.size)"), timeout: .hours(1))
      for try await buffer in response.body { try await meter.count(buffer.readableBytes) }
      return meter.end()
    case (.ndjson, _):
      return try await elements(
        .jsonLines(), from: .get("/ndjson/\(Self.ndjsonCount)"), count: Self.ndjsonCount, client)
    case (.array, _):
      return try await elements(
        .jsonArray(at: "data"), from: .get("/array/\(Self.arrayCount)"), count: Self.arrayCount, client)
    case (.uploadFile, _):
      let file = FileManager.default.temporaryDirectory.appending(path: "repartee-\(UUID().uuidString)")
      FileManager.default.createFile(atPath: file.path, contents: nil)
      defer { try? FileManager.default.removeItem(at: file) }
      try FileHandle(forWritingTo: file).truncate(atOffset: UInt64(Self.size))
      return try await upload(.file(file), client)
    case (.uploadSequence, _):
      return try await upload(
        .stream(once: Zeros(count: Self.size / 50_000), length: nil), client)
    }
  }

  struct Element: Decodable {
    var id: Int
    var name: String
    var tags: [String]
    var score: Double
  }

  private func elements(
    _ format: StreamFormat<Element>, from request: Request, count: Int, _ client: Client
  ) async throws -> Run {
    var meter = Meter(total: count)
    let stream = try await client.send(
      Resource<ResponseStream<Element>, Never>(request, [.code(200, .stream(format))]))
    var (ids, found) = (0, 0)
    for try await element in stream {
      ids &+= element.id
      found += 1
      try await meter.count(1)
    }
    precondition(ids == found * 4711)
    return meter.end(elements: found, bytes: found * Server.element.count)
  }

  private func upload(_ body: RequestBody, _ client: Client) async throws -> Run {
    let early = Mutex(0.0)
    let watched = body.reportingProgress { progress in
      if progress.bytes < Self.size / 10 { early.withLock { $0 = Run.peakMegabytes() } }
    }
    var meter = Meter(total: Self.size)
    let count = try await client.send(
      Resource<String, Never>(.post("/sink", body: watched), [.code(200, .decode)]))
    precondition(Int(count) == Self.size)
    var run = meter.end(elements: 1, bytes: Self.size)
    run.early = early.withLock { $0 }
    return run
  }
}

/// Chunks of 50 kB.
private struct Zeros: AsyncSequence, AsyncIteratorProtocol, Sendable {
  var count: Int

  func makeAsyncIterator() -> Zeros { self }

  mutating func next() async -> Data? {
    count -= 1
    return count < 0 ? nil : Data(count: 50_000)
  }
}
