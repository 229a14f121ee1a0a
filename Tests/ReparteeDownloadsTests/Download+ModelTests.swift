import Foundation
import Repartee
import ReparteeBase
import ReparteeDownloads
import ReparteeTesting
import TestSupport
import Testing

/// A server that changes its file, breaks off, ignores ranges and lies about them, and a model of what may come of it:
/// the file is exactly one version, or as it was.
struct DownloadModelTests {
  fileprivate struct Version {
    var bytes: Data
    var tag: String?
    var modified: String?
  }

  fileprivate final class RandomServer: Sendable {
    struct State: Sendable {
      var generator: SplitMix64
      var versions: [Version] = []
      var lies: Bool
      var requests = 0
      var resumed = 0
    }

    let state: Mutex<State>

    init(_ generator: SplitMix64, lies: Bool) {
      state = Mutex(State(generator: generator, lies: lies))
      state.withLock { $0.addVersion() }
    }

    var client: Client {
      Client(
        baseURL: api,
        transport: InMemoryTransport { request in self.state.withLock { $0.respond(to: request.head) } })
    }
  }

  @Test func theFileIsExactlyOneVersionOrAsItWas() async throws {
    let totals = Mutex((complete: 0, failed: 0, resumed: 0))
    try await forAll(runs: 400) { generator in
      let server = RandomServer(SplitMix64(seed: generator.next()), lies: generator.bool())
      try await withFolder { folder in
        let file = folder.appending(path: "a")
        var before: Data?
        for _ in 0..<6 {
          var client = server.client
          client.clock = SkippingClock()
          client.retry = generator.bool() ? .standard : .off
          if generator.bool() { client.authentication = .bearer(generator.one(of: ["a", "a", "b"])) }
          let result = await downloaded(GetFilm(), by: client, to: file)
          let after = try? Data(contentsOf: file)
          if let length = result.length {
            let bytes = try #require(after)
            #expect(Int64(bytes.count) == length && names(in: folder) == ["a"])
            #expect(server.state.withLock { $0.versions.contains { $0.bytes == bytes } })
            totals.withLock { $0.complete += 1 }
          } else {
            #expect(after == before)
            totals.withLock { $0.failed += 1 }
          }
          before = after
          disturb(folder, &generator)
        }
      }
      totals.withLock { $0.resumed += server.state.withLock { $0.resumed } }
    }
    // Otherwise nothing was tried.
    let (complete, failed, resumed) = totals.withLock { $0 }
    #expect(complete > 50 && failed > 50 && resumed > 50, "\(complete), \(failed), \(resumed)")
  }

  /// Other processes, and crashes.
  private func disturb(_ folder: URL, _ generator: inout SplitMix64) {
    let (partial, record) = (folder.appending(path: ".a.partial"), folder.appending(path: ".a.partial.json"))
    guard let bytes = try? Data(contentsOf: partial), let json = try? Data(contentsOf: record) else { return }
    switch generator.int(0...11) {
    case 0: try? FileManager.default.removeItem(at: partial)
    case 1: try? FileManager.default.removeItem(at: record)
    case 2: try? Data(bytes.dropLast()).write(to: partial)
    case 3: try? (bytes + Data("junk".utf8)).write(to: partial)
    case 4: try? Data(json.prefix(generator.int(0...json.count))).write(to: record)
    case 5: try? Data("{\"format\":2}".utf8).write(to: record)
    case 6:
      // Killed: the record has no length.
      var text = String(decoding: json, as: UTF8.self)
      text.replace(#/"length":\d+/#) {
        let null = "\"length\":null"
        return null + String(repeating: " ", count: max($0.output.count - null.count, 0))
      }
      if text.utf8.count == json.count { try? Data(text.utf8).write(to: record) }
    default: break
    }
  }
}

extension DownloadModelTests.RandomServer.State {
  fileprivate mutating func addVersion() {
    let number = versions.count
    let bytes = Data((0..<generator.int(0...60)).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
    versions.append(
      .init(
        bytes: Data("\(number):".utf8) + bytes,
        tag: generator.one(of: ["\"\(number)\"", "\"\(number)\"", "W/\"0\"", nil]),
        modified: generator.one(of: [nil, "Sat, 02 Jan 2027 0\(number % 10):00:00 GMT"])))
  }

  fileprivate mutating func respond(to request: HTTPRequest) -> TransportResponse {
    requests += 1
    if generator.int(0...9) == 0, versions.count < 10 { addVersion() }
    if generator.int(0...19) == 0 { return .status(generator.one(of: [404, 500, 416, 204])) }
    let version = versions[versions.count - 1]
    var fields: HTTPFields = [.date: "Sat, 02 Jan 2027 23:00:00 GMT"]
    fields[.eTag] = version.tag
    fields[.lastModified] = version.modified
    if generator.int(0...14) == 0 {
      fields[.contentEncoding] = "gzip"
      let isDecoded = request.headerFields[.acceptEncoding] == nil
      return body(isDecoded ? version.bytes : Data("coded".utf8), 200, fields, saysLength: false)
    }
    let condition = request.headerFields[.ifRange]
    // Who ignores the condition says which version it is; nothing else tells.
    let isIgnored = lies && version.tag?.hasPrefix("\"") == true && generator.int(0...3) == 0
    let isSame = condition == nil || condition == version.tag || condition == version.modified || isIgnored
    guard let first = request.headerFields[.range].flatMap({ Int($0.dropFirst(6).dropLast()) }), isSame,
      generator.int(0...9) > 0
    else { return body(version.bytes, 200, fields, saysLength: generator.bool()) }
    let count = version.bytes.count
    guard first < count else {
      fields[.contentRange] = "bytes */\(count)"
      if lies, generator.bool() {
        fields[.contentRange] = generator.one(of: [nil, "bytes */\(count + 1)", "bytes */*"])
      }
      return body(Data(), 416, fields, saysLength: true)
    }
    resumed += 1
    let part = Data(
      version.bytes.dropFirst(first).prefix(generator.one(of: [count, count, 1 + generator.int(0...count)])))
    let last = first + part.count - 1
    fields[.contentRange] = "bytes \(first)-\(last)/\(generator.int(0...9) == 0 ? "*" : "\(count)")"
    if lies, generator.int(0...3) == 0 {
      // Always one that contradicts what was asked for.
      switch generator.int(0...4) {
      case 0: fields[.contentRange] = nil
      case 1: fields[.contentRange] = "bytes \(first + 1)-\(last + 1)/\(count + 1)"
      case 2: fields[.contentRange] = "bytes 0-\(part.count - 1)/\(count)"
      case 3: fields[.contentType] = "multipart/byteranges; boundary=B"
      default: fields[.contentEncoding] = "gzip"
      }
    }
    return body(part, 206, fields, saysLength: true)
  }

  private mutating func body(
    _ bytes: Data, _ code: Int, _ fields: HTTPFields, saysLength: Bool
  ) -> TransportResponse {
    var sent = bytes
    var error: TransportError?
    switch generator.int(0...5) {
    case 0...2:
      sent = Data(bytes.prefix(generator.int(0...bytes.count)))
      error = TransportError(.connectionLost)
    case 3 where lies && saysLength: sent += Data("more".utf8)
    case 4 where lies && saysLength: sent = Data(bytes.dropLast())
    default: break
    }
    return TransportResponse(
      head: HTTPResponse(status: .init(code: code), headerFields: fields),
      body: ByteStream(
        length: saysLength ? Int64(bytes.count) : nil, once: chunks(generator.cut(sent), then: error)))
  }
}
