import AsyncHTTPClient
import Foundation
import NIOCore
import Repartee
import ReparteeAsyncHTTPClient
import Synchronization

/// AsyncHTTPClient by itself, Repartee over it, Repartee over URLSession.
enum Side: String {
  case asyncHTTPClient, repartee, urlSession
}

/// What is measured.
enum Case: String, CaseIterable {
  case download, throttled, downloadURLSession
  /// Elements of 80 bytes, one a line, and of an array. Direct are those that read themselves.
  case ndjson, ndjsonDirect, array, arrayDirect
  case uploadFile, uploadGzip, uploadSequence, abandoned, abandonedURLSession

  static let size = 500_000_000
  static let count = 1_000_000

  var sides: [Side] {
    switch self {
    case .download, .throttled, .uploadSequence, .ndjson, .ndjsonDirect, .array, .arrayDirect:
      [.asyncHTTPClient, .repartee]
    case .downloadURLSession: [.asyncHTTPClient, .urlSession]
    case .uploadFile, .uploadGzip, .abandoned: [.repartee]
    case .abandonedURLSession: [.urlSession]
    }
  }

  /// A download that nothing holds back takes half a second, and anything from half to twice that.
  var rounds: Int {
    switch self {
    case .download, .uploadSequence: 25
    default: isOfElements ? 7 : 5
    }
  }

  var isOfElements: Bool { rawValue.hasPrefix("ndjson") || rawValue.hasPrefix("array") }

  func run(_ side: Side, port: String) async throws -> Run {
    let base = "http://127.0.0.1:\(port)"
    let client =
      side == .urlSession
      ? Client(baseURL: base, transport: .urlSession) : Client(baseURL: base, transport: .asyncHTTPClient)
    switch self {
    case .download, .downloadURLSession:
      return try await download(side, client, base, limit: nil)
    case .throttled:
      return try await download(side, client, base, limit: 60e6)
    case .ndjson, .ndjsonDirect, .array, .arrayDirect:
      if side == .asyncHTTPClient { return try await elementsByHand(base) }
      switch self {
      case .ndjson: return try await elements(.jsonLines(of: Element.self), client, \.id)
      case .ndjsonDirect: return try await elements(.jsonLines(of: DirectElement.self), client, \.id)
      case .array: return try await elements(.jsonArray(of: Element.self, at: "data"), client, \.id)
      default: return try await elements(.jsonArray(of: DirectElement.self, at: "data"), client, \.id)
      }
    case .uploadFile:
      return try await withFile { try await upload(.file($0), client) }
    case .uploadGzip:
      return try await withFile { try await upload(.file($0).gzipped(), client) }
    case .uploadSequence:
      let zeros = Zeros(count: Self.size / 50_000)
      if side == .asyncHTTPClient { return try await upload(zeros, to: base) }
      return try await upload(.stream(once: zeros, length: nil), client)
    case .abandoned, .abandonedURLSession:
      return try await abandon(client)
    }
  }

  private func download(_ side: Side, _ client: Client, _ base: String, limit: Double?) async throws -> Run {
    var meter = Meter(total: Self.size, limit: limit)
    if side == .asyncHTTPClient {
      let response = try await HTTPClient.shared.execute(
        HTTPClientRequest(url: "\(base)/bytes/\(Self.size)"), timeout: .hours(1))
      for try await buffer in response.body { try await meter.count(buffer.readableBytes) }
    } else {
      let body = try await client.send(
        Resource<ResponseStream<Data, Never>, Never>(
          .get("/bytes/\(Self.size)"), [.code(200, .stream(.bytes))]))
      for try await chunk in body { try await meter.count(chunk.count) }
    }
    return meter.end()
  }

  /// Leaves streams after their first chunk, a thousand and then another: what the first ones leave behind for good
  /// is no leak, what the others add is one.
  private func abandon(_ client: Client) async throws -> Run {
    var run = Run()
    // A server that never pauses keeps URLSession on Linux from cancelling.
    let size = self == .abandonedURLSession ? 1_000_000 : Self.size
    for round in 0..<2 {
      for _ in 0..<1000 {
        let stream = try await client.send(
          Resource<ResponseStream<Data, Never>, Never>(.get("/bytes/\(size)"), [.code(200, .stream(.bytes))]))
        for try await _ in stream { break }
      }
      try await Task.sleep(for: .seconds(1))  // connections close behind the reader's back
      let left = (Double(try Run.openDescriptors()), Run.heapMegabytes())
      if round == 0 { (run.elements, run.early) = left } else { (run.seconds, run.peak) = left }
    }
    return run
  }

