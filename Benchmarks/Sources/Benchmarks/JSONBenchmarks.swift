import CAllocations
import Foundation
import ReparteeJSON

/// The cases of the group `json`: one line each, Foundation's decoder against ours in the same process.
struct JSONBenchmarks {
  let folder: String
  let rounds: Int
  let only: String?
  /// For a profiler: decode this often with ours, and measure nothing.
  let profiled: Int?

  func run() throws {
    try measure("user", "user.json", User.self)
    try allocations("user", "user.json", User.self)
    try measure("users", "users.json", [User].self)
    try measure("users-dates-as-string", "users.json", [UndatedUser].self)
    try measure("twitter", "twitter.json", Twitter.self)
    try measure("twitter-snake-case", "twitter.json", SnakeTwitter.self, snakeCase: true)
    try measure("citm", "citm_catalog.json", Catalog.self)
    try measure("canada", "canada.json", FeatureCollection.self)
    try measure("users", "users.json", [User].self, direct: [Direct.User].self)
    try measure("twitter", "twitter.json", Twitter.self, direct: Direct.Twitter.self)
    try measure("citm", "citm_catalog.json", Catalog.self, direct: Direct.Catalog.self)
    try measure("canada", "canada.json", FeatureCollection.self, direct: Direct.FeatureCollection.self)
    try measureEncoding("users-encode", "users.json", [User].self, ours: [User].self)
    try measureEncoding("twitter-encode", "twitter.json", Twitter.self, ours: Twitter.self)
    try measureEncoding(
      "users-encode", "users.json", [User].self, ours: [Direct.User].self, group: "json direct")
    try measureEncoding(
      "twitter-encode", "twitter.json", Twitter.self, ours: Direct.Twitter.self, group: "json direct")
  }

  /// What was decoded is written again, by Foundation's encoder and by ours.
  private func measureEncoding<T: Codable, Ours: Codable>(
    _ name: String, _ file: String, _ type: T.Type, ours: Ours.Type, group: String = "json"
  ) throws {
    if let only, only != name { return }
    if profiled != nil, group != ProcessInfo.processInfo.environment["GROUP"] ?? group { return }
    let data = try load(file)
    let coder = JSONCoder()
    let (value, own) = (try foundation().decode(type, from: data), try coder.decode(ours, from: data))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    encoder.dateEncodingStrategy = .iso8601
    let size = try encoder.encode(value).count
    guard try abs(coder.encode(own).count - size) < size / 1000 else {
      throw Failure(message: "\(name): the two encoders disagree")
    }
    if let profiled {
      for _ in 0..<profiled { _ = try coder.encode(own) }
      return
    }
    try compare(
      group, name, megabytes: Double(size) / 1e6, { _ = try encoder.encode(value) },
      { _ = try coder.encode(own) })
  }

  private func foundation() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  private func load(_ file: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: folder + "/json/" + file))
  }

  private func measure<T: Codable & Equatable>(
    _ name: String, _ file: String, _ type: T.Type, snakeCase: Bool = false
  ) throws {
    try measure(name, file, type, direct: type, snakeCase: snakeCase, group: "json")
  }

  /// - Parameter direct: The same model for ours, if that is another one.
  private func measure<T: Codable & Equatable, Ours: Decodable & Encodable>(
    _ name: String, _ file: String, _ type: T.Type, direct: Ours.Type, snakeCase: Bool = false,
    group: String = "json direct"
  ) throws {
    if let only, only != name { return }
    let data = try load(file)
    let foundation = foundation()
    var coder = JSONCoder()
    if snakeCase {
      foundation.keyDecodingStrategy = .convertFromSnakeCase
      coder.keys = .snakeCase
    }
    let both = (try coder.decode(direct, from: data), try foundation.decode(type, from: data))
    guard try (both.0 as? T) == both.1 || JSONValue(encoding: both.0) == JSONValue(encoding: both.1) else {
      throw Failure(message: "\(name): the two decoders disagree")
    }
    if profiled != nil, group != ProcessInfo.processInfo.environment["GROUP"] ?? group { return }
    if let profiled {
      for _ in 0..<profiled { _ = try coder.decode(direct, from: data) }
      return
    }
    try compare(
      group, name, megabytes: Double(data.count) / 1e6, { _ = try foundation.decode(type, from: data) },
      { _ = try coder.decode(direct, from: data) })
  }

  private func compare(
    _ group: String, _ name: String, megabytes: Double, _ baseline: () throws -> Void,
    _ ours: () throws -> Void
  ) throws {
    // Enough repetitions for about 60 ms a sample.
    let once = try seconds(1, baseline)
    let repetitions = max(1, Int(0.04 / once))
    var times: (baseline: [Double], ours: [Double]) = ([], [])
    for _ in 0..<rounds {
      times.baseline.append(try seconds(repetitions, baseline))
      times.ours.append(try seconds(repetitions * 3, ours))
    }
    let ratios = zip(times.baseline, times.ours).map { $0 / $1 }
    report(
      group, name, "MB/s", megabytes / median(times.baseline), megabytes / median(times.ours),
      spread: [ratios.min() ?? 0, ratios.max() ?? 0])
  }

  private func allocations<T: Decodable>(_ name: String, _ file: String, _ type: T.Type) throws {
    if let only, only != name { return }
    if profiled != nil { return }
    let data = try load(file)
    let foundation = foundation()
    let coder = JSONCoder()
    let baseline = try count { _ = try foundation.decode(type, from: data) }
    let ours = try count { _ = try coder.decode(type, from: data) }
    report("json", name, "allocations", baseline, ours)
  }

  /// The allocations of one call, in the mean of a thousand after some to warm up.
  private func count(_ body: () throws -> Void) throws -> Double {
    for _ in 0..<100 { try body() }
    let before = allocations_so_far()
    for _ in 0..<1000 { try body() }
    return Double(allocations_so_far() - before) / 1000
  }

  /// The processor time of this process, so that other programs on the machine count less.
  private func seconds(_ repetitions: Int, _ body: () throws -> Void) rethrows -> Double {
    let start = processorTime()
    for _ in 0..<repetitions { try body() }
    return (processorTime() - start) / Double(repetitions)
  }

  private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// - Parameter spread: The least and the greatest ratio of a round.
  private func report(
    _ group: String, _ name: String, _ metric: String, _ baseline: Double, _ ours: Double,
    spread: [Double] = []
  ) {
    let number = { (value: Double) in String(format: value < 100 ? "%.2f" : "%.0f", value) }
    let ratios = ([baseline == 0 ? 0 : ours / baseline] + spread).map { String(format: "%.2f", $0) }
    print(([group, name, metric, number(baseline), number(ours)] + ratios).joined(separator: "\t"))
  }

  struct Failure: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
  }
}
