import CHeap
import Foundation

/// What one run measured of itself.
struct Run {
  var megabytes = 0.0
  var seconds = 0.0
  var cpu = 0.0
  var elements = 0.0
  /// The peak of the resident memory in MB, after a tenth of the work and at the end.
  var early = 0.0
  var peak = 0.0

  var throughput: Double { megabytes / seconds }

  var line: String { "\(megabytes) \(seconds) \(cpu) \(elements) \(early) \(peak)" }

  init() {}

  init?(line: String) {
    let values = line.split(separator: " ").compactMap { Double($0) }
    guard values.count == 6 else { return nil }
    (megabytes, seconds, cpu) = (values[0], values[1], values[2])
    (elements, early, peak) = (values[3], values[4], values[5])
  }

  /// The peak of this process's resident memory. (`ru_maxrss` would begin with that of the process before exec.)
  static func peakMegabytes() -> Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
    return Double(line.split(separator: " ").dropFirst().first ?? "0").map { $0 / 1024 } ?? 0
  }

  static func openDescriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
  }

  /// What is allocated and not freed.
  static func heapMegabytes() -> Double { Double(heap_bytes()) / 1e6 }

  static func cpuSeconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}

/// Counts what a run has done, and holds it back if that is wanted.
struct Meter {
  private(set) var run = Run()
  private let total: Int
  private let limit: Double?
  private var bytes = 0
  private let start = ContinuousClock.now

  /// - Parameter limit: The most bytes a second.
  init(total: Int, limit: Double? = nil) {
    self.total = total
    self.limit = limit
  }

  mutating func note(_ more: Int) {
    bytes += more
    if run.early == 0, bytes >= total / 10 { run.early = Run.peakMegabytes() }
  }

  mutating func count(_ more: Int) async throws {
    note(more)
    guard let limit else { return }
    let due = Duration.seconds(Double(bytes) / limit)
    if due > start.duration(to: .now) { try await Task.sleep(until: start + due) }
  }

  mutating func end(elements: Int = 0, bytes total: Int? = nil) -> Run {
    run.megabytes = Double(total ?? bytes) / 1e6
    run.seconds = start.duration(to: .now) / .seconds(1)
    run.cpu = Run.cpuSeconds()
    run.elements = Double(elements)
    run.peak = Run.peakMegabytes()
    return run
  }
}

/// Another process of this program.
final class Child {
  struct Failure: Error {}

  private let process = Process()
  private let output = Pipe()

  init(_ arguments: String...) throws {
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
  }

  func readLine() throws -> String {
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), let first = byte.first, first != 10 {
      line += byte
    }
    if line.isEmpty { throw Failure() }
    return String(decoding: line, as: UTF8.self)
  }

  func end() {
    if process.isRunning, process.arguments == ["serve"] { process.terminate() }
    process.waitUntilExit()
  }
}