  private func withFile(_ body: (URL) async throws -> Run) async throws -> Run {
    let file = FileManager.default.temporaryDirectory.appending(path: "repartee-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: file) }
    try FileHandle(forWritingTo: file).truncate(atOffset: UInt64(Self.size))
    return try await body(file)
  }

  struct Element: Decodable {
    var id: Int
    var name: String
    var tags: [String]
    var score: Double
  }

  /// The same, which reads itself.
  struct DirectElement: JSONDecodable {
    var id: Int
    var name: String
    var tags: [String]
    var score: Double

    init(json: JSONReader) throws {
      (id, name) = (try json["id"], try json["name"])
      (tags, score) = (try json["tags"], try json["score"])
    }
  }

  private var path: String { rawValue.hasPrefix("ndjson") ? "ndjson" : "array" }

  private func elements<Element: Decodable & Sendable>(
    _ format: StreamFormat<Element, Never>, _ client: Client, _ id: KeyPath<Element, Int>
  ) async throws -> Run {
    var meter = Meter(total: Self.count)
    let stream = try await client.send(
      Resource<ResponseStream<Element, Never>, Never>(
        .get("/\(path)/\(Self.count)"), [.code(200, .stream(format))]))
    var found = 0
    for try await element in stream {
      precondition(element[keyPath: id] == 4711)
      found += 1
      meter.note(1)
    }
    precondition(found == Self.count)
    return meter.end(bytes: found * Server.element.count)
  }

  /// The lines as somebody splits them by hand; the array, which can't be, at once.
  private func elementsByHand(_ base: String) async throws -> Run {
    var meter = Meter(total: Self.count)
    let decoder = JSONDecoder()
    let response = try await HTTPClient.shared.execute(
      HTTPClientRequest(url: "\(base)/\(path)/\(Self.count)"), timeout: .hours(1))
    var found = 0
    func take(_ element: Element) {
      precondition(element.id == 4711)
      found += 1
      meter.note(1)
    }
    if path == "ndjson" {
      var rest = Data()
      for try await buffer in response.body {
        rest.append(contentsOf: buffer.readableBytesView)
        var start = rest.startIndex
        while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
          take(try decoder.decode(Element.self, from: rest[start..<end]))
          start = end + 1
        }
        rest = Data(rest[start...])
      }
    } else {
      struct Page: Decodable { var data: [Element] }
      let body = try await response.body.collect(upTo: 1 << 30)
      for element in try decoder.decode(Page.self, from: Data(body.readableBytesView)).data { take(element) }
    }
    precondition(found == Self.count)
    return meter.end(bytes: found * Server.element.count)
  }

  private func upload(_ body: Request.Body, _ client: Client) async throws -> Run {
    // Zeros shrink to a thousandth: their first chunk of 64 KiB comes after a tenth.
    let meter = Mutex(Meter(total: self == .uploadGzip ? 1 : Self.size))
    let sent = Mutex(Int64(0))
    let watched = body.reportingProgress { progress in
      let more = sent.withLock { sent in
        defer { sent = progress.bytes }
        return progress.bytes - sent
      }
      meter.withLock { $0.note(Int(more)) }
    }
    let count = try await client.send(
      Resource<String, Never>(.post("/sink", body: watched), [.code(200, .decode)]))
    precondition(Int(count) == Int(sent.withLock { $0 }))
    return meter.withLock { $0.end(elements: 1, bytes: Self.size) }
  }

  /// The same with AsyncHTTPClient by itself.
  private func upload(_ zeros: Zeros, to base: String) async throws -> Run {
    var meter = Meter(total: Self.size)
    var request = HTTPClientRequest(url: "\(base)/sink")
    request.method = .POST
    request.body = .stream(zeros.map { ByteBuffer(bytes: $0) }, length: .unknown)
    let response = try await HTTPClient.shared.execute(request, timeout: .hours(1))
    let count = try await response.body.collect(upTo: 1 << 10)
    precondition(Int(String(buffer: count)) == Self.size)
    return meter.end(elements: 1, bytes: Self.size)
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
