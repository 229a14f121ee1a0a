import Foundation
import Synchronization

/// Runs with the URL of a proxy before a server on this machine that does harm (`Servers/toxic.py` has the words for
/// it), and ends the proxy afterwards.
func withProxy(
  to baseURL: String?, _ harm: String..., body: (_ baseURL: String) async throws -> Void
) async throws {
  guard let baseURL, var url = URLComponents(string: baseURL), let upstream = url.port else {
    throw ProxyError()
  }
  let script = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../Servers/toxic.py")
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["python3", script.standardizedFileURL.path, "0", "\(upstream)"] + harm
  let output = Pipe.uninherited()
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  let (end, ended) = AsyncStream.makeStream(of: Void.self)
  process.terminationHandler = { _ in ended.finish() }
  try process.run()
  let result: Result<Void, any Error>
  do {
    url.port = try await firstNumber(in: output.fileHandleForReading)
    result = .success(try await body(url.url?.absoluteString ?? ""))
  } catch {
    result = .failure(error)
  }
  // A thread of the concurrency runtime blocks signals, and the process has inherited that.
  kill(process.processIdentifier, SIGKILL)
  for await _ in end {}
  try result.get()
}

/// The proxy could not be started.
struct ProxyError: Error {}

/// The number that a process writes first, on a line of its own.
private func firstNumber(in handle: FileHandle) async throws -> Int {
  let (parts, part) = AsyncStream.makeStream(of: Data.self)
  handle.readabilityHandler = { handle in
    let data = handle.availableData
    if data.isEmpty { part.finish() } else { part.yield(data) }
  }
  defer { handle.readabilityHandler = nil }
  var text = ""
  for await data in parts {
    text += String(decoding: data, as: UTF8.self)
    if text.hasSuffix("\n"), let number = Int(text.dropLast()) { return number }
  }
  throw ProxyError()
}
