#if AsyncHTTPClient
import Foundation
import Repartee
import ReparteeAsyncHTTPClient
import ReparteeBase

/// A transport with one fault, over one that has none.
struct Broken: Transport, CustomStringConvertible {
  typealias Send = @Sendable (TransportRequest) async throws(TransportError) -> TransportResponse

  let fault: String
  /// The claim that must not hold.
  let claim: String
  private let make: @Sendable (TransportRequest, Send) async throws(TransportError) -> TransportResponse

  var description: String { fault }

  /// Only one says so, and does not.
  var boundsHead: Bool { fault == "ignores the limit for the head" }

  /// Whether the claim does not hold because something never happens.
  var hangs: Bool {
    [
      "ignores the limit for the head", "ignores cancellation", "keeps a connection that was left",
      "never returns",
      "reads the whole body before the head is handed over", "buffers what nobody reads",
    ].contains(fault)
  }

  private init(
    _ fault: String, breaks claim: String,
    _ make: @escaping @Sendable (TransportRequest, Send) async throws(TransportError) -> TransportResponse
  ) {
    self.fault = fault
    self.claim = claim
    self.make = make
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    try await make(request, Self.sound)
  }

  @Sendable private static func sound(_ request: TransportRequest) async throws(TransportError)
    -> TransportResponse
  {
    try await AsyncHTTPClientTransport.asyncHTTPClient.send(request)
  }

  /// One that changes the request.
  private init(
    _ fault: String, breaks claim: String,
    request change: @escaping @Sendable (inout TransportRequest) -> Void
  ) {
    self.init(fault, breaks: claim) { request, send throws(TransportError) in
      var request = request
      change(&request)
      return try await send(request)
    }
  }

  /// One that changes the head of the response.
  private init(
    _ fault: String, breaks claim: String, response change: @escaping @Sendable (inout HTTPResponse) -> Void
  ) {
    self.init(fault, breaks: claim) { request, send throws(TransportError) in
      var response = try await send(request)
      change(&response.head)
      return response
    }
  }

  /// One that changes each chunk of the body.
  private init(
    _ fault: String, breaks claim: String, chunks change: @escaping @Sendable (Data) -> Data?
  ) {
    self.init(fault, breaks: claim) { request, send throws(TransportError) in
      let response = try await send(request)
      let body = stream(like: response.body) {
        var iterator = response.body.makeAsyncIterator()
        return { () async throws(TransportError) in try await iterator.next(isolation: nil).flatMap(change) }
      }
      return TransportResponse(head: response.head, body: body)
    }
  }

  static let requests: [Broken] = [
    Broken(
      "drops a header field", breaks: "header fields are sent in their order, including repeated ones"
    ) {
      (request: inout TransportRequest) in
      request.head.headerFields = HTTPFields(request.head.headerFields.dropLast())
    },
    Broken(
      "joins repeated header fields",
      breaks: "header fields are sent in their order, including repeated ones"
    ) {
      (request: inout TransportRequest) in
      for name in Set(request.head.headerFields.map(\.name)) {
        request.head.headerFields[name] = request.head.headerFields[name]
      }
    },
    Broken("removes dot segments", breaks: "dot segments are sent") { (request: inout TransportRequest) in
      request.head.path = request.head.path?.replacing("/./", with: "/")
    },
    Broken("decodes the path", breaks: "the path is sent byte for byte") {
      (request: inout TransportRequest) in
      request.head.path = request.head.path?.replacing("%2F", with: "/")
    },
    Broken("writes methods in capitals", breaks: "any method is sent as it is written") {
      (request: inout TransportRequest) in
      request.head.method = HTTPRequest.Method(request.head.method.rawValue.uppercased()) ?? .get
    },
    Broken("asks for br", breaks: "br and zstd are not requested") { (request: inout TransportRequest) in
      if request.head.headerFields[.acceptEncoding] == nil {
        request.head.headerFields[.acceptEncoding] = "gzip, br"
      }
    },
    Broken("asks for no length", breaks: "a stream of known length is sent with its Content-Length") {
      (request: inout TransportRequest) in
      guard let body = request.body, body.length ?? 0 > 0 else { return }
      request.body = ByteStream(
        length: nil,
        once: {
          let iterator = Shared(body); return { () async throws(TransportError) in try await iterator.next() }
        })
    },
    Broken("adds a Referer", breaks: "no header field is added that identifies the user or the origin") {
      (request: inout TransportRequest) in
      request.head.headerFields[.referer] = "http://example.com/"
    },
    Broken(
      "ignores the limit for the head",
      breaks: "a request without a response head ends at its headLimit"
    ) {
      (request: inout TransportRequest) in
      request.headLimit = nil
    },
  ]

