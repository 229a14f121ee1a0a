import Foundation
import Repartee
import ReparteeBase
import ReparteeDownloads
import ReparteeTesting
import TestSupport
import Testing

/// What a server may do wrong, and what others may do to the files.
struct ResponseUseTests {
  /// A download of `0123456789` that broke after `0123`.
  private func broken(
    in folder: URL, _ change: (inout FileServer.State) -> Void = { _ in }
  ) async -> (FileServer, URL) {
    let server = FileServer {
      $0.cuts = [4, nil]
      change(&$0)
    }
    let file = folder.appending(path: "a")
    #expect(await downloaded(GetFilm(), by: server.client, to: file).error != nil)
    #expect(contents(folder)[".a.partial"] == "0123")
    return (server, file)
  }

  private func changing206(
    _ server: FileServer, _ change: @escaping @Sendable (inout TransportResponse) -> Void
  ) {
    server.change { state in
      state.change = { response, _ in if response.head.status.code == 206 { change(&response) } }
    }
  }

  @Test(
    arguments: [
      (.contentRange, nil), (.contentRange, "bytes 4-9"), (.contentRange, "bytes 3-8/10"),
      (.contentRange, "bytes 5-9/10"),
      (.contentRange, "bytes 0-9/10"), (.contentRange, "bytes 4-9/11"), (.contentRange, "items 4-9/10"),
      (.contentRange, "bytes 4-9/9223372036854775807"), (.contentRange, "bytes 4-9/9"),
      (.contentRange, "bytes 4-10/*"),
      (.eTag, "\"2\""), (.eTag, "W/\"1\""), (.eTag, "1"), (.contentEncoding, "gzip"),
      (.contentType, "multipart/byteranges; boundary=B"),
    ] as [(HTTPField.Name, String?)])
  func aPartThatDoesNotFitFailsAndNothingIsLost(field: HTTPField.Name, value: String?) async throws {
    try await withFolder { folder in
      let (server, file) = await broken(in: folder)
      changing206(server) { $0.head.headerFields[field] = value }
      let error = await downloaded(GetFilm(), by: server.client, to: file).error
      #expect(error?.decodingError?.kind == .notStored && error?.response?.status == .partialContent)
      #expect(error?.isRetryable == false && error?.attempts.count == 1)
      #expect(contents(folder)[".a.partial"] == "0123" && contents(folder)["a"] == nil)
      // It was once only, or it begins again.
      #expect(await downloaded(GetFilm(), by: server.client, to: file).length == 10)
      #expect(server.ranges == [nil, "bytes=4-", "bytes=4-", nil] && contents(folder) == ["a": "0123456789"])
    }
  }

  @Test func afterADoubtAPartThatFitsIsTaken() async throws {
    try await withFolder { folder in
      let (server, file) = await broken(in: folder)
      changing206(server) { $0.head.headerFields[.eTag] = "\"2\"" }
      #expect(await downloaded(GetFilm(), by: server.client, to: file).error != nil)
      server.change { $0.change = nil }
      #expect(await downloaded(GetFilm(), by: server.client, to: file).length == 10)
      #expect(server.ranges == [nil, "bytes=4-", "bytes=4-"] && contents(folder) == ["a": "0123456789"])
    }
  }

  @Test func aPartWithoutATagIsOfTheSameResource() async throws {
    try await withFolder { folder in
      let (server, file) = await broken(in: folder)
      changing206(server) { $0.head.headerFields[.eTag] = nil }
      #expect(await downloaded(GetFilm(), by: server.client, to: file).length == 10)
    }
  }

