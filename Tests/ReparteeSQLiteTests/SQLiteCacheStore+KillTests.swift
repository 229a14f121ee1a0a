#if SQLite && os(Linux)
import Foundation
import GRDB
import Repartee
import ReparteeCaching
import Testing

@testable import ReparteeSQLite

/// Several processes use one file, and are killed at any point. The processes are this one, run again for one test.
@Suite(.timeLimit(.minutes(5))) struct SQLiteCacheStoreKillTests {
  /// For how long, in seconds: `REPARTEE_KILL_SECONDS`.
  private var seconds: Double {
    ProcessInfo.processInfo.environment["REPARTEE_KILL_SECONDS"].flatMap(Double.init) ?? 4
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment[Worker.variable] != nil))
  func worker() async {
    guard let folder = ProcessInfo.processInfo.environment[Worker.variable] else { return }
    await Worker(folder: folder, limit: 2 << 20).run()
  }

  private func start(in folder: Folder) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [
      "--testing-library", "swift-testing", "--filter",
      "ReparteeSQLiteTests.SQLiteCacheStoreKillTests/worker",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging([Worker.variable: folder.path]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment[Worker.variable] == nil))
  func aKilledProcessDamagesNothing() async throws {
    let folder = try Folder()
    var processes = try (0..<4).map { _ in try start(in: folder) }
    let end = ContinuousClock.now + .seconds(seconds)
    var killed = 0
    // On a machine with much else to do, no process gets as far as its first entry in that time.
    while ContinuousClock.now < end || killed < 5 || folder.hasNoEntry {
      // Long enough for a process to begin, and to get anywhere.
      try await Task.sleep(for: .milliseconds(Int.random(in: 100...900)))
      let index = Int.random(in: 0..<4)
      kill(processes[index].processIdentifier, SIGKILL)
      processes[index].waitUntilExit()
      processes[index] = try start(in: folder)
      killed += 1
    }
    try folder.write(Data(), to: "stop")
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }
    let names = try folder.names
    for name in names where name.hasPrefix("failed") {
      Issue.record("\(String(decoding: try folder.bytes(name), as: UTF8.self))")
    }
    for name in names where name.hasPrefix("done") || name.hasPrefix("trouble") {
      print(name.prefix(7), String(decoding: try folder.bytes(name), as: UTF8.self))
    }
    #expect(names.contains { $0.hasPrefix("done") })
    #expect(!names.contains { $0.contains("damaged") })
    #expect(try folder.problems().isEmpty)
    let (count, total) = try folder.database {
      (
        try Int.fetchOne($0, sql: "SELECT count(*) FROM entry") ?? 0,
        try Int.fetchOne($0, sql: "SELECT bytes - (SELECT sum(size) FROM entry) FROM total")
      )
    }
    #expect(total == 0)
    print("killed \(killed) processes; \(count) entries are left, in \(folder.size("cache.db")) bytes")
    #expect(count > 0)
    let store = SQLiteCacheStore(path: folder.cache)
    for number in 0..<200 {
      for body in try await store.bodies(at: "https://api.example.com/items/\(number)") {
        #expect(Worker.isWhole(body, of: "/items/\(number)"))
      }
    }
    #expect(store.damagedFiles.isEmpty)
  }
}
#endif
