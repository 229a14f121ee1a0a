import AsyncHTTPClient
import Foundation
import Repartee
import Synchronization
import Testing

@Suite(
  .serialized, .enabled(if: ManyCalls.isOn, "REPARTEE_LOAD is not set; Scripts/integration load sets it"),
  .timeLimit(.minutes(20)))
struct LoadTests {
  private static let small = Resource<Data, Never>(Data.self, .get("/small.json"))

  @Test(arguments: ManyCalls.Version.allCases)
  func tenThousandCallsWithAThousandInFlightAllComplete(over version: ManyCalls.Version) async throws {
    let descriptors = try await warmedUp(version)
    try await ManyCalls.withClient(of: version) { client, _ in
      let failures = await withTaskGroup(of: CallError<Never>?.self) { group in
        var failures: [CallError<Never>] = []
        for number in 0..<10_000 {
          if number >= 1_000, let failure = await group.next() ?? nil { failures.append(failure) }
          group.addTask {
            await TaskWitness.$current.withValue(TaskWitness()) {
              await client.result(of: Self.small).failure
            }
          }
        }
        for await case let failure? in group { failures.append(failure) }
        return failures
      }
      #expect(failures.isEmpty, "\(failures.count), the first: \(failures.first?.report ?? "")")
    }
    #expect(
      try await ManyCalls.eventually { TaskWitness.livingCount == 0 }, "\(TaskWitness.livingCount) tasks")
    #expect(try await ManyCalls.eventually { try ManyCalls.descriptorCount() <= descriptors })
  }

  /// Nine of ten calls are cancelled, at any moment.
  @Test(arguments: ManyCalls.Version.allCases)
  func callsThatAreCancelledTakeNothingFromTheOthers(over version: ManyCalls.Version) async throws {
    try await ManyCalls.withClient(of: version) { client, _ in
      let body = try await client.send(Self.small)
      await withTaskGroup(of: Void.self) { group in
        for worker in 0..<64 {
          group.addTask {
            for number in 0..<300 {
              let call = Task { await client.result(of: Self.small) }
              if (worker + number).isMultiple(of: 10) {
                let result = await call.value
                #expect((try? result.get()) == body, "\(result.failure?.report ?? "")")
              } else {
                for _ in 0..<Int.random(in: 0..<40) { await Task.yield() }
                call.cancel()
                _ = await call.value
              }
            }
          }
        }
      }
      for _ in 0..<10 {
        let after = try await client.send(Self.small)
        #expect(after == body)
      }
    }
  }

  #if os(Linux)
  @Test(arguments: ManyCalls.Version.allCases)
  func manySequentialCallsNeedNoMoreMemoryThanSome(over version: ManyCalls.Version) async throws {
    let count = version == .http1 ? 100_000 : 20_000
    try await ManyCalls.withClient(of: version) { client, _ in
      for _ in 0..<count / 5 { _ = try await client.send(Self.small) }
      let memory = try ManyCalls.memory()
      for _ in count / 5..<count { _ = try await client.send(Self.small) }
      let growth = try ManyCalls.memory() - memory
      #expect(growth < 4 << 20, "\(growth) bytes")
      print("\(count) calls over \(version): \(memory >> 10) kB, and \(growth >> 10) kB more at the end")
    }
  }
  #endif

  /// Half of the calls read a body, the other half a stream.
  @Test(arguments: ManyCalls.Version.allCases)
  func aShutdownEndsEachCallInFlightOnce(over version: ManyCalls.Version) async throws {
    let descriptors = try await warmedUp(version)
    let calls = 64
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let (ended, end) = AsyncStream.makeStream(of: Ending.self)
    try await ManyCalls.withClient(of: version, isShutDownBy: .body) { client, connections in
      for number in 0..<calls {
        Task {
          await TaskWitness.$current.withValue(TaskWitness()) {
            let error = await Self.readSlowly(number, of: client) { begin.yield() }
            end.yield(Ending(number: number, error: error))
          }
        }
      }
      for await _ in begun.prefix(calls) {}
      try await connections.shutdown()
    }
    let areOver = try await ManyCalls.eventually { TaskWitness.livingCount == 0 }
    #expect(areOver, "\(TaskWitness.livingCount) tasks are left")
    end.finish()
    let endings = await ended.reduce(into: []) { $0.append($1) }
    #expect(endings.map(\.number).sorted() == Array(0..<calls))
    for ending in endings { #expect(ending.error?.transportError != nil, "\(ending)") }
    #expect(try await ManyCalls.eventually { try ManyCalls.descriptorCount() <= descriptors })
  }

  private struct Ending: Sendable {
    var number: Int
    var error: CallError<Never>?
  }

  /// Reads what takes minutes, and says when it has begun: the head of a stream is there, or the call is about to be
  /// made.
  private static func readSlowly(
    _ number: Int, of client: Client, _ begun: () -> Void
  ) async -> CallError<Never>? {
    let request: Request = .get("/slow/numbers.txt", query: ["reader": "\(number)"])
    if number.isMultiple(of: 2) {
      begun()
      return await client.result(of: Resource(Data.self, request)).failure
    }
    do throws(CallError<Never>) {
      let stream = Resource<ResponseStream<Data, Never>, Never>(request, [.success(.stream(.bytes))])
      let parts = try await client.send(stream)
      begun()
      for try await _ in parts {}
      return nil
    } catch {
      return error
    }
  }

  /// The number of descriptors when what is made once in a process is there.
  private func warmedUp(_ version: ManyCalls.Version) async throws -> Int {
    try await ManyCalls.withClient(of: version) { client, _ in _ = try await client.send(Self.small) }
    return try ManyCalls.descriptorCount()
  }
}
