import Foundation
import HTTPTypes
import Repartee
import TestSupport
import Testing

/// Every status, method, body, origin and declaration, against a model written from RFC 9110, section 15.4.
struct RedirectionTests {
  enum BodyKind: CaseIterable { case none, bytes, replayable, once }

  enum Declaration: CaseIterable {
    case exact, range, any, nothing

    func map(_ code: Int) -> ResponseMap<String, Never> {
      let outcome = Outcome<String, Never> { response, _ in .success("\(response.status.code)") }
      return switch self {
      case .exact: [.code(code, outcome), .code(200, outcome)]
      case .range: [.codes(300...399, outcome), .code(200, outcome)]
      case .any: [.any(outcome)]
      case .nothing: [.code(200, outcome)]
      }
    }
  }

  struct Case {
    var code: Int
    var method: HTTPRequest.Method
    var body: BodyKind
    var target: String
    var declaration: Declaration

    var isFollowed: Bool {
      guard [301, 302, 303, 307, 308].contains(code), declaration != .exact else { return false }
      return body != .once || !keepsBody
    }

    /// Section 15.4.2: "a user agent MAY change the request method from POST to GET"; 15.4.4: "a GET or HEAD request".
    var nextMethod: HTTPRequest.Method {
      switch (code, method) {
      case (301, .post), (302, .post): .get
      case (303, .head): .head
      case (303, _): .get
      default: method
      }
    }

    var keepsBody: Bool { body != .none && code != 303 && nextMethod == method }
    var isSameOrigin: Bool { !target.contains("://") }
  }

  static let cases: [Case] = {
    var cases: [Case] = []
    for code in [300, 301, 302, 303, 304, 305, 306, 307, 308, 399] {
      for method: HTTPRequest.Method in [.get, .head, .post, .put, .patch, .delete, .options] {
        for body in BodyKind.allCases {
          for target in ["/other", "https://other.example.com/other", "https://api.example.com:8443/other"] {
            for declaration in Declaration.allCases {
              cases.append(
                Case(code: code, method: method, body: body, target: target, declaration: declaration))
            }
          }
        }
      }
    }
    return cases
  }()

  private func request(_ line: Case) -> Request {
    var request = Request(line.method, "/here", query: ["page": "1", "access_token": "t0p"])
    let bytes = Data("abc".utf8)
    switch line.body {
    case .none: break
    case .bytes: request.body = .bytes(bytes)
    case .replayable:
      request.body = .stream(ByteStream(bytes))
    case .once:
      let chunks = AsyncStream { continuation in
        continuation.yield(bytes)
        continuation.finish()
      }
      request.body = .stream(once: chunks, length: 3)
    }
    request.headers["Authorization"] = "Bearer own"
    request.headers["Cookie"] = "own=1"
    request.headers["X-Trace"] = "own"
    request.headers["X-Auth-Token"] = "own"
    request.headers["If-Match"] = "\"1\""
    request.headers["Content-Language"] = "en"
    return request
  }

  @Test func everyRedirectIsFollowedAsTheRFCSays() async throws {
    for line in Self.cases {
      let arrivals = Arrivals()
      let client = Client(
        baseURL: api + "?key=k",
        transport: arrivals.transport { request in
          request.head.path?.hasPrefix("/other") == true
            ? .status(200) : .status(line.code, headers: [.location: line.target])
        },
        headers: ["X-Api-Key": "client", "X-Client": "client"])
      let result = await client.response(of: Resource(request(line), line.declaration.map(line.code)))

      let comment: Comment = "\(line)"
      guard line.isFollowed else {
        #expect(arrivals.all.count == 1, comment)
        #expect(result.status == line.code, comment)
        #expect(result.redirects.isEmpty, comment)
        continue
      }
      try #require(arrivals.all.count == 2, comment)
      let second = arrivals.all[1]
      #expect(result.status == 200 && result.redirects.count == 1, comment)
      #expect(second.head.method == line.nextMethod, comment)
      #expect(second.bytes == (line.keepsBody ? Data("abc".utf8) : Data()), comment)
      #expect(second.head.path == "/other", comment)

      let fields = second.head.headerFields
      let bodyFields = line.body == .none ? nil : fields[.contentType]
      #expect((bodyFields != nil) == line.keepsBody, comment)
      let isSameMethod = line.nextMethod == line.method
      #expect((fields[.ifMatch] != nil) == isSameMethod, comment)
      #expect((fields[.contentLanguage] != nil) == (isSameMethod && line.code != 303), comment)
      #expect(fields[HTTPField.Name("X-Trace")!] == "own", comment)
      for name in ["Authorization", "Cookie", "X-Auth-Token", "X-Api-Key", "X-Client"] {
        #expect((fields[HTTPField.Name(name)!] != nil) == line.isSameOrigin, comment)
      }
      #expect(fields[.accept] != nil, comment)
    }
  }
}

/// The result of a call: the status, and the redirects that were followed.
private struct Result {
  var status: Int?
  var redirects: [Redirect]
}

extension Client {
  fileprivate func response(of resource: Resource<String, Never>) async -> Result {
    do {
      let response = try await response(to: resource)
      return Result(status: response.status.code, redirects: response.redirects)
    } catch {
      return Result(status: error.response?.status.code, redirects: error.redirects)
    }
  }
}
