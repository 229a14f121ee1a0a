import Foundation
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

@testable import ReparteeOperations

/// Calls that begin, are cancelled and get responses in any order, against a model: which request each waits for.
@Suite(.timeLimit(.minutes(5))) struct OneFetchModelTests {
  private typealias Call = Task<Result<String, CallError<Never>>, Never>

  /// A transport whose requests end when the test says so.
  private final class Server: Sendable {
    struct Request: Sendable {
      var path: String
      var end: CheckedContinuation<Result<String, TransportError>, Never>?
      var isCancelled = false
    }

    let requests = Mutex<[Request]>([])
    var count: Int { requests.withLock { $0.count } }
    func isCancelled(_ index: Int) -> Bool { requests.withLock { $0[index].isCancelled } }

    var transport: InMemoryTransport {
      InMemoryTransport { [self] request in
        let index = requests.withLock { requests in
          requests.append(Request(path: request.head.path ?? ""))
          return requests.count - 1
        }
        let result = await withTaskCancellationHandler {
          await withCheckedContinuation { continuation in
            let isOver = requests.withLock { requests in
              if !requests[index].isCancelled { requests[index].end = continuation }
              return requests[index].isCancelled
            }
            if isOver { continuation.resume(returning: .failure(TransportError(.cancelled))) }
          }
        } onCancel: {
          end(index, .failure(TransportError(.cancelled)), isCancelled: true)
        }
        return TransportResponse(
          head: HTTPResponse(status: .ok), body: ByteStream(length: nil, once: chunks([try result.get()])))
      }
    }

    func end(_ index: Int, _ result: Result<String, TransportError>, isCancelled: Bool = false) {
      let continuation = requests.withLock { requests in
        requests[index].isCancelled = isCancelled
        return requests[index].end.take()
      }
      continuation?.resume(returning: result)
    }
  }

  private struct Model {
    /// For each running request, by path, its number and who waits.
    var running: [String: (request: Int, calls: [Int])] = [:]
    var requests = 0
    var cancelled: Set<Int> = []
  }

  @Test func eachCallHasTheResponseOfItsRequestAndNoRequestIsLeft() async {
    let totals = Mutex((calls: 0, requests: 0, cancelled: 0))
    await forAll(runs: 200) { generator in
      let (server, stage) = (Server(), OneFetch())
      let client = client(server.transport) { client in
        client.stages = [stage]
        client.retry = .off
        client.timeout = .unlimited
      }
      var (model, calls): (Model, [Call]) = (Model(), [])
      for _ in 0..<generator.int(5...40) {
        switch generator.int(0...4) {
        case 0, 1, 2: await begin("/\(generator.int(0...2))", &model, &calls, client, server, stage)
        case 3: await cancelOne(&generator, &model, calls, server)
        default: await endOne(&generator, &model, calls, server)
        }
        let waiting = model.running.values.reduce(0) { $0 + $1.calls.count }
        while stage.waiters != waiting { await Task.yield() }
        #expect(server.count == model.requests && stage.fetches == model.running.count)
      }
      while !model.running.isEmpty { await endOne(&generator, &model, calls, server) }
      for index in 0..<server.count { #expect(server.isCancelled(index) == model.cancelled.contains(index)) }
      totals.withLock { totals in
        totals.calls += calls.count
        totals.requests += model.requests
        totals.cancelled += model.cancelled.count
      }
    }
    let (all, requests, cancelled) = totals.withLock { $0 }
    #expect(requests > 0 && requests < all && cancelled > 0, "it shares, and it cancels")
  }

  private func begin(
    _ path: String, _ model: inout Model, _ calls: inout [Call], _ client: Client, _ server: Server,
    _ stage: OneFetch
  ) async {
    let waiters = stage.waiters
    calls.append(
      Task {
        await client.result(
          of: Resource<String, Never>(Request(.get, Request.Path(path)), [.code(200, .decode)]))
      })
    if model.running[path] == nil {
      model.running[path] = (model.requests, [])
      model.requests += 1
    }
    model.running[path]?.calls.append(calls.count - 1)
    while stage.waiters != waiters + 1 || server.count != model.requests { await Task.yield() }
  }

  private func cancelOne(
    _ generator: inout SplitMix64, _ model: inout Model, _ calls: [Call], _ server: Server
  ) async {
    guard let path = model.running.keys.sorted().randomElement(using: &generator),
      var known = model.running[path]
    else { return }
    let call = known.calls.remove(at: generator.int(0...known.calls.count - 1))
    calls[call].cancel()
    #expect(await calls[call].value.error?.isCancellation == true)
    model.running[path] = known.calls.isEmpty ? nil : known
    guard known.calls.isEmpty else { return }
    model.cancelled.insert(known.request)
    while !server.isCancelled(known.request) { await Task.yield() }
  }

  private func endOne(
    _ generator: inout SplitMix64, _ model: inout Model, _ calls: [Call], _ server: Server
  ) async {
    guard let path = model.running.keys.sorted().randomElement(using: &generator),
      let known = model.running.removeValue(forKey: path)
    else { return }
    let fails = generator.int(0...3) == 0
    server.end(
      known.request, fails ? .failure(TransportError(.connectionLost)) : .success("\(known.request)"))
    for call in known.calls {
      let result = await calls[call].value
      if fails {
        #expect(result.error?.transportError?.kind == .connectionLost)
      } else {
        #expect((try? result.get()) == "\(known.request)")
      }
    }
  }
}
