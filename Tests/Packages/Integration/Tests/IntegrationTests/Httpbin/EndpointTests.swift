import Foundation
import Repartee
import Testing

/// Endpoints of every kind, against a server that nobody here wrote.
@Suite(.enabled(if: Httpbin.isRunning, "REPARTEE_HTTPBIN is not set; Scripts/integration starts one"))
struct EndpointTests {
  let client = Httpbin.client
  let show = Slideshow(title: "Größe & \"Zeit\"", author: "Ada", slides: [Slide(title: "🎉", items: [])])

  @Test func aDeclaredStatusIsDecoded() async throws {
    let reply = try await client.response(to: GetSlideshow())
    #expect(reply.status.code == 200)
    #expect(reply.value.title == "Sample Slide Show")
    #expect(reply.value.slides.map(\.title) == ["Wake up to WonderWidgets!", "Overview"])
    #expect(reply.value.slides.map(\.items?.count) == [nil, 2])
    #expect(reply.attempts.count == 1)
  }

  @Test func missingIsAValue() async throws {
    let reply = try await client.response(to: FindSlideshow(id: 404))
    #expect(reply.status.code == 404)
    #expect(reply.value == nil)
  }

  @Test func anEmptyBodyIsNilForAnOptional() async throws {
    #expect(try await client.send(FindSlideshow(id: 200)) == nil)
  }

  @Test func aStatusThatIsNotDeclaredKeepsItsResponse() async throws {
    let error = try #require(await client.result(of: FindSlideshow(id: 418)).failure)
    guard case .undeclared = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(error.response?.status.code == 418)
    #expect(error.response?.text?.contains("teapot") == true)
  }

  @Test(arguments: [201, 299, 300, 301, 304, 399, 400, 499, 500, 599])
  func anyOtherStatusIsUndeclared(code: Int) async throws {
    var client = client
    client.redirects = .off
    let error = try #require(await client.result(of: FindSlideshow(id: code)).failure)
    guard case .undeclared = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(error.response?.status.code == code)
    #expect(error.attempts.count == (code == 500 ? 3 : 1))
  }

  @Test func aTypePerStatus() async throws {
    #expect(try await client.send(Publish(show, .now)) == .published(show))
    #expect(try await client.send(Publish(show, .tonight)) == .queued)
    #expect(try await client.send(CheckForNews(known: nil, latest: "v2")) == .fresh(version: "v2"))
    #expect(try await client.send(CheckForNews(known: "v1", latest: "v2")) == .fresh(version: "v2"))
    #expect(try await client.send(CheckForNews(known: "v2", latest: "v2")) == .unchanged)
  }

  @Test func noContentIsVoid() async throws {
    let reply = try await client.response(to: DeleteDraft())
    #expect(reply.status.code == 204)
  }

  @Test func headHasTheLengthAndNoBody() async throws {
    let length = try await client.send(MeasureSlideshow())
    let raw = Resource<Data, Never>(.get("/json"), [.code(200, .decode)])
    #expect(try await client.send(raw).count == length)
  }

  @Test func textAndBytesAreRaw() async throws {
    #expect(try await client.send(GetRobots()) == "User-agent: *\nDisallow: /deny\n")
    #expect(try await client.send(GetBytes(count: 100_000)).count == 100_000)
    #expect(try await client.send(GetBytes(count: 0)).isEmpty)
  }

  @Test func aDeclaredFailureHasItsBody() async throws {
    let error = try #require(await client.result(of: GetPicture(format: "image/tiff")).failure)
    guard case .declared(.unsupported(let offered)) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(offered.contains("image/png"))
    #expect(error.response?.status.code == 406)
  }

  @Test func anOfferedPictureIsBytes() async throws {
    let picture = try await client.send(GetPicture(format: "image/png"))
    #expect(picture.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
  }

  @Test func anErrorInsideA200IsADeclaredFailure() async throws {
    #expect(try await client.send(Pay(with: .good)).number == "R-1001")
    let error = try #require(await client.result(of: Pay(with: .declined)).failure)
    guard case .declared(.declined(reason: "insufficient funds")) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(error.response?.status.code == 200)
  }

  @Test func aSharedFailureIsLiftedIntoTheEndpointsOwn() async throws {
    let error = try #require(await client.result(of: Pay(with: .overloaded)).failure)
    guard case .declared(.api(.unavailable)) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(error.response?.status.code == 503)
  }

  @Test func aTokenIsSentAndNeverShown() async throws {
    #expect(try await client.send(GetAccount(token: "s3cr3t")).authenticated)
    let reply = try await client.response(to: GetAccount(token: "s3cr3t"))
    #expect(!"\(reply.request) \(reply.request.headers) \(reply)".contains("s3cr3t"))
    let error = try #require(await client.result(of: GetAccount(token: nil)).failure)
    guard case .declared(.signedOut) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(error.response?.headers[.wwwAuthenticate] == "Bearer")
  }

  @Test func anUndeclaredPageOfHTMLIsKeptWhole() async throws {
    let error = try #require(await client.result(of: DeleteSlideshow()).failure)
    guard case .undeclared = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(error.response?.status.code == 405)
    #expect(error.response?.contentType?.description == "text/html")
    #expect(error.response?.text?.hasPrefix("<!doctype html>") == true)
    #expect(error.response?.text?.count == error.response?.headers[.contentLength].flatMap { Int($0) })
  }

  @Test func aBodyThatDoesNotFitSaysWhere() async throws {
    let error = try #require(await client.result(of: GetOutline()).failure)
    guard case .undecodable(let failure) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(failure.path == "slideshow.slides[0]")
    #expect(failure.kind == .keyNotFound)
    #expect(error.response?.body.isEmpty == false)
  }

  @Test func aTimeoutEndsTheCall() async throws {
    let error = try #require(
      await client.result(of: GetReport(after: 5, timeout: .milliseconds(200))).failure)
    guard case .transport(let failure) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(failure.kind == .timedOut(.total))
    #expect(error.response == nil)
    #expect(error.request != nil)
  }

  @Test func aFullURLGoesThereWithoutTheClientsOwnFields() async throws {
    var client = client
    client.headers["Authorization"] = "Bearer s3cr3t"
    // Another name of the same host is another origin.
    let other = try #require(Httpbin.baseURL?.replacing("127.0.0.1", with: "localhost"))
    let headers = try await client.send(FollowLink(to: "\(other)/headers"))
    #expect(!headers.contains("s3cr3t"))
    let own = try await client.send(FollowLink(to: "\(try #require(Httpbin.baseURL))/headers"))
    #expect(own.contains("s3cr3t"))
  }
}

extension Result {
  var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
