import Foundation
import Repartee
import ReparteeBase
import TestSupport
import Testing

struct ResponseStreamFileTests {
  private func stream(
    _ texts: [String], length: Int64? = nil, then error: TransportError? = nil
  ) async throws -> ResponseStream<Data, Never> {
    try await open(
      .bytes,
      over: InMemoryTransport { _ in
        .init(
          head: HTTPResponse(status: .ok),
          body: ByteStream(length: length, once: chunks(texts, then: error)))
      })
  }

  private func notStored(_ work: () async throws(CallError<Never>) -> Int64) async -> CallError<Never>? {
    do throws(CallError<Never>) {
      _ = try await work()
      return nil
    } catch {
      return error
    }
  }

  @Test func theFileHasTheWholeBody() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "täst file.txt")
      let count = try await stream(["ab", "", "cde"]).write(to: file)
      #expect(count == 5 && names(in: folder) == ["täst file.txt"])
      #expect(try Data(contentsOf: file) == Data("abcde".utf8))
    }
  }

  @Test func anEmptyBodyIsAnEmptyFile() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      let count = try await stream([]).write(to: file)
      #expect(count == 0)
      #expect(try Data(contentsOf: file).isEmpty)
    }
  }

  @Test func progressSaysHowFarItIs() async throws {
    try await withFolder { folder in
      let told = Mutex<[TransferProgress]>([])
      try await stream(["ab", "cde"], length: 5).write(to: folder.appending(path: "a")) { progress in
        told.withLock { $0.append(progress) }
      }
      #expect(told.withLock { $0.map(\.bytes) } == [2, 5])
      #expect(told.withLock { $0.map(\.total) } == [5, 5])
      try await stream(["ab"]).write(to: folder.appending(path: "b")) { #expect($0.total == nil) }
    }
  }

  @Test func aBodyThatBreaksLeavesNoFile() async throws {
    try await withFolder { folder in
      let broken = try await stream(["ab"], then: TransportError(.connectionLost))
      let error = await notStored { () async throws(CallError<Never>) in
        try await broken.write(to: folder.appending(path: "a"))
      }
      #expect(error?.transportError?.kind == .connectionLost)
      #expect(names(in: folder) == [])
    }
  }

  @Test func aFileThatIsThereIsReplacedByAWholeOneOnly() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      try Data("old".utf8).write(to: file)
      let broken = try await stream(["ab"], then: TransportError(.connectionLost))
      _ = await notStored { () async throws(CallError<Never>) in try await broken.write(to: file) }
      #expect(try Data(contentsOf: file) == Data("old".utf8) && names(in: folder) == ["a"])

      let during = Mutex<Data?>(nil)
      try await stream(["new"]).write(to: file) { _ in
        during.withLock { $0 = try? Data(contentsOf: file) }
      }
      #expect(during.withLock { $0 } == Data("old".utf8), "until all of it is there")
      #expect(try Data(contentsOf: file) == Data("new".utf8) && names(in: folder) == ["a"])
    }
  }

  @Test func cancellingLeavesNoFile() async throws {
    try await withFolder { folder in
      let watched = Watched()
      let stream = try await open(.bytes, over: watched.transport(["ab"]))
      let task = Task {
        await notStored { () async throws(CallError<Never>) in
          try await stream.write(to: folder.appending(path: "a"))
        }
      }
      await watched.isRead.wait()
      task.cancel()
      #expect(await task.value?.transportError?.kind == .cancelled)
      #expect(names(in: folder) == [])
      await watched.isClosed.wait()
    }
  }

  @Test func aPathThatCantBeWrittenIsAnErrorAndLeavesNoFile() async throws {
    try await withFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appending(path: "folder/in"), withIntermediateDirectories: true)
      let places = [
        folder.appending(path: "nowhere/a"), folder.appending(path: "folder"),
        URL(string: "https://api.example.com/tmp/a")!,
      ]
      for place in places {
        let stream = try await stream(["ab"])
        let error = await notStored { () async throws(CallError<Never>) in try await stream.write(to: place) }
        #expect(error?.decodingError?.kind == .notStored, "\(place)")
        #expect(!place.isFileURL || error?.description.contains(place.lastPathComponent) == true, "\(place)")
        #expect(names(in: folder) == ["folder"])
      }
    }
  }

  @Test func aNameOfAnyLengthTheSystemTakesIsWritten() async throws {
    try await withFolder { folder in
      for length in [211, 255] {
        let file = folder.appending(path: String(repeating: "n", count: length))
        let count = try await stream(["ab"]).write(to: file)
        #expect(count == 2)
        #expect(try Data(contentsOf: file) == Data("ab".utf8))
      }
    }
  }

  private func permissions(of file: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
  }

  @Test func aFileThatIsReplacedKeepsItsPermissionsFromTheFirstByteOn() async throws {
    try await withFolder { folder in
      for permissions in [0o600, 0o640, 0o666, 0o777] {
        let file = folder.appending(path: "a")
        try Data("old".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
        try await stream(["new"]).write(to: file) { _ in
          for name in names(in: folder) {
            #expect((try? self.permissions(of: folder.appending(path: name))) == permissions)
          }
        }
        #expect(try self.permissions(of: file) == permissions)
        #expect(try Data(contentsOf: file) == Data("new".utf8))
      }
    }
  }

  @Test func aLinkStaysAndWhatItLeadsToIsWritten() async throws {
    try await withFolder { folder in
      let manager = FileManager.default
      try manager.createDirectory(at: folder.appending(path: "in"), withIntermediateDirectories: true)
      for (link, destination) in [
        ("a", "in/file"), ("b", "a"), ("c", folder.appending(path: "in/new").path),
        // The mark belongs to the slash, as a character.
        ("\u{301}d", "in/marked"),
      ] {
        try manager.createSymbolicLink(
          atPath: folder.appending(path: link).path, withDestinationPath: destination)
        let text = "by \(link)"
        try await stream([text]).write(to: folder.appending(path: link))
        #expect(
          try manager.destinationOfSymbolicLink(atPath: folder.appending(path: link).path) == destination)
        let file = folder.appending(
          path: link == "c" ? "in/new" : destination == "in/marked" ? destination : "in/file")
        #expect(try Data(contentsOf: file) == Data(text.utf8))
      }
      #expect(names(in: folder) == ["a", "b", "c", "in", "\u{301}d"])
      #expect(names(in: folder.appending(path: "in")) == ["file", "marked", "new"])
      try manager.createSymbolicLink(
        atPath: folder.appending(path: "loop").path, withDestinationPath: "loop")
      let stream = try await stream(["ab"])
      let error = await notStored { () async throws(CallError<Never>) in
        try await stream.write(to: folder.appending(path: "loop"))
      }
      #expect(error?.decodingError?.kind == .notStored)
    }
  }

  @Test func aFolderOrAFIFOIsRefusedBeforeAnythingIsRead() async throws {
    try await withFolder { folder in
      let fifo = folder.appending(path: "fifo")
      #expect(mkfifo(fifo.path, 0o600) == 0)
      for (place, problem) in [(folder, "Is a directory"), (fifo, "no regular file")] {
        let watched = Watched()
        let stream = try await open(.bytes, over: watched.transport(["ab"]))
        let error = await notStored { () async throws(CallError<Never>) in try await stream.write(to: place) }
        #expect(error?.decodingError?.kind == .notStored && watched.asked == 0)
        #expect(error.map { "\($0)".contains(problem) } == true)
      }
      #expect(names(in: folder) == ["fifo"])
    }
  }

  @Test func progressCanBeMade() {
    #expect(TransferProgress(bytes: 3).total == nil && TransferProgress(bytes: 3, total: 4).bytes == 3)
  }
}