  static let responses: [Broken] = [
    Broken("loses a field of the response", breaks: "status and header fields of a response are returned") {
      (head: inout HTTPResponse) in
      if let name = HTTPField.Name("X-Two") { head.headerFields[name] = nil }
    },
    Broken("joins Set-Cookie fields", breaks: "several Set-Cookie fields stay separate") {
      (head: inout HTTPResponse) in
      head.headerFields[.setCookie] = head.headerFields[.setCookie]
    },
    Broken("hides the content coding", breaks: "a gzip body is decoded, and the head stays unchanged") {
      (head: inout HTTPResponse) in
      head.headerFields[.contentEncoding] = nil
    },
    Broken("truncates a body", breaks: "a chunked body is joined, and its length is unknown") {
      (chunk: Data) in
      chunk.count > 1 ? Data(chunk.dropLast()) : chunk
    },
    Broken("ends a body at its first chunk", breaks: "a body of 8 MB is received whole", after: 1),
    Broken(
      "hands out a redirect that it followed",
      breaks: "no redirect is followed, whatever its status and method"
    ) {
      request, send throws(TransportError) in
      let response = try await send(request)
      guard response.head.status.kind == .redirection, response.head.headerFields[.location] != nil else {
        return response
      }
      var again = request
      again.head.path = "/elsewhere"
      again.head.method = .get
      again.body = nil
      return try await send(again)
    },
    Broken(
      "takes raw bytes for a body",
      breaks: "an unknown content coding is an error when the body is read; the head is returned"
    ) {
      request, send throws(TransportError) in
      var request = request
      request.head.headerFields[.acceptEncoding] = "gzip"
      return try await send(request)
    },
    Broken(
      "reads the whole body before the head is handed over",
      breaks: "the head is returned before the body has arrived"
    ) {
      request, send throws(TransportError) in
      let response = try await send(request)
      return TransportResponse(
        head: response.head, body: ByteStream(try await response.body.collect(upTo: 1 << 30)))
    },
    Broken("lets a body be read again", breaks: "reading a body a second time is an error") {
      request, send throws(TransportError) in
      let response = try await send(request)
      let length = response.body.length
      guard length ?? 100 < 100 else { return response }
      let bytes = try await response.body.collect(upTo: 100)
      return TransportResponse(head: response.head, body: ByteStream(bytes))
    },
    Broken(
      "takes a lost connection for the end",
      breaks: "a body shorter than its Content-Length is a lost connection"
    ) {
      request, send throws(TransportError) in
      let response = try await send(request)
      return TransportResponse(
        head: response.head,
        body: stream(like: response.body) {
          var iterator = response.body.makeAsyncIterator()
          return { () async throws(TransportError) in
            do { return try await iterator.next(isolation: nil) } catch { return nil }
          }
        })
    },
  ]

