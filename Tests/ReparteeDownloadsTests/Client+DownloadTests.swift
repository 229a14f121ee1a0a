import Foundation
import Repartee
import ReparteeBase
import ReparteeCaching
import ReparteeDownloads
import TestSupport
import Testing

/// A download is a call like any other.
struct ClientDownloadTests {
  @Test func aDeclaredFailureIsTypedAndKeepsWhatArrived() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      let server = FileServer { $0.cuts = [4, nil] }
      #expect(await downloaded(GetFilm(), by: server.client, to: file).error != nil)
      server.change { state in
        state.change = { response, _ in response = .json(#"{"title":"gone"}"#, status: 404) }
      }
      let error = await downloaded(GetFilm(), by: server.client, to: file).error
      #expect(error?.declared == .notFound && error?.response?.text == #"{"title":"gone"}"#)
      server.change { state in state.change = { response, _ in response = .status(503) } }
      #expect(await downloaded(GetFilm(), by: server.client, to: file).error?.isUndeclared == true)
      server.change { $0.change = nil }
      #expect(await downloaded(GetFilm(), by: server.client, to: file).length == 10)
      #expect(server.ranges == [nil, "bytes=4-", "bytes=4-", "bytes=4-"])
      // Nothing arrived, so that nothing is left.
      let other = FileServer { state in state.change = { response, _ in response = .status(404) } }
      _ = await downloaded(GetFilm(), by: other.client, to: folder.appending(path: "b"))
      #expect(names(in: folder) == ["a"])
    }
  }

  @Test func anApplicationsOwnErrorIsThrown() async throws {
    struct GetReport: AppEndpoint {
      var request: Request { .get("/report") }
      static let responses: ResponseMap<ResponseStream<Data, Never>, AppError> = [
        .code(200, .stream(.bytes)), .clientError(.error(.refused("no"))),
      ]
    }
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      let server = FileServer { $0.cuts = [4] }
      guard case .failure(.offline) = await downloaded(GetReport(), by: server.client, to: file) else {
        Issue.record("another error")
        return
      }
      server.change { state in state.change = { response, _ in response = .status(403) } }
      guard case .failure(.refused("no")) = await downloaded(GetReport(), by: server.client, to: file) else {
        Issue.record("another error")
        return
      }
    }
  }

  @Test func redirectsAreFollowedEachTime() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      let signature = Mutex(0)
      let server = FileServer { state in
        state.cuts = [nil, 4, nil, nil]
        state.change = { response, request in
          guard request.head.path == "/film" else { return }
          let number = signature.withLock { number in
            number += 1
            return number
          }
          response = .status(302, headers: [.location: "https://mirror.example/film?signature=\(number)"])
        }
      }
      var client = server.client
      client.authentication = .bearer("t")
      #expect(await downloaded(GetFilm(), by: client, to: file).error != nil)
      #expect(await downloaded(GetFilm(), by: client, to: file).length == 10)
      #expect(server.ranges == [nil, nil, "bytes=4-", "bytes=4-"] && contents(folder) == ["a": "0123456789"])
    }
  }

  @Test func onlyAGETIsResumed() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      let server = FileServer { $0.cuts = [4, nil] }
      var client = server.client
      client.retry = .standard
      let report = Resource<ResponseStream<Data, Never>, Never>(
        .post("/report", body: .text("q")), [.code(200, .stream(.bytes))])
      #expect(await downloaded(report, by: client, to: file).error?.transportError?.kind == .connectionLost)
      #expect(server.requests.count == 1 && names(in: folder) == [])
      let length = try await client.download(report, to: file)
      #expect(length == 10)
      #expect(server.ranges == [nil, nil])
    }
  }

  @Test func elementsThatAreNotTheBytesOfTheBodyAreNotResumed() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      let server = FileServer("YWI=\nY2Q=\n") { $0.cuts = [5, nil] }
      let lines = StreamFormat<Data, Never>(mediaTypes: []) { _ in Base64Lines() }
      let resource = Resource<ResponseStream<Data, Never>, UserError>(
        .get("/x"), [.code(200, .stream(lines))])
      #expect(await downloaded(resource, by: server.client, to: file).error?.transportError != nil)
      #expect(names(in: folder) == [])
      #expect(await downloaded(resource, by: server.client, to: file).length == 4)
      #expect(server.ranges == [nil, nil] && contents(folder) == ["a": "abcd"])
    }
  }

  private struct Base64Lines: StreamParser {
    private var rest = Data()

    mutating func parse(_ chunk: Data?, into elements: inout [Data]) {
      rest += chunk ?? Data()
      while let end = rest.firstIndex(of: 0x0A) {
        if let line = Data(base64Encoded: Data(rest[..<end])) { elements.append(line) }
        rest = Data(rest[end...].dropFirst())
      }
    }
  }

  @Test func aRangeSetByTheCallerIsRefused() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      let server = FileServer()
      for name in ["Range", "if-range"] {
        let own = Resource<ResponseStream<Data, Never>, UserError>(
          .get("/film", headers: [name: "bytes=0-"]), GetFilm.responses)
        #expect(await downloaded(own, by: server.client, to: file).error?.requestError?.kind == .header)
        var client = server.client
        client.headers[name] = "bytes=0-"
        #expect(await downloaded(GetFilm(), by: client, to: file).error?.requestError?.kind == .header)
      }
      #expect(server.requests.isEmpty && names(in: folder) == [])
      let invalid = Resource<ResponseStream<Data, Never>, UserError>(
        .get("/film", headers: ["a b": "c"]), GetFilm.responses)
      #expect(await downloaded(invalid, by: server.client, to: file).error?.requestError?.kind == .header)
      #expect(names(in: folder) == [])
    }
  }

  @Test func theCacheMayHaveTheRest() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      let server = FileServer { state in
        state.cuts = [4, nil]
        state.change = { response, _ in response.head.headerFields[.cacheControl] = "max-age=3600" }
      }
      var client = server.client
      client.now = { Date(timeIntervalSince1970: 1_798_884_000) }
      client.cache = ResponseCache()
      #expect(await downloaded(GetFilm(), by: client, to: file).error != nil)
      #expect(contents(folder)[".a.partial"] == "0123")
      // The whole is stored by another call.
      _ = try await client.send(
        Resource<Data, Never>(
          .get("/film", headers: ["Accept-Encoding": "identity", "Accept": "*/*"]), [.code(200, .decode)]))
      let sent = server.requests.count
      #expect(await downloaded(GetFilm(), by: client, to: file).length == 10)
      #expect(server.requests.count == sent && contents(folder) == ["a": "0123456789"])
    }
  }

  @Test func theCallHasTheNameOfItsEndpoint() async throws {
    try await withFolder { folder in
      let names = Mutex<Set<String?>>([])
      var client = FileServer().client
      client.observers = [.handler { event in names.withLock { _ = $0.insert(event.operation) } }]
      _ = await downloaded(GetFilm(), by: client, to: folder.appending(path: "a"))
      #expect(names.withLock { $0 } == ["GetFilm"])
    }
  }
}
