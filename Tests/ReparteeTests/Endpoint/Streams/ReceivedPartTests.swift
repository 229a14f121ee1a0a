import Foundation
import Repartee
import TestSupport
import Testing

/// `write(to:)` of a 206 (RFC 9110, sections 14.4 and 15.3.7): no byte that is there is ever lost to a part.
struct ReceivedPartTests {
  private func part(
    _ texts: [String], _ contentRange: String?, range: String? = "bytes=5-", _ more: HTTPFields = [:],
    then error: TransportError? = nil
  ) async throws -> ResponseStream<Data, Never> {
    var headers = more
    if let contentRange { headers[.contentRange] = contentRange }
    let response = TransportResponse(
      head: HTTPResponse(status: .partialContent, headerFields: headers),
      body: ByteStream(length: nil, once: chunks(texts, then: error)))
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in response })
    return try await client.send(
      Resource<ResponseStream<Data, Never>, Never>(
        .get("/x", headers: ["Range": range]), [.code(206, .stream(.bytes))]))
  }

  private func written(_ stream: ResponseStream<Data, Never>, to file: URL) async -> Result<
    Int64, CallError<Never>
  > {
    do throws(CallError<Never>) { return .success(try await stream.write(to: file)) } catch {
      return .failure(error)
    }
  }

  @Test func aPartIsAppendedWhereItBelongs() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      try Data("01234".utf8).write(to: file)
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: "link").path, withDestinationPath: "a")
      for (link, field, total) in [("a", "bytes 5-9/12", 12), ("link", "bytes 10-11/12", 12)]
        as [(String, String, Int64?)]
      {
        let body = link == "a" ? ["56", "789"] : ["ab"]
        let stream = try await part(body, field, range: link == "a" ? "bytes=5-9" : "bytes=10-")
        let count = try await stream.write(to: folder.appending(path: link)) { progress in
          #expect(progress.total == total && progress.bytes > 5, "of the whole")
        }
        #expect(count == (link == "a" ? 5 : 2))
      }
      #expect(try Data(contentsOf: file) == Data("0123456789ab".utf8))
      #expect(names(in: folder) == ["a", "link"])
    }
  }

  @Test(arguments: [
    ("bytes=5-9", "bytes 5-9/10"), ("bytes=5-", "bytes 5-9/*"), ("bytes=-5", "bytes 5-9/10"),
    ("Bytes=5-20", "bytes 5-9/10"),
    ("bytes=5-99", "Bytes 5-9/100"),
  ])
  func whatWasAskedForIsAppended(range: String, field: String) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      try Data("01234".utf8).write(to: file)
      let count = try await part(["56789"], field, range: range).write(to: file)
      #expect(count == 5)
      #expect(try Data(contentsOf: file) == Data("0123456789".utf8))
    }
  }

  @Test func thePartAtTheBeginningBeginsAFile() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      try await part(["01"], "bytes 0-1/4", range: "bytes=0-1").write(to: file)
      try await part(["23"], "bytes 2-3/4", range: "bytes=2-3").write(to: file)
      #expect(try Data(contentsOf: file) == Data("0123".utf8))
    }
  }

  @Test(
    arguments: [
      (nil, "bytes=5-", "no Content-Range"), ("bytes 5-9", "bytes=5-", "no Content-Range"),
      ("bytes */10", "bytes=5-", "no Content-Range"), ("items 5-9/10", "bytes=5-", "no Content-Range"),
      ("bytes 4-9/10", "bytes=5-", "another part"), ("bytes 0-9/10", "bytes=5-", "another part"),
      ("bytes 5-9/10", "bytes=5-8", "another part"), ("bytes 5-9/10", "bytes=4-9", "another part"),
      ("bytes 5-9/*", "bytes=-5", "another part"), ("bytes 5-9/20", "bytes=-5", "another part"),
      ("bytes 5-9/10", nil, "another part"), ("bytes 5-9/10", "bytes=5-6,8-9", "another part"),
      ("bytes 4-8/10", "bytes=4-8", "begins at byte 4"), ("bytes 6-9/10", "bytes=6-", "begins at byte 6"),
      ("bytes 0-4/10", "bytes=0-4", "begins at byte 0"),
      ("bytes 9223372036854775806-9223372036854775806/9223372036854775807", "bytes=-1", "begins at byte 92"),
    ] as [(String?, String?, String)])
  func anotherPartIsRefusedAndTheFileUnchanged(field: String?, range: String?, message: String) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      try Data("01234".utf8).write(to: file)
      let error = await written(try await part(["56789"], field, range: range), to: file).error
      #expect(error?.decodingError?.kind == .notStored && error?.response?.status == .partialContent)
      #expect(error?.decodingError?.message.contains(message) == true, "\(error?.description ?? "none")")
      #expect(try Data(contentsOf: file) == Data("01234".utf8) && names(in: folder) == ["a"])
    }
  }

  @Test func severalPartsAndCodedOnesAreRefused() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      try Data("01234".utf8).write(to: file)
      for fields: HTTPFields in [
        [.contentType: "multipart/byteranges; boundary=B"], [.contentEncoding: "gzip"],
        [.contentEncoding: "br, utf-8"],
      ] {
        let error = await written(try await part(["56789"], "bytes 5-9/10", fields), to: file).error
        #expect(error?.decodingError?.kind == .notStored)
        #expect(try Data(contentsOf: file) == Data("01234".utf8))
      }
      // That is no coding.
      let stream = try await part(["56789"], "bytes 5-9/10", [.contentEncoding: "UTF-8"])
      let count = try await stream.write(to: file)
      #expect(count == 5)
    }
  }

  @Test func withoutTheBeginningThereIsNoFile() async throws {
    try await withFolder { folder in
      let error = await written(try await part(["56789"], "bytes 5-9/10"), to: folder.appending(path: "a"))
        .error
      #expect(error?.decodingError?.kind == .notStored && names(in: folder) == [])
      let place = await written(try await part(["56789"], "bytes 5-9/10"), to: folder).error
      #expect(place?.decodingError?.kind == .notStored && names(in: folder) == [])
    }
  }

  @Test func whatArrivedBeforeABreakStays() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      for (texts, cause, kept) in [
        (["56", "7"], TransportError(.connectionLost), "01234567"), (["56"], nil, "0123456"),
        ([], nil, "01234"),
      ] as [([String], TransportError?, String)] {
        try Data("01234".utf8).write(to: file)
        let error = await written(try await part(texts, "bytes 5-9/10", then: cause), to: file).error
        #expect(error?.transportError?.kind == .connectionLost && error?.isRetryable == true)
        #expect(try Data(contentsOf: file) == Data(kept.utf8))
      }
      try Data("01234".utf8).write(to: file)
      let error = await written(try await part(["567", "89a"], "bytes 5-9/10"), to: file).error
      #expect(error?.decodingError?.message.contains("longer than the head") == true)
      #expect(try Data(contentsOf: file) == Data("01234567".utf8))
    }
  }
}
