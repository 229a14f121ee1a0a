import Foundation
import Repartee
import ReparteeBase
import TestSupport
import Testing

struct ByteStreamProgressTests {
  private static let size = 64 << 10

  /// What is reported while a transport takes one chunk after the other, and what had been reported at each.
  private func reports(of body: Request.Body) async throws -> (told: [Int64], before: [Int], chunks: [Data]) {
    let told = Mutex<[TransferProgress]>([])
    let taken = Mutex<[(Data, Int)]>([])
    let client = Client(
      baseURL: api,
      transport: Taking { chunk in
        taken.withLock { $0.append((chunk, told.withLock { $0.count })) }
      })
    let body = body.reportingProgress { progress in told.withLock { $0.append(progress) } }
    try await client.send(Resource<Void, Never>(.post("/x", body: body), [.any(.noContent)]))
    return (told.withLock { $0.map(\.bytes) }, taken.withLock { $0.map(\.1) }, taken.withLock { $0.map(\.0) })
  }

  @Test func aBodyInMemoryIsReportedAsItIsTaken() async throws {
    let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
    for body in [Request.Body.bytes(bytes), .stream(ByteStream(length: 200_000, once: chunks([bytes])))] {
      let (told, before, chunks) = try await reports(of: body)
      #expect(told == [65_536, 131_072, 196_608, 200_000])
      // Each is reported when the next is asked for.
      #expect(before == [0, 1, 2, 3])
      #expect(chunks.allSatisfy { $0.count <= Self.size && $0.startIndex == 0 })
      #expect(chunks.reduce(Data(), +) == bytes)
    }
  }

  @Test func partsOfAFormAreReportedInChunks() async throws {
    var form = MultipartForm()
    form.append("a", .bytes(Data(count: 150_000)))
    form.append("b", .json(String(repeating: "x", count: 100_000)))
    let (told, _, chunks) = try await reports(of: .multipart(form))
    #expect(chunks.map(\.count).max() == Self.size && told.count == chunks.count)
    #expect(told.last == Int64(chunks.map(\.count).reduce(0, +)))
    #expect(zip(told, told.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func smallAndEmptyBodiesAreReportedAtMostOnce() async throws {
    #expect(try await reports(of: .text("abc")).told == [3])
    #expect(try await reports(of: .bytes(Data())).told == [])
    #expect(try await reports(of: .bytes(Data(count: Self.size))).told == [65_536])
    let odd = Request.Body.stream(
      ByteStream(length: nil, once: chunks([Data(), Data([1]), Data(), Data([2])])))
    #expect(try await reports(of: odd).told == [1, 2])
  }

  @Test(
    arguments: [
      (0, 4, 0), (1, 4, 0.25), (4, 4, 1), (5, 4, 1), (-1, 4, 0), (0, 0, 1), (1, -1, 1),
      (Int64.max, Int64.max, 1), (Int64.min, Int64.max, 0),
    ] as [(Int64, Int64, Double)])
  func theFractionIsFromZeroToOne(bytes: Int64, total: Int64, fraction: Double) {
    #expect(TransferProgress(bytes: bytes, total: total).fraction == fraction)
    #expect(TransferProgress(bytes: bytes).fraction == nil)
  }

  private struct Taking: Transport {
    let take: @Sendable (Data) -> Void

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
      guard let body = request.body else { return .status(200) }
      for try await chunk in body { take(chunk) }
      return .status(200)
    }
  }
}
