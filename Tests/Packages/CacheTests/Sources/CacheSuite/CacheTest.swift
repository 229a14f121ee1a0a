import Foundation

/// One test of the suite, as `tests.json` has it.
struct CacheTest: Decodable, Sendable {
  enum Kind: String, Decodable {
    case required, optimal, check
  }

  let id: String
  let name: String
  let kind: Kind?
  let requests: [Entry]
  let dependencies: [String]?
  let isSharedOnly: Bool?

  enum CodingKeys: String, CodingKey {
    case id, name, kind, requests
    case dependencies = "depends_on"
    case isSharedOnly = "cdn_only"
  }

  /// A request, what the origin answers to it, and what is expected.
  struct Entry: Decodable, Sendable {
    var setup: Bool?
    var setupTests: [String]?
    var pauseAfter: Bool?
    var cache: String?
    var requestMethod: String?
    var requestHeaders: [Field]?
    var requestBody: String?
    var filename: String?
    var queryArg: String?
    var magicIMS: Bool?
    var rfc850: [String]?
    var responseStatus: Status?
    var responseHeaders: [Field]?
    var responseBody: String?
    var magicLocations: Bool?
    var disconnect: Bool?
    var expectedType: String?
    var expectedStatus: Int?
    var expectedText: String?
    var expectedHeaders: [Field]?
    var missingHeaders: [Field]?
    var expectedRequestHeaders: [Field]?
    var missingRequestHeaders: [Field]?
    var expectedMethod: String?
    var checkBody: Bool?
    var interimResponses: [Interim]?
    var expectedInterimResponses: [Interim]?
    /// Whether the entry names a status to expect, or null for any.
    var declaresStatus = false
    /// Whether the entry has a body of null, which is none.
    var hasNoBody: Bool { declaresBody && responseBody == nil }
    private var declaresBody = false

    enum CodingKeys: String, CodingKey {
      case setup, cache, filename, disconnect
      case setupTests = "setup_tests"
      case pauseAfter = "pause_after"
      case requestMethod = "request_method"
      case requestHeaders = "request_headers"
      case requestBody = "request_body"
      case queryArg = "query_arg"
      case magicIMS = "magic_ims"
      case rfc850 = "rfc850date"
      case responseStatus = "response_status"
      case responseHeaders = "response_headers"
      case responseBody = "response_body"
      case magicLocations = "magic_locations"
      case expectedType = "expected_type"
      case expectedStatus = "expected_status"
      case expectedText = "expected_response_text"
      case expectedHeaders = "expected_response_headers"
      case missingHeaders = "expected_response_headers_missing"
      case expectedRequestHeaders = "expected_request_headers"
      case missingRequestHeaders = "expected_request_headers_missing"
      case expectedMethod = "expected_method"
      case checkBody = "check_body"
      case interimResponses = "interim_responses"
      case expectedInterimResponses = "expected_interim_responses"
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      func read<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
        try values.decodeIfPresent(Value.self, forKey: key)
      }
      setup = try read(.setup)
      setupTests = try read(.setupTests)
      pauseAfter = try read(.pauseAfter)
      cache = try read(.cache)
      requestMethod = try read(.requestMethod)
      requestHeaders = try read(.requestHeaders)
      requestBody = try read(.requestBody)
      filename = try read(.filename)
      queryArg = try read(.queryArg)
      magicIMS = try read(.magicIMS)
      rfc850 = try read(.rfc850)
      responseStatus = try read(.responseStatus)
      responseHeaders = try read(.responseHeaders)
      responseBody = try read(.responseBody)
      magicLocations = try read(.magicLocations)
      disconnect = try read(.disconnect)
      expectedType = try read(.expectedType)
      expectedStatus = try read(.expectedStatus)
      expectedText = try read(.expectedText)
      expectedHeaders = try read(.expectedHeaders)
      missingHeaders = try read(.missingHeaders)
      expectedRequestHeaders = try read(.expectedRequestHeaders)
      missingRequestHeaders = try read(.missingRequestHeaders)
      expectedMethod = try read(.expectedMethod)
      checkBody = try read(.checkBody)
      interimResponses = try read(.interimResponses)
      expectedInterimResponses = try read(.expectedInterimResponses)
      declaresStatus = values.contains(.expectedStatus)
      declaresBody = values.contains(.responseBody)
    }

    /// Whether a check that fails here says that the test does not apply.
    func isSetup(_ check: String) -> Bool { setup ?? false || setupTests?.contains(check) ?? false }
  }

  /// A response that the origin sends before the final one.
  struct Interim: Decodable, Sendable {
    let code: Int
    let fields: [[String]]

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      code = try values.decode(Int.self)
      fields = values.isAtEnd ? [] : try values.decode([[String]].self)
    }
  }

  struct Status: Decodable, Sendable {
    let code: Int
    let reason: String

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      code = try values.decode(Int.self)
      reason = values.isAtEnd ? "" : try values.decode(String.self)
    }
  }

  /// A name; and a value, a number of seconds, or an operator and another name; and whether it is compared.
  struct Field: Decodable, Sendable {
    enum Value: Sendable {
      case none
      case text(String)
      case seconds(Double)
    }

    var name: String
    var value = Value.none
    var other: String?
    var isCompared = true

    init(from decoder: any Decoder) throws {
      if let name = try? decoder.singleValueContainer().decode(String.self) {
        self.name = name
        return
      }
      var values = try decoder.unkeyedContainer()
      name = try values.decode(String.self)
      if !values.isAtEnd {
        if let seconds = try? values.decode(Double.self) {
          value = .seconds(seconds)
        } else if let text = try? values.decode(String.self) {
          value = .text(text)
        } else if try values.decodeNil() {
          value = .none
        }
      }
      if !values.isAtEnd {
        if let isCompared = try? values.decode(Bool.self) {
          self.isCompared = isCompared
        } else if let number = try? values.decode(Int.self) {
          other = "\(number)"
        } else {
          other = try values.decode(String.self)
        }
      }
    }
  }
}

/// A folder of tests.
struct CacheTestSuite: Decodable {
  let id: String
  let tests: [CacheTest]
}
