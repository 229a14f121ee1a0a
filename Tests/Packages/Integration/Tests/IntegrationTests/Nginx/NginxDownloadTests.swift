import Foundation
import Repartee
import ReparteeDownloads
import Synchronization
import Testing

@Suite(
  .enabled(if: Nginx.isRunning, "REPARTEE_NGINX is not set; Scripts/integration starts one"),
  .timeLimit(.minutes(1)))
struct NginxDownloadTests {
  /// What `seq 1 200000` writes.
  private static let numbers = Data((1...200_000).map { "\($0)\n" }.joined().utf8)

  private func resource(_ path: Request.Path, _ range: String? = nil) -> Resource<
    ResponseStream<Data, Never>, Never
  > {
    Resource(
      .get(path, headers: ["Range": range]),
      [.code(range == nil ? 200 : 206, .stream(.bytes))])
  }

  /// Also where the server would compress, if it were asked to.
  @Test(arguments: Wire.allCases, ["/numbers.txt", "/compressed/numbers.txt"])
  func aDownloadThatBreaksGoesOn(over wire: Wire, path: String) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "numbers.txt")
      var client = wire.client(of: Nginx.baseURL)
      client.retry = .off
      var lengths: [Int] = []
      for count in [100_000, 0, 700_000] {
        client.stages = [Cut(count: count)]
        await #expect(throws: CallError<Never>.self) {
          try await client.download(resource("/\(segments: path.split(separator: "/"))"), to: file)
        }
        let partial = try Data(contentsOf: folder.appending(path: ".numbers.txt.partial"))
        #expect(partial == Self.numbers.prefix(partial.count))
        lengths.append(partial.count)
      }
      #expect(lengths[0] > 0 && lengths[1] == lengths[0] && lengths[2] > lengths[1])
      client.stages = []
      let first = Mutex<Int64?>(nil)
      let length = try await client.download(resource("/\(segments: path.split(separator: "/"))"), to: file) {
        progress in
        first.withLock { $0 = $0 ?? progress.bytes }
        #expect(progress.total == 1_288_895)
      }
      #expect(length == 1_288_895 && first.withLock { $0 ?? 0 } > Int64(lengths[2]))
      #expect(try Data(contentsOf: file) == Self.numbers)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["numbers.txt"])
    }
  }

  @Test(arguments: Wire.allCases) func aBreakIsResumedInTheSameCall(over wire: Wire) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "numbers.txt")
      var client = wire.client(of: Nginx.baseURL)
      client.stages = [Cut(count: 300_000)]
      try await client.download(resource("/numbers.txt"), to: file)
      #expect(try Data(contentsOf: file) == Self.numbers)
    }
  }

  @Test(arguments: Wire.allCases) func partsAreAppended(over wire: Wire) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "numbers.txt")
      let client = wire.client(of: Nginx.baseURL)
      for range in ["bytes=0-9", "bytes=10-99", "bytes=100-"] {
        let part = try await client.send(resource("/numbers.txt", range))
        #expect(part.contentRange?.total == 1_288_895)
        try await part.write(to: file)
      }
      #expect(try Data(contentsOf: file) == Self.numbers)
      let beyond = await client.result(of: resource("/numbers.txt", "bytes=1288895-")).failure
      #expect(beyond?.response?.contentRange == ContentRange("bytes */1288895"))
    }
  }
}

/// Breaks off after so many bytes of each response.
private struct Cut: Stage {
  var count: Int

  func send(
    _ request: AttemptRequest, next: NextStage
  ) async throws(AttemptError) -> AttemptResponse {
    var response = try await next(request)
    let body = response.body
    response.body = ByteStream(
      length: body.length,
      once: { [count] in
        var rest = count
        var chunks = body.makeAsyncIterator()
        return { () async throws(TransportError) -> Data? in
          guard let chunk = try await chunks.next(isolation: #isolation) else { return nil }
          guard rest > 0 else { throw TransportError(.connectionLost) }
          rest -= chunk.count
          return chunk
        }
      })
    return response
  }
}