  static let behaviours: [Broken] = [
    Broken("ignores cancellation", breaks: "cancelling while the head is awaited closes the connection") {
      request, send throws(TransportError) in
      let task = Task.detached { () async -> Result<TransportResponse, TransportError> in
        do throws(TransportError) { return .success(try await sound(request)) } catch {
          return .failure(error)
        }
      }
      return try await task.value.get()
    },
    Broken(
      "gives cancellation another name", breaks: "cancelling while the head is awaited closes the connection"
    ) {
      request, send throws(TransportError) in
      do throws(TransportError) { return try await send(request) } catch {
        throw TransportError(error.kind == .cancelled ? .connectionLost : error.kind)
      }
    },
    Broken(
      "keeps a connection that was left", breaks: "dropping the iterator of a body closes the connection"
    ) {
      request, send throws(TransportError) in
      let response = try await send(request)
      let shared = Shared(response.body)
      kept.withLock { $0.append(shared) }
      return TransportResponse(
        head: response.head,
        body: stream(like: response.body) {
          { () async throws(TransportError) in try await shared.next() }
        })
    },
    Broken("buffers what nobody reads", breaks: "the server sends only as fast as the body is read") {
      request, send throws(TransportError) in
      let response = try await send(request)
      guard response.body.length ?? 0 > 1 << 25 else { return response }
      let all = Task { try? await response.body.collect(upTo: 1 << 30) }
      return TransportResponse(
        head: response.head,
        body: stream(like: response.body) {
          let isRead = Mutex(false)
          return { () async throws(TransportError) in
            let wasRead = isRead.withLock { isRead in
              defer { isRead = true }
              return isRead
            }
            return wasRead ? nil : await all.value
          }
        })
    },
    Broken("has one code for all errors", breaks: "a connection closed without a response is lost") {
      request, send throws(TransportError) in
      do throws(TransportError) { return try await send(request) } catch { throw TransportError(.other) }
    },
    Broken("sends again what was lost", breaks: "a request that gets no response is not sent again") {
      request, send throws(TransportError) in
      do throws(TransportError) { return try await send(request) } catch {
        if error.kind != .connectionLost { throw error }
        return try await send(request)
      }
    },
    Broken("sends a one-shot body again", breaks: "a one-shot body is read once") {
      request, send throws(TransportError) in
      let response = try await send(request)
      guard response.head.status.code == 307 else { return response }
      return try await send(request)
    },
    Broken("remembers cookies", breaks: "a cookie is not remembered") {
      request, send throws(TransportError) in
      var request = request
      if let cookie = cookies.withLock({ $0[request.head.authority ?? ""] }) {
        request.head.headerFields[.cookie] = cookie
      }
      let response = try await send(request)
      if let set = response.head.headerFields[.setCookie] {
        cookies.withLock { $0[request.head.authority ?? ""] = String(set.prefix { $0 != ";" }) }
      }
      return response
    },
    Broken("asks for credentials", breaks: "a 401 does not ask for credentials") {
      request, send throws(TransportError) in
      let response = try await send(request)
      guard response.head.status == .unauthorized else { return response }
      var again = request
      again.head.headerFields[.authorization] = "Basic eDp5"
      return try await send(again)
    },
    Broken(
      "makes a connection for each request", breaks: "a connection is used again after the body was read"
    ) {
      request, send throws(TransportError) in
      var request = request
      request.head.headerFields[.connection] = "close"
      return try await send(request)
    },
    Broken("never returns", breaks: "a POST without a body has length 0") {
      request, send throws(TransportError) in
      try? await Task.sleep(for: .seconds(600))
      throw TransportError(.cancelled)
    },
  ]

  private static let cookies = Mutex<[String: String]>([:])
  private static let kept = Mutex<[Shared]>([])
}

extension Broken {
  /// One that ends the body after some chunks.
  fileprivate init(_ fault: String, breaks claim: String, after count: Int) {
    self.init(fault, breaks: claim) { request, send throws(TransportError) in
      let response = try await send(request)
      let shared = Shared(response.body)
      return TransportResponse(
        head: response.head,
        body: stream(like: response.body) {
          var rest = count
          return { () async throws(TransportError) in
            rest -= 1
            return rest < 0 ? nil : try await shared.next()
          }
        })
    }
  }
}

/// An iterator that is used by one after the other.
private actor Shared {
  private var iterator: ByteStream.AsyncIterator

  init(_ stream: ByteStream) {
    iterator = stream.makeAsyncIterator()
  }

  func next() async throws(TransportError) -> Data? {
    var iterator = self.iterator
    defer { self.iterator = iterator }
    return try await iterator.next(isolation: self)
  }
}

private func stream(like body: ByteStream, _ start: @escaping @Sendable () -> ByteStream.Next) -> ByteStream {
  ByteStream(length: body.length, once: start)
}
#endif
