import Foundation
import Testing

/// The signer of AWS's SDK for Python, if Python has it.
enum Botocore {
  struct Job: Encodable {
    struct Request: Encodable {
      var method: String
      var url: String
      var headers: [[String]] = []
      var body = ""
      var region: String
      var service: String
      var token: String?
      var expires: Int64?
    }

    var id: String
    var secret: String
    var time: Int
    var requests: [Request]
  }

  static let isThere = (try? run(["-c", "import botocore.auth"], Data())) != nil

  static func sign(_ job: Job) throws -> [[String]] {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "sign.py")
    let output = try run([script.path(percentEncoded: false)], JSONEncoder().encode(job))
    return try JSONDecoder().decode([[String]].self, from: output)
  }

  /// Uses files, because a full pipe would block both sides.
  private static func run(_ arguments: [String], _ input: Data) throws -> Data {
    let folder = FileManager.default.temporaryDirectory.appending(path: "signing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (source, result) = (folder.appending(path: "in"), folder.appending(path: "out"))
    try input.write(to: source)
    try Data().write(to: result)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    process.standardInput = try FileHandle(forReadingFrom: source)
    process.standardOutput = try FileHandle(forWritingTo: result)
    if arguments.first == "-c" { process.standardError = FileHandle.nullDevice }
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
    return try Data(contentsOf: result)
  }

  struct Failure: Error {
    let status: Int32
  }
}
