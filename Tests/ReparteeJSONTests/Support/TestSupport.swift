import Foundation
import ReparteeJSON
import Testing

/// Where the data that is not in the repository lies: `REPARTEE_DATA`, or `../shared/data` beside the package.
enum SharedData {
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["REPARTEE_DATA"] { return URL(fileURLWithPath: path) }
    var package = URL(fileURLWithPath: #filePath)
    while package.path.count > 1 {
      package.deleteLastPathComponent()
      if FileManager.default.fileExists(atPath: package.appendingPathComponent("Package.swift").path) {
        break
      }
    }
    return package.deletingLastPathComponent().appendingPathComponent("shared/data")
  }()

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
  }

  static func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: folder.appendingPathComponent(path))
  }
}

/// Random numbers that can be had again: the seed is printed, and `REPARTEE_SEED` sets it.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// One for a test, which says its seed.
  static func named(_ test: String) -> SeededGenerator {
    let given = ProcessInfo.processInfo.environment["REPARTEE_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 0...UInt64.max)
    print("\(test): REPARTEE_SEED=\(seed)")
    return SeededGenerator(seed: seed)
  }

  /// How often to try: a quarter of this number, all of it with the environment variable `REPARTEE_ALL_RUNS`, which
  /// `Scripts/check --full` sets.
  static func runs(_ count: Int) -> Int {
    ProcessInfo.processInfo.environment["REPARTEE_ALL_RUNS"] != nil ? count : (count + 3) / 4
  }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

/// The error that decoding throws; recorded as an issue if it throws none.
func failure<T: Decodable>(
  _ type: T.Type, _ text: String, _ coder: JSONCoder = JSONCoder(),
  sourceLocation: SourceLocation = #_sourceLocation
) -> JSONError? {
  do {
    let value = try coder.decode(type, from: Array(text.utf8))
    Issue.record("decoded \(value)", sourceLocation: sourceLocation)
    return nil
  } catch {
    return error
  }
}

func decode<T: Decodable>(_ type: T.Type = T.self, _ text: String, _ coder: JSONCoder = JSONCoder()) throws
  -> T
{
  try coder.decode(type, from: Array(text.utf8))
}

/// What is read of a text, written again.
func again<T: Codable>(_ type: T.Type, _ text: String) throws -> String {
  String(decoding: try JSONCoder().encode(try decode(type, text)), as: UTF8.self)
}

/// Expects that a text is written again as it was, alone and in an array.
func expectRoundTrip<T: Codable>(
  _ type: T.Type, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #expect(try again(type, text) == text, sourceLocation: sourceLocation)
  #expect(try again([T].self, "[\(text),\(text)]") == "[\(text),\(text)]", sourceLocation: sourceLocation)
}
