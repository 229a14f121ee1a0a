import Foundation
import HTTPTypes
import Repartee
import ReparteeCaching

/// What came of a test.
enum Verdict: Sendable, Equatable {
  case passed
  case failed(String)
  /// What it takes for granted does not hold: the test does not apply.
  case inapplicable(String)
}

/// A test, made by a client with a cache of its own.
struct Run {
  let test: CacheTest
  let origin: Origin
  let client: Client
  let base: String
  private let server: Server?

  /// A test with interim responses goes over a connection, on which they are really sent.
  init(_ test: CacheTest, _ cache: ResponseCache) throws {
    self.test = test
    let token = UUID().uuidString.lowercased()
    let origin = Origin(test, token: token)
    self.origin = origin
    let hasInterim = test.requests.contains { $0.interimResponses != nil }
    server = hasInterim ? try Server(origin) : nil
    base = "\(server.map { "http://127.0.0.1:\($0.port)" } ?? "https://origin.example")/test/\(token)"
    let transport: any Transport =
      hasInterim ? .urlSession : InMemoryTransport { request in try origin.response(to: request.head) }
    var client = Client(baseURL: base, transport: transport)
    client.cache = cache
    client.retry = .off
    client.redirects = .off
    client.now = { origin.now }
    self.client = client
  }

  private struct Failure: Error {
    let check: String
    let text: String
  }

  struct Raw: Sendable {
    var status: Int
    var fields: HTTPFields
    var body: Data
  }

  /// Makes the requests, and judges the test by itself and by the rules of the suite's client.
  func verdicts() async -> (own: Verdict, suite: Verdict) {
    var responses: [Result<Raw, any Error>] = []
    for (index, entry) in test.requests.enumerated() {
      do { responses.append(.success(try await response(to: entry, number: index + 1))) } catch {
        responses.append(.failure(error))
      }
      if entry.pauseAfter ?? false { origin.pass(3) }
    }
    server?.stop()
    return (verdict(on: responses), SuiteRules(test, origin, responses).verdict())
  }

  private func verdict(on responses: [Result<Raw, any Error>]) -> Verdict {
    for (index, (entry, result)) in zip(test.requests, responses).enumerated() {
      do {
        do { try check(try result.get(), entry, number: index + 1) } catch let failure as Failure {
          // A call fails if the origin closes the connection, unless a stored response is to be used then.
          if case .failure = result, entry.disconnect ?? false, entry.expectedType != "cached" { continue }
          throw failure
        }
      } catch let failure as Failure {
        let text = "request \(index + 1): \(failure.text)"
        return entry.isSetup(failure.check) ? .inapplicable(text) : .failed(text)
      } catch {
        return .failed("request \(index + 1): \(error)")
      }
    }
    do { try checkSeen() } catch let failure as Failure { return .failed(failure.text) } catch {
      return .failed("\(error)")
    }
    return .passed
  }

  private func response(to entry: CacheTest.Entry, number: Int) async throws -> Raw {
    var path = ""
    if let filename = entry.filename { path += "/" + filename }
    if let query = entry.queryArg { path += "?" + query }
    var request = Request(HTTPRequest.Method(entry.requestMethod ?? "GET") ?? .get, url: base + path)
    request.headers["Req-Num"] = "\(number)"
    var values: [String: [String]] = [:]
    for field in entry.requestHeaders ?? [] {
      let value: String
      switch field.value {
      case .none: value = ""
      case .text(let text): value = text
      case .seconds(let seconds):
        let moment = (entry.magicIMS ?? false ? origin.lastTime : origin.now).addingTimeInterval(seconds)
        let isOld = entry.rfc850?.contains(field.name.lowercased()) ?? false
        value = isOld ? rfc850Date(moment) : httpDate(moment)
      }
      values[field.name, default: []].append(value)
    }
    for (name, values) in values { request.headers[name] = values }
    if let body = entry.requestBody { request.body = .bytes(Data(body.utf8)) }
    switch entry.cache {
    case nil, "default": break
    case "no-cache": request.cachePolicy = .noCache
    case "no-store": request.cachePolicy = .noStore
    case "reload": request.cachePolicy = .reload
    case "force-cache": request.cachePolicy = .forceCache
    case "only-if-cached": request.cachePolicy = .onlyIfCached
    case let name?: throw Failure(check: "", text: "a policy that is not known: \(name)")
    }
    let raw = Outcome<Raw, Never> { response, _ in
      .success(Raw(status: response.status.code, fields: response.headers, body: response.body))
    }
    switch await client.result(of: Resource<Raw, Never>(request, [.any(raw)])) {
    case .success(let response): return response
    case .failure(let error):
      if error.transportError?.kind == .notCached { return Raw(status: 504, fields: [:], body: Data()) }
      throw Failure(check: entry.expectedType == nil ? "" : "expected_type", text: "\(error)")
    }
  }

