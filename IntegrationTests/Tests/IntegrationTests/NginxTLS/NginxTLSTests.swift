import Foundation
import Repartee
import Testing

@Suite(
  .enabled(if: NginxTLS.isRunning, "REPARTEE_NGINXTLS is not set; Scripts/integration starts one"),
  .timeLimit(.minutes(1)))
struct NginxTLSTests {
  @Test func itSpeaksHTTP2() async throws {
    let version = try await NginxTLS.client.send(
      Resource<String, Never>(.get("/protocol"), [.success(.decode)]))
    #expect(version == "HTTP/2.0")
  }

  @Test(arguments: ["/numbers.txt", "/compressed/numbers.txt"])
  func aLargeBodyComesWhole(path: String) async throws {
    let numbers = try await NginxTLS.client.send(
      Resource<Data, Never>(Request(.get, url: url(path)), [.success(.decode)]))
    #expect(numbers == Data((1...200_000).map { "\($0)\n" }.joined().utf8))
  }

  /// A call that a GOAWAY leaves out says that it can be sent again, and is.
  @Test func fiveHundredCallsOutliveTheGoAways() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<500 {
        if number >= 40 { try await group.next() }
        group.addTask {
          while true {
            let result = await NginxTLS.client.result(
              of: Resource<Data, Never>(.get("/small.json"), [.success(.decode)]))
            guard case .failure(let error) = result else { break }
            guard let cause = error.transportError, !cause.mayHaveBeenProcessed else { throw error }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(arguments: [2_000, 20_000_000])
  func aBodyThatIsTooLargeIsRefusedWhileItIsSent(size: Int) async throws {
    for _ in 0..<20 {
      let result = await NginxTLS.client.result(
        of: Resource<Void, Never>(
          .post("/small.json", body: .bytes(Data(count: size))), [.success(.noContent)]))
      guard case .failure(let error) = result else { throw CancellationError() }
      #expect(error.status?.code == 413, "\(error)")
    }
  }

  @Test func aStreamThatIsLeftLeavesTheConnectionToOthers() async throws {
    let slowly = Resource<ResponseStream<String>, Never>(
      .get("/slow/numbers.txt"), [.code(200, .stream(.lines()))])
    for _ in 0..<40 {
      for try await number in try await NginxTLS.client.send(slowly) where number == "3" { break }
    }
  }

  private func url(_ path: String) -> String { (NginxTLS.baseURL ?? "") + path }
}