  @Test func anUnrequestedPartIsAnError() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      let server = FileServer { state in
        state.change = { response, _ in
          response.head.status = .partialContent
          response.head.headerFields[.contentRange] = "bytes 0-9/20"
        }
      }
      let undeclared = await downloaded(GetFilm(), by: server.client, to: file).error
      #expect(undeclared?.isUndeclared == true)
      let declared = Resource<ResponseStream<Data, Never>, UserError>(
        .get("/film"), [.success(.stream(.bytes)), .code(206, .stream(.bytes))])
      let error = await downloaded(declared, by: server.client, to: file).error
      #expect(error?.decodingError?.kind == .notStored && names(in: folder) == [])
    }
  }

  @Test(arguments: [9, 11, 30])
  func aBodyThatIsNotWhatItsHeadSaysIsNoFile(length: Int) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      let server = FileServer { state in
        state.change = { response, _ in
          response.body = ByteStream(length: Int64(length), once: chunks(["01234", "56789"]))
        }
      }
      let error = await downloaded(GetFilm(), by: server.client, to: file).error
      if length < 10 {
        #expect(error?.decodingError?.kind == .notStored && names(in: folder) == [])
      } else {
        #expect(
          error?.transportError?.kind == .connectionLost && contents(folder)[".a.partial"] == "0123456789")
      }
    }
  }

  @Test func aPartOfAnotherLengthThanItsHeadIsRemovedOrResumed() async throws {
    try await withFolder { folder in
      let (server, file) = await broken(in: folder)
      changing206(server) { $0.body = ByteStream(length: nil, once: chunks(["45", "6789!"])) }
      let error = await downloaded(GetFilm(), by: server.client, to: file).error
      #expect(error?.decodingError?.kind == .notStored && contents(folder)[".a.partial"] == "0123")
      changing206(server) { $0.body = ByteStream(length: nil, once: chunks(["456"])) }
      #expect(await downloaded(GetFilm(), by: server.client, to: file).error?.transportError != nil)
      #expect(contents(folder)[".a.partial"] == "0123456")
      server.change { $0.change = nil }
      #expect(await downloaded(GetFilm(), by: server.client, to: file).length == 10)
      #expect(contents(folder) == ["a": "0123456789"])
    }
  }

  @Test func aRestThatIsCodedIsNotWrittenAfterAWholeThatWasDecoded() async throws {
    try await withFolder { folder in
      let server = FileServer { state in
        state.cuts = [nil, 4, nil]
        // Whenever identity is asked for, the body is coded.
        state.change = { response, request in
          guard request.head.headerFields[.acceptEncoding] == "identity" else { return }
          response = .bytes(Data("coded".utf8), headers: [.contentEncoding: "gzip"])
        }
      }
      var client = server.client
      (client.retry, client.clock) = (.standard, SkippingClock())
      let file = folder.appending(path: "a")
      #expect(await downloaded(GetFilm(), by: client, to: file).length == 10)
      #expect(contents(folder) == ["a": "0123456789"])
      #expect(server.ranges == [nil, nil, "bytes=4-", nil])
    }
  }

  @Test func aCodedBodyIsRequestedAgainWithTheTransportsCodings() async throws {
    try await withFolder { folder in
      let (server, file) = await broken(in: folder)
      server.change { ($0.coding, $0.cuts) = ("gzip", [nil, 4, nil]) }
      // 200 to the range, coded; then decoded, and cut.
      server.change { $0.knowsRanges = false }
      #expect(await downloaded(GetFilm(), by: server.client, to: file).error != nil)
      #expect(names(in: folder) == [], "decoded bytes can't be resumed")
      #expect(await downloaded(GetFilm(), by: server.client, to: file).length == 10)
      #expect(contents(folder) == ["a": "0123456789"])
      #expect(
        server.requests.map { $0.headerFields[.acceptEncoding] } == [
          "identity", "identity", nil, "identity", nil,
        ])
      #expect(server.ranges == [nil, "bytes=4-", nil, nil, nil])
    }
  }

  // MARK: Who asks

  @Test func anotherRequestOrUserBeginsAgain() async throws {
    func resource(_ path: Request.Path = "/film", _ headers: Request.Headers = [:]) -> Resource<
      ResponseStream<Data, Never>, UserError
    > {
      Resource(.get(path, headers: headers), GetFilm.responses)
    }
    for (other, isSame) in [
      (resource(), true), (resource("/other"), false), (resource("/film", ["Accept-Language": "de"]), false),
      (resource("/film", ["X-Request-Id": "7", "User-Agent": "a/2"]), true),
      (resource("/film", ["X-B3-TraceId": "7", "sentry-trace": "8"]), true),
      (resource("/film", ["Sudo": "b"]), false),
    ] {
      try await withFolder { folder in
        let (server, file) = await broken(in: folder)
        #expect(await downloaded(other, by: server.client, to: file).length == 10)
        #expect(server.ranges == [nil, "bytes=4-"] + (isSame ? [] : [nil]))
        #expect(contents(folder) == ["a": "0123456789"])
      }
    }
    for (first, second, isSame) in [
      (.bearer("a"), .bearer("a"), true), (.bearer("a"), .bearer("b"), false), (.bearer("a"), .off, false),
      (.apiKey("a", query: "key"), .apiKey("b", query: "key"), false),
      (.basic(username: "a", password: "b"), .basic(username: "a", password: "c"), true),
      (.basic(username: "a", password: "b"), .basic(username: "b", password: "b"), false),
      (signing("1"), signing("2"), true),
    ] as [(Authentication, Authentication, Bool)] {
      try await withFolder { folder in
        let server = FileServer { $0.cuts = [4, nil] }
        let file = folder.appending(path: "a")
        var client = server.client
        client.authentication = first
        #expect(await downloaded(GetFilm(), by: client, to: file).error != nil)
        client.authentication = second
        #expect(await downloaded(GetFilm(), by: client, to: file).length == 10)
        #expect(server.ranges == [nil, "bytes=4-"] + (isSame ? [] : [nil]))
      }
    }
  }

  private func signing(_ signature: String) -> Authentication {
    .signing { $0.headers[.authorization] = signature }
  }

  @Test func aSessionsTokenMayChangeIfItsAccountHasAName() async throws {
    for (first, second, isSame) in [
      ("anna", "anna", true), ("anna", "ben", false), (nil, nil, false), (nil, "anna", false),
    ] as [(String?, String?, Bool)] {
      try await withFolder { folder in
        let server = FileServer { $0.cuts = [4, nil] }
        let file = folder.appending(path: "a")
        for (account, token) in [(first, "1"), (second, "2")] {
          // Of another process, for all that it knows.
          let session = Session<BearerToken>()
          try await session.signIn(BearerToken(token), as: account)
          var client = server.client
          client.authentication = .session(session)
          _ = await downloaded(GetFilm(), by: client, to: file)
        }
        #expect(server.ranges == [nil, "bytes=4-"] + (isSame ? [] : [nil]))
        #expect(contents(folder) == ["a": "0123456789"])
      }
    }
  }

  // MARK: The files

  @Test func oneDownloadAtATimeWritesAFile() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      let watched = Watched()
      let slow = Client(baseURL: api, transport: watched.transport(["01"]))
      let task = Task { await downloaded(GetFilm(), by: slow, to: file) }
      await watched.isRead.wait()
      let server = FileServer()
      let error = await downloaded(GetFilm(), by: server.client, to: file).error
      #expect(error?.decodingError?.message.contains("another download is writing it") == true)
      #expect(error?.decodingError?.kind == .notStored && server.requests.isEmpty)
      task.cancel()
      #expect(await task.value.error?.transportError?.kind == .cancelled)
      #expect(await downloaded(GetFilm(), by: server.client, to: file).length == 10)
      #expect(contents(folder) == ["a": "0123456789"])
    }
  }

  @Test func cancellingKeepsWhatArrived() async throws {
    try await withFolder { folder in
      let (server, file) = await broken(in: folder)
      let watched = Watched()
      changing206(server) { $0.body = watched.body(["45"]) }
      let client = server.client
      let task = Task { await downloaded(GetFilm(), by: client, to: file) }
      await watched.isRead.wait()
      task.cancel()
      #expect(await task.value.error?.transportError?.kind == .cancelled)
      await watched.isClosed.wait()
      #expect(contents(folder)[".a.partial"] == "012345")
      // Cancelled before it began, and in the pause before the next attempt.
      let before = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await downloaded(GetFilm(), by: client, to: file)
      }
      #expect(await before.value.error?.transportError?.kind == .cancelled)
      #expect(contents(folder)[".a.partial"] == "012345")
      server.change { ($0.change, $0.cuts) = (nil, [1]) }
      var waiting = client
      waiting.retry = .standard
      waiting.retry.baseDelay = .seconds(10)
      let clock = ManualClock()
      (waiting.clock, waiting.timeout, waiting.randomness) = (clock, .unlimited, { .max })
      let paused = Task { [waiting] in await downloaded(GetFilm(), by: waiting, to: file) }
      await clock.waitForSleeps()
      paused.cancel()
      #expect(await paused.value.error?.transportError?.kind == .cancelled)
      #expect(contents(folder)[".a.partial"] == "0123456")
    }
  }

  @Test func otherBytesThanWereLeftAreNotResumed() async throws {
    for (change, range) in [
      ({ try Data("012".utf8).write(to: $0.appending(path: ".a.partial")) }, nil),
      ({ try Data("0123456789abcdef".utf8).write(to: $0.appending(path: ".a.partial")) }, nil),
      ({ try FileManager.default.removeItem(at: $0.appending(path: ".a.partial")) }, nil),
      ({ try FileManager.default.removeItem(at: $0.appending(path: ".a.partial.json")) }, nil),
      ({ try Data("junk".utf8).write(to: $0.appending(path: ".a.partial.json")) }, nil),
      ({ try Data(count: 1_024).write(to: $0.appending(path: ".a.partial.json")) }, nil),
      ({ try Data(repeating: 0x5B, count: 5_000_000).write(to: $0.appending(path: ".a.partial.json")) }, nil),
      ({ try Self.link(".a.partial", to: "target", in: $0) }, nil),
      ({ _ in }, "bytes=4-"),
    ] as [((URL) throws -> Void, String?)] {
      try await withFolder { folder in
        let (server, file) = await broken(in: folder)
        try change(folder)
        #expect(await downloaded(GetFilm(), by: server.client, to: file).length == 10)
        #expect(server.ranges == [nil, range] && contents(folder)["a"] == "0123456789")
        #expect(names(in: folder).filter { $0 != "target" } == ["a"])
        #expect(contents(folder)["target"] ?? "0123" == "0123", "what a link leads to is never written")
      }
    }
  }

  private static func link(_ name: String, to target: String, in folder: URL) throws {
    try Data("0123".utf8).write(to: folder.appending(path: target))
    try? FileManager.default.removeItem(at: folder.appending(path: name))
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: name).path, withDestinationPath: target)
  }

  @Test func aPathThatCantBeWrittenIsRefusedBeforeAnythingIsSent() async throws {
    try await withFolder { folder in
      try Self.link(".linked.partial.json", to: "target", in: folder)
      #expect(mkfifo(folder.appending(path: "fifo").path, 0o600) == 0)
      try FileManager.default.createDirectory(
        at: folder.appending(path: ".b.partial.json"), withIntermediateDirectories: true)
      let before = names(in: folder)
      for place in [
        folder, folder.appending(path: "nowhere/a"), folder.appending(path: "linked"),
        folder.appending(path: "fifo"),
        folder.appending(path: "b"), URL(string: "https://api.example.com/a")!,
      ] {
        let server = FileServer()
        let error = await downloaded(GetFilm(), by: server.client, to: place).error
        #expect(error?.decodingError?.kind == .notStored && server.requests.isEmpty, "\(place)")
        #expect(names(in: folder) == before && contents(folder)["target"] == "0123")
      }
      // A folder where the bytes go.
      try FileManager.default.createDirectory(
        at: folder.appending(path: ".c.partial"), withIntermediateDirectories: true)
      let error = await downloaded(GetFilm(), by: FileServer().client, to: folder.appending(path: "c")).error
      #expect(
        error?.decodingError?.kind == .notStored && names(in: folder) == (before + [".c.partial"]).sorted())
    }
  }

  @Test func aNameOfAnyLengthIsResumed() async throws {
    try await withFolder { folder in
      for name in [String(repeating: "n", count: 255), String(repeating: "m", count: 201), "täst"] {
        let file = folder.appending(path: name)
        let server = FileServer { $0.cuts = [4, nil] }
        #expect(await downloaded(GetFilm(), by: server.client, to: file).error != nil)
        #expect(await downloaded(GetFilm(), by: server.client, to: file).length == 10)
        #expect(server.ranges == [nil, "bytes=4-"])
      }
      #expect(names(in: folder).count == 3)
    }
  }

  @Test func theFileHasThePermissionsOfAnOlderOne() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "in")
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: "a").path, withDestinationPath: "in")
      try Data("old".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
      #expect(
        await downloaded(GetFilm(), by: FileServer().client, to: folder.appending(path: "a")).length == 10)
      let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
      #expect(permissions == 0o640 && contents(folder) == ["a": "0123456789", "in": "0123456789"])
    }
  }
}
