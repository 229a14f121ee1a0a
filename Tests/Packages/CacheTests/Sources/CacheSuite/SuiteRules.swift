import Foundation
import HTTPTypes

/// The rules by which the suite's own client judges a test: it checks each response and its interim responses, stops at
/// a call that fails, and compares the requests that the origin saw by their position.
struct SuiteRules {
  private struct Failure: Error {
    let text: String
    var isSetup = false
  }

  private let test: CacheTest
  private let origin: Origin
  private let responses: [Result<Run.Raw, any Error>]

  init(_ test: CacheTest, _ origin: Origin, _ responses: [Result<Run.Raw, any Error>]) {
    self.test = test
    self.origin = origin
    self.responses = responses
  }

  func verdict() -> Verdict {
    do {
      for (index, (entry, result)) in zip(test.requests, responses).enumerated() {
        guard case .success(let response) = result else {
          throw Failure(text: "the call \(index + 1) fails")
        }
        try check(response, entry, number: index + 1)
      }
      try checkSeen()
      return .passed
    } catch let failure as Failure {
      return failure.isSetup ? .inapplicable(failure.text) : .failed(failure.text)
    } catch {
      return .failed("\(error)")
    }
  }

  private func expect(_ holds: Bool, _ text: @autoclosure () -> String, isSetup: Bool) throws {
    if !holds { throw Failure(text: text(), isSetup: isSetup) }
  }

  private func check(_ response: Run.Raw, _ entry: CacheTest.Entry, number: Int) throws {
    let count = response["Server-Request-Count"].flatMap { Int($0) }
    let numbers = response["Request-Numbers"]?.split(separator: " ") ?? []
    try expect(numbers.count == Set(numbers).count, "request \(number) was retried", isSetup: true)
    switch entry.expectedType {
    case "cached" where !(response.status == 304 && count == nil):
      try expect(
        count.map { $0 < number } ?? false, "response \(number) is not from the cache",
        isSetup: entry.isSetup("expected_type"))
    case "not_cached":
      try expect(
        count == number, "response \(number) is from the cache", isSetup: entry.isSetup("expected_type"))
    default: break
    }
    let status = response.status
    if entry.declaresStatus {
      try expect(
        entry.expectedStatus.map { $0 == status } ?? true, "status \(number) is \(status)",
        isSetup: entry.isSetup("expected_status"))
    } else if let given = entry.responseStatus {
      try expect(status == given.code, "status \(number) is \(status)", isSetup: true)
    } else if status == 999 {
      try expect(false, "request \(number) has no condition", isSetup: entry.isSetup("expected_type"))
    } else {
      try expect(status == 200, "status \(number) is \(status)", isSetup: true)
    }
    for field in entry.expectedHeaders ?? [] {
      try expect(
        has(response, field), "\(field.name) of response \(number) is \(response[field.name] ?? "missing")",
        isSetup: entry.isSetup("expected_response_headers"))
    }
    for field in entry.missingHeaders ?? [] {
      // Of a field with a value, the suite's client looks for nothing.
      guard case .none = field.value else { continue }
      try expect(
        response[field.name] == nil, "response \(number) has \(field.name)",
        isSetup: entry.isSetup("expected_response_headers_missing"))
    }
    // The client hands on final responses only.
    try expect(
      (entry.expectedInterimResponses ?? []).isEmpty, "the interim response \(number) is not handed on",
      isSetup: entry.isSetup("expected_interim_responses"))
    try checkBody(response, entry, number: number)
  }

  private func has(_ response: Run.Raw, _ field: CacheTest.Field) -> Bool {
    let value = response[field.name]
    switch (field.value, field.other) {
    case (.none, _): return value != nil
    case (.text("="), let other?): return value != nil && value == response[other]
    case (.text(">"), let other?):
      return value.flatMap { Int($0) }.flatMap { value in Int(other).map { value > $0 } } ?? false
    case (.text(let text), _): return value == text
    case (.seconds(let seconds), _):
      guard let now = response["Server-Now"].flatMap({ Double($0) }) else { return false }
      return value == httpDate(Date(timeIntervalSince1970: now / 1_000 + seconds))
    }
  }

  private func checkBody(_ response: Run.Raw, _ entry: CacheTest.Entry, number: Int) throws {
    if entry.checkBody == false { return }
    let text = String(decoding: response.body, as: UTF8.self)
    if let expected = entry.expectedText {
      try expect(
        text == expected, "the body \(number) is \"\(text)\"",
        isSetup: entry.isSetup("expected_response_text"))
    } else if let body = entry.responseBody {
      try expect(text == body, "the body \(number) is \"\(text)\"", isSetup: true)
    } else if response.status != 204, response.status != 304, entry.requestMethod != "HEAD" {
      try expect(text == origin.token, "the body \(number) is \"\(text)\"", isSetup: true)
    }
  }

  /// Each request that is not to be served from the cache is compared with the next one that the origin saw.
  private func checkSeen() throws {
    var position = 0
    for (index, entry) in test.requests.enumerated() where entry.expectedType != "cached" {
      let seen = origin.seen.indices.contains(position) ? origin.seen[position] : nil
      position += 1
      func value(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { seen?.request.headerFields[$0] }
      }
      let isTypeSetup = entry.isSetup("expected_type")
      let missing = "request \(index + 1) was not sent"
      switch entry.expectedType {
      case "not_cached":
        guard let seen else { throw Failure(text: missing) }
        try expect(seen.number == index + 1, missing, isSetup: isTypeSetup)
      case "etag_validated": try expect(value("If-None-Match") != nil, missing, isSetup: isTypeSetup)
      case "lm_validated": try expect(value("If-Modified-Since") != nil, missing, isSetup: isTypeSetup)
      default: break
      }
      for (fields, check, isExpected) in [
        (entry.expectedRequestHeaders, "expected_request_headers", true),
        (entry.missingRequestHeaders, "expected_request_headers_missing", false),
      ] {
        for field in fields ?? [] {
          guard seen != nil else { throw Failure(text: missing) }
          let found = value(field.name)
          let isThere: Bool
          if case .text(let text) = field.value { isThere = found == text } else { isThere = found != nil }
          try expect(
            isThere == isExpected, "\(field.name) of request \(index + 1) is \(found ?? "missing")",
            isSetup: entry.isSetup(check))
        }
      }
      if let seen, case .success(let response) = responses[index] {
        for (name, value) in seen.fields where name.lowercased() != "date" {
          try expect(
            response[name] == value, "\(name) of response \(index + 1) is \(response[name] ?? "missing")",
            isSetup: true)
        }
      }
      if let method = entry.expectedMethod {
        guard let seen else { throw Failure(text: missing) }
        try expect(
          seen.request.method.rawValue == method, "request \(index + 1) is \(seen.request.method)",
          isSetup: entry.isSetup("expected_method"))
      }
    }
  }
}
