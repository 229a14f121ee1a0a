import Foundation
import Repartee
import TestSupport
import Testing

/// Anyone can make what a client makes.
struct ResponsesForTestsTests {
  @Test func aRequestIsMadeOfItsURL() {
    let request = SentRequest(
      .put, url: "https://api.example.com:8443/users/7?token=s&a=b", headers: [.authorization: "s"],
      bodyLength: 2)
    #expect(request.description == "PUT /users/7" && request.bodyLength == 2)
    #expect(request.url == "https://api.example.com:8443/users/7?token=***&a=b")
    #expect(request.headers[.authorization] == "***")
    #expect(SentRequest().description == "GET /")
    #expect(SentRequest(url: "/users/7?a", template: "/users/{}").description == "GET /users/{}")
    #expect(SentRequest(url: "no url").description == "GET no url")
  }

  @Test func aResponseIsMadeOfItsStatusAndBody() throws {
    let response = Response.json(#"{"id":1,"name":"a"}"#, status: 201, headers: [.eTag: "x"])
    #expect(response.status == .created && response.header("ETag") == "x")
    #expect(try response.decode(User.self) == User(id: 1, name: "a"))
    #expect(Response(status: 1_000).status.code == 999 && Response(status: 204).body.isEmpty)
    #expect(Response.json("{}", headers: [.contentType: "a/b"]).contentType?.description == "a/b")
  }

  @Test func aTypedResponseIsMadeOfAValueAndAResponse() {
    let response = TypedResponse(7, response: Response(status: 200, headers: [.eTag: "x"]))
    #expect(response.value == 7 && response.status == .ok && response.headers[.eTag] == "x")
    #expect(response.attempts.count == 1)
  }

  @Test func aStreamIsReadOutsideOfAClient() async throws {
    let head = HTTPResponse(status: .ok)
    let bytes = ResponseStream(head: head, body: ByteStream(Data("abc".utf8)), format: .bytes)
    #expect(bytes.length == 3 && bytes.status == .ok)
    #expect(try await bytes.collect(upTo: 3) == Data("abc".utf8))
    let lines = ResponseStream(
      head: head, body: ByteStream(length: nil, once: chunks(["1\n2", "3\n"])),
      format: .jsonLines(of: Int.self))
    var numbers: [Int] = []
    for try await number in lines { numbers.append(number) }
    #expect(numbers == [1, 23] && lines.length == nil)
  }

  @Test func bytesAboveTheLimitAreATransportFailureOfTheStream() async throws {
    let head = HTTPResponse(status: .ok)
    let bytes = ResponseStream(head: head, body: ByteStream(Data("abcd".utf8)), format: .bytes)
    let error = await #expect(throws: CallError<Never>.self) { try await bytes.collect(upTo: 3) }
    #expect(error?.transportError?.kind == .bodyTooLarge(limit: 3) && error?.status == .ok)
  }
}