  private func check(_ response: Raw, _ entry: CacheTest.Entry, number: Int) throws {
    let count = response["Server-Request-Count"].flatMap { Int($0) }
    switch entry.expectedType {
    case "cached":
      if !(response.status == 304 && count == nil), !(count.map { $0 < number } ?? false) {
        throw Failure(check: "expected_type", text: "it does not come from the cache")
      }
    case "not_cached":
      if count != number { throw Failure(check: "expected_type", text: "it comes from the cache") }
    default: break
    }
    if let status = entry.expectedStatus {
      if response.status != status {
        throw Failure(check: "expected_status", text: "the status is \(response.status), not \(status)")
      }
    } else if response.status == 999 {
      throw Failure(check: "expected_type", text: "it should have been conditional")
    } else if !(entry.expectedType?.hasSuffix("validated") ?? false) {
      let status = entry.responseStatus?.code ?? 200
      if response.status != status {
        throw Failure(check: "expected_status", text: "the status is \(response.status), not \(status)")
      }
    }
    for field in entry.expectedHeaders ?? [] {
      let value = response[field.name]
      let isRight: Bool
      switch (field.value, field.other) {
      case (.none, _): isRight = value != nil
      case (.text("="), let other?): isRight = value == response[other]
      case (.text(">"), let other?):
        isRight = (value.flatMap { Int($0) } ?? 0) > (response[other].flatMap { Int($0) } ?? Int(other) ?? 0)
      case (.text(let text), _): isRight = value == text
      case (.seconds(let seconds), _):
        // A date, by the origin's time when it answered.
        let time = response["Server-Now"].flatMap { Double($0) }.map {
          Date(timeIntervalSince1970: $0 / 1_000)
        }
        isRight = value == (time ?? origin.now).addingTimeInterval(seconds).asHTTPDate
      }
      if !isRight {
        throw Failure(
          check: "expected_response_headers",
          text: "\(field.name) is \(value ?? "missing"), not \(field.value)")
      }
    }
    for field in entry.missingHeaders ?? [] {
      let value = response[field.name]
      let isWrong =
        switch field.value {
        case .text(let text): value?.contains(text) ?? false
        default: value != nil
        }
      if isWrong {
        throw Failure(check: "expected_response_headers_missing", text: "\(field.name) is there")
      }
    }
    if let origin = count.flatMap({
      self.origin.seen.indices.contains($0 - 1) ? self.origin.seen[$0 - 1].number : nil
    }),
      test.requests.indices.contains(origin - 1)
    {
      for field in test.requests[origin - 1].responseHeaders ?? [] where field.isCompared {
        guard case .text(let text) = field.value, entry.expectedType != "cached" || origin == number else {
          continue
        }
        if !(test.requests[origin - 1].magicLocations ?? false), !(response.values(field.name).contains(text))
        {
          throw Failure(
            check: "response_headers",
            text: "\(field.name) is \(response[field.name] ?? "missing"), not \(text)")
        }
      }
    }
    try checkBody(response, entry, from: count)
  }

  private func checkBody(_ response: Raw, _ entry: CacheTest.Entry, from count: Int?) throws {
    if entry.checkBody == false { return }
    let text = String(decoding: response.body, as: UTF8.self)
    if let expected = entry.expectedText {
      if text != expected { throw Failure(check: "expected_response_text", text: "the body is \"\(text)\"") }
    } else if let body = entry.responseBody {
      if text != body { throw Failure(check: "expected_response_text", text: "the body is \"\(text)\"") }
    } else if !entry.hasNoBody, response.status != 304, response.status != 204, entry.requestMethod != "HEAD",
      response.status != 504
    {
      if text != origin.token {
        throw Failure(check: "expected_response_text", text: "the body is \"\(text)\"")
      }
    }
  }

  /// What the origin must have seen.
  private func checkSeen() throws {
    for seen in origin.seen {
      guard test.requests.indices.contains(seen.number - 1) else { continue }
      let entry = test.requests[seen.number - 1]
      let fields = seen.request.headerFields
      func value(_ name: String) -> String? { HTTPField.Name(name).flatMap { fields[$0] } }
      switch entry.expectedType {
      case "etag_validated" where value("If-None-Match") == nil:
        throw Failure(check: "", text: "request \(seen.number) has no If-None-Match")
      case "lm_validated" where value("If-Modified-Since") == nil:
        throw Failure(check: "", text: "request \(seen.number) has no If-Modified-Since")
      default: break
      }
      for field in entry.expectedRequestHeaders ?? [] {
        let isRight: Bool =
          switch field.value {
          case .text(let text): value(field.name) == text
          default: value(field.name) != nil
          }
        if !isRight {
          throw Failure(
            check: "", text: "request \(seen.number): \(field.name) is \(value(field.name) ?? "missing")")
        }
      }
      for field in entry.missingRequestHeaders ?? [] {
        let found = value(field.name)
        let isWrong: Bool =
          switch field.value {
          case .text(let text): found?.contains(text) ?? false
          default: found != nil
          }
        if isWrong { throw Failure(check: "", text: "request \(seen.number) has \(field.name)") }
      }
      if let method = entry.expectedMethod, seen.request.method.rawValue != method {
        throw Failure(check: "", text: "request \(seen.number) is \(seen.request.method)")
      }
    }
    for (index, entry) in test.requests.enumerated()
    where entry.expectedMethod != nil && !origin.seen.contains(where: { $0.number == index + 1 }) {
      throw Failure(check: "", text: "request \(index + 1) was not sent")
    }
    for (index, entry) in test.requests.enumerated()
    where entry.expectedRequestHeaders != nil && !origin.seen.contains(where: { $0.number == index + 1 }) {
      throw Failure(check: "", text: "request \(index + 1) was not sent")
    }
  }
}

extension Run.Raw {
  subscript(name: String) -> String? { HTTPField.Name(name).flatMap { fields[$0] } }

  fileprivate func values(_ name: String) -> [String] {
    guard let name = HTTPField.Name(name) else { return [] }
    return fields[fields: name].map(\.value) + [fields[name]].compactMap(\.self)
  }
}

extension Date {
  fileprivate var asHTTPDate: String { httpDate(self) }
}
