import Foundation
import Repartee
import ReparteeBase
import ReparteeDownloads
import ReparteeTesting
import TestSupport
import Testing

/// Downloads that break and go on: RFC 9110, sections 13.1.5, 14 and 15.3.7.
struct DownloadTests {
  private let leftovers = [".a.partial", ".a.partial.json"]

  @Test func aDownloadThatDoesNotBreakIsAFile() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      try Data("old".utf8).write(to: file)
      let server = FileServer()
      let length = try await server.client.download(GetFilm(), to: file) { progress in
        #expect(progress.total == 10 && contents(folder)["a"] == "old")
      }
      #expect(length == 10 && contents(folder) == ["a": "0123456789"])
      #expect(server.requests.map { $0.headerFields[.acceptEncoding] } == ["identity"])
      #expect(server.ranges == [nil] && server.conditions == [nil])
    }
  }

  @Test func anEmptyFileIsDownloaded() async throws {
    try await withFolder { folder in
      #expect(
        await downloaded(GetFilm(), by: FileServer("").client, to: folder.appending(path: "a")).length == 0)
      #expect(contents(folder) == ["a": ""])
    }
  }

  @Test func receivedBytesAreNotRequestedAgain() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      try Data("old".utf8).write(to: file)
      let server = FileServer { $0.cuts = [4, 3, nil] }
      let first = await downloaded(GetFilm(), by: server.client, to: file).error
      #expect(first?.transportError?.kind == .connectionLost && first?.attempts.count == 1)
      #expect(first?.response?.status == .ok && first?.isRetryable == true)
      #expect(contents(folder)["a"] == "old" && contents(folder)[".a.partial"] == "0123")
      #expect(await downloaded(GetFilm(), by: server.client, to: file).error != nil)
      #expect(contents(folder)[".a.partial"] == "0123456")

      let reports = Reports()
      try await server.client.download(GetFilm(), to: file) { reports.add($0) }
      #expect(reports.all == [TransferProgress(bytes: 10, total: 10)], "of the whole")
      #expect(contents(folder) == ["a": "0123456789"])
      #expect(
        server.ranges == [nil, "bytes=4-", "bytes=7-"] && server.conditions == [nil, "\"1\"", "\"1\""])
    }
  }

  @Test func theRecordIsPrivateAndHasNoSecret() async throws {
    try await withFolder { folder in
      let server = FileServer { $0.cuts = [4] }
      var client = server.client
      client.authentication = .bearer("planted-1")
      client.headers["X-Api-Key"] = "planted-2"
      _ = await downloaded(
        Resource<ResponseStream<Data, Never>, Never>(
          .get("/film", query: ["token": "planted-3"]), [.code(200, .stream(.bytes))]),
        by: client, to: folder.appending(path: "a"))
      let record = try #require(contents(folder)[".a.partial.json"])
      #expect(!record.contains("planted") && !record.contains("film") && record.utf8.count == 1_024)
      let attributes = try FileManager.default.attributesOfItem(
        atPath: folder.appending(path: ".a.partial.json").path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func aBreakIsResumedInTheSameCallAsOftenAsTheRetryPolicySays() async throws {
    try await withFolder { folder in
      let clock = SkippingClock()
      // Each brings new bytes, so that the attempts count anew.
      let server = FileServer { $0.cuts = [1, 1, 1, 1, 1, 1, nil] }
      var client = server.client
      client.retry = .standard
      client.clock = clock
      client.randomness = { .max }
      #expect(await downloaded(GetFilm(), by: client, to: folder.appending(path: "a")).length == 10)
      #expect(server.ranges == [nil] + (1...6).map { "bytes=\($0)-" })
      #expect(clock.sleeps.count == 6 && clock.sleeps.allSatisfy { $0 <= .milliseconds(50) })

      let silent = FileServer { $0.cuts = [1, 0] }
      client = silent.client
      client.retry = .standard
      client.clock = clock
      let error = await downloaded(GetFilm(), by: client, to: folder.appending(path: "b")).error
      #expect(error?.transportError?.kind == .connectionLost && silent.requests.count == 3)
      #expect(contents(folder)[".b.partial"] == "0")

      // In the request alone.
      client = silent.client
      client.clock = clock
      _ = try? await client.download(
        GetFilm(), to: folder.appending(path: "b"), adjusting: { $0.retry = .standard })
      #expect(silent.requests.count == 6)
    }
  }

  @Test(
    arguments: [
      ("\"1\"", nil, "\"1\""), ("W/\"1\"", nil, nil), (nil, nil, nil), ("1", nil, nil),
      (nil, "Sat, 02 Jan 2027 09:59:00 GMT", "Sat, 02 Jan 2027 09:59:00 GMT"),
      (nil, "Sat, 02 Jan 2027 09:59:01 GMT", nil), (nil, "yesterday", nil),
      // A date beside a tag is none (section 13.1.5).
      ("W/\"1\"", "Sat, 02 Jan 2027 09:00:00 GMT", nil), ("\"1\"", "Sat, 02 Jan 2027 09:00:00 GMT", "\"1\""),
      ("\"\(String(repeating: "1", count: 500))\"", nil, nil),
    ] as [(String?, String?, String?)])
  func theConditionIsAStrongValidator(tag: String?, modified: String?, condition: String?) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      let server = FileServer {
        ($0.tag, $0.modified, $0.cuts) = (tag, modified, [4, nil])
      }
      #expect(await downloaded(GetFilm(), by: server.client, to: file).error != nil)
      #expect(names(in: folder) == (condition == nil ? [] : leftovers), "what can't be resumed is removed")
      #expect(await downloaded(GetFilm(), by: server.client, to: file).length == 10)
      #expect(server.conditions == [nil, condition])
      #expect(server.ranges == [nil, condition == nil ? nil : "bytes=4-"])
      #expect(contents(folder) == ["a": "0123456789"])
    }
  }

  @Test func whatHasChangedBeginsAgain() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      let server = FileServer { $0.cuts = [4, 6, nil] }
      #expect(await downloaded(GetFilm(), by: server.client, to: file).error != nil)
      server.change { ($0.bytes, $0.tag) = (Data("abcdefghijklmnop".utf8), "\"2\"") }
      #expect(await downloaded(GetFilm(), by: server.client, to: file).error != nil)
      #expect(contents(folder)[".a.partial"] == "abcdef")
      #expect(await downloaded(GetFilm(), by: server.client, to: file).length == 16)
      #expect(server.conditions == [nil, "\"1\"", "\"2\""] && contents(folder) == ["a": "abcdefghijklmnop"])
    }
  }

  #if os(Linux)
  @Test func aProcessThatIsBeingStartedKeepsNoLock() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      let server = FileServer { $0.cuts = [4, nil] }
      let copies = Mutex<[Int32]>([])
      await #expect(throws: (any Error).self) {
        // Until it runs its program, such a process has all open files.
        try await server.client.download(GetFilm(), to: file) { _ in
          let copy = copyOfDescriptor(of: folder.appending(path: ".a.partial.json").path)
          copies.withLock { $0 += [copy] }
        }
      }
      defer { for copy in copies.withLock({ $0 }) { close(copy) } }
      #expect(copies.withLock { !$0.isEmpty && !$0.contains(-1) })
      #expect(await downloaded(GetFilm(), by: server.client, to: file).length == 10)
    }
  }

  private func copyOfDescriptor(of path: String) -> Int32 {
    let folder = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let name = names.first {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
    }
    return name.flatMap { Int32($0) }.map { dup($0) } ?? -1
  }
  #endif

  /// Otherwise it looks like the file of a process that was killed, and others may have written to it.
  @Test func nothingIsKeptOfABreakBeforeTheFirstByteEvenIfTheRetryIsRefused() async throws {
    try await withFolder { folder in
      let server = FileServer { ($0.cuts, $0.mostRequests) = ([0], 1) }
      var client = server.client
      client.retry = .standard
      client.clock = SkippingClock()
      let error = await downloaded(GetFilm(), by: client, to: folder.appending(path: "a")).error
      #expect(error?.response?.status == .notFound && contents(folder) == [:])
    }
  }

  @Test func aServerWithoutRangesSendsTheWhole() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      let server = FileServer { ($0.cuts, $0.knowsRanges) = ([4, nil], false) }
      #expect(await downloaded(GetFilm(), by: server.client, to: file).error != nil)
      #expect(await downloaded(GetFilm(), by: server.client, to: file).length == 10)
      #expect(contents(folder) == ["a": "0123456789"])
    }
  }

  @Test func aServerMaySendItInParts() async throws {
    try await withFolder { folder in
      let server = FileServer { ($0.cuts, $0.mostOfPart) = ([1, nil], 4) }
      var client = server.client
      client.retry = .standard
      client.clock = SkippingClock()
      #expect(await downloaded(GetFilm(), by: client, to: folder.appending(path: "a")).length == 10)
      #expect(server.ranges == [nil, "bytes=1-", "bytes=5-", "bytes=9-"])
      #expect(contents(folder) == ["a": "0123456789"])
    }
  }

  @Test func aLengthThatIsUnknownIsLearnedFromThePart() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      let server = FileServer { ($0.cuts, $0.saysLength) = ([4, nil], false) }
      #expect(await downloaded(GetFilm(), by: server.client, to: file).error != nil)
      server.change { state in
        state.change = { response, _ in
          guard response.head.status == .partialContent else { return }
          response.head.headerFields[.contentRange] = "bytes 4-9/*"
        }
      }
      // The part ends, and nobody knows whether it is the end. 416 says so.
      #expect(await downloaded(GetFilm(), by: server.client, to: file).length == 10)
      #expect(server.ranges == [nil, "bytes=4-", "bytes=10-"] && contents(folder) == ["a": "0123456789"])
    }
  }

  @Test func whatWasCompleteIsMovedIntoPlace() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      let server = FileServer { ($0.cuts, $0.saysLength) = ([9, nil], false) }
      #expect(await downloaded(GetFilm(), by: server.client, to: file).error != nil)
      // As if the process had ended before it was moved.
      try replace("0123456789", length: nil, in: folder)
      #expect(await downloaded(GetFilm(), by: server.client, to: file).length == 10)
      #expect(server.ranges == [nil, "bytes=10-"] && contents(folder) == ["a": "0123456789"])
    }
  }

  @Test(arguments: [nil, "bytes */11", "bytes */9", "items */10", "bytes 0-9/10", "bytes */*"])
  func another416BeginsAgainOnce(field: String?) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      let server = FileServer { ($0.cuts, $0.saysLength) = ([9, nil], false) }
      #expect(await downloaded(GetFilm(), by: server.client, to: file).error != nil)
      try replace("0123456789", length: nil, in: folder)
      server.change { state in
        state.change = { response, _ in
          if response.head.status.code == 416 { response.head.headerFields[.contentRange] = field }
        }
      }
      #expect(await downloaded(GetFilm(), by: server.client, to: file).length == 10)
      #expect(server.ranges == [nil, "bytes=10-", nil] && contents(folder) == ["a": "0123456789"])
    }
  }
}

extension DownloadTests {
  /// Changes the partial file, and the record's length of it.
  private func replace(_ text: String, length: Int?, in folder: URL) throws {
    try Data(text.utf8).write(to: folder.appending(path: ".a.partial"))
    let record = folder.appending(path: ".a.partial.json")
    var json = try #require(contents(folder)[".a.partial.json"])
    json.replace(#/"length":\d+/#) { _ in length.map { "\"length\":\($0)" } ?? "\"length\":null" }
    let bytes = Data(json.utf8)
    try (bytes.prefix(1_024) + Data(repeating: 0x20, count: max(1_024 - bytes.count, 0))).write(to: record)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: record.path)
  }
}

/// Collects the reported progress.
final class Reports: Sendable {
  private let kept = Mutex<[TransferProgress]>([])
  var all: [TransferProgress] { kept.withLock { $0 } }
  func add(_ progress: TransferProgress) { kept.withLock { $0.append(progress) } }
}
