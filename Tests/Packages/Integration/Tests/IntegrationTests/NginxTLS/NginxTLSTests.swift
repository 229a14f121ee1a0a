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
          let error = await failure(of: Resource<Data, Never>(.get("/small.json"), [.success(.decode)]))
          #expect(error == nil, "\(String(describing: error?.transportError?.underlying))")
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(arguments: [2_000, 20_000_000])
  func aBodyThatIsTooLargeIsRefusedWhileItIsSent(size: Int) async throws {
    for _ in 0..<20 {
      let error = await failure(
        of: Resource<Void, Never>(
          .post("/small.json", body: .bytes(Data(count: size))), [.success(.noContent)]))
      #expect(error?.status?.code == 413, "\(String(describing: error))")
    }
  }

  @Test func aStreamThatIsLeftLeavesTheConnectionToOthers() async throws {
    let slowly = Resource<ResponseStream<String, Never>, Never>(
      .get("/slow/numbers.txt"), [.code(200, .stream(.lines()))])
    for _ in 0..<40 {
      switch await NginxTLS.client.result(of: slowly) {
      case .success(let numbers):
        for try await number in numbers where number == "3" { break }
      case .failure(let error):
        #expect(error.transportError?.mayHaveBeenProcessed == false, "\(error)")  // a GOAWAY
      }
    }
  }

  /// Why a call failed; it is made again as long as the server did not process it, or while the connection closes
  /// before there is a response, which with a body does not tell.
  private func failure<Output>(of resource: Resource<Output, Never>) async -> CallError<Never>? {
    var last: CallError<Never>?
    for _ in 0..<20 {
      last = await NginxTLS.client.result(of: resource).failure
      guard let cause = last?.transportError else { return last }
      let isSafe =
        resource.request.method == .get ? !cause.mayHaveBeenProcessed : cause.kind == .connectionLost
      if !isSafe { return last }
    }
    return last
  }

  private func url(_ path: String) -> String { (NginxTLS.baseURL ?? "") + path }
}
