import Foundation
package import Repartee

/// What becomes of the content codings of a response. What a `ConformanceClaim` has of them is not repeated here.
package enum ContentCodingClaims {
  /// Neither is asked for: no transport undoes them everywhere.
  package static func neitherBrotliNorZstdIsAskedFor(_ transport: some Transport) async throws {
    try await LoopbackServer.run {
      $0.answer()
    } _: { server in
      _ = try await transport.body(of: server)
      let asked = server.requests[0].values("Accept-Encoding").joined(separator: ", ").lowercased()
      try expectClaim(asked.contains("gzip") && !asked.contains("br") && !asked.contains("zstd"), asked)
    }
  }

  /// A range of a coded body can't be decoded.
  package static func aRangeIsAskedForWithoutACoding(_ transport: some Transport) async throws {
    try await LoopbackServer.run {
      $0.answer()
    } _: { server in
      _ = try await transport.body(of: server, headers: [.range: "bytes=5-"])
      let asked = server.requests[0].values("Accept-Encoding")
      try expectClaim(asked == ["identity"], "\(asked)")
    }
  }

  /// `Content-Encoding`, and a body that is coded so.
  package static let decoded: [(coding: String, base64: String)] = [
    ("gzip", gzip), ("GZIP", gzip), ("X-Gzip", gzip), ("deflate", zlib), ("DEFLATE", zlib), ("deflate", raw),
    (" gzip ,, ", gzip), (",gzip", gzip), ("deflate, gzip", deflatedAndGzipped), ("identity", plain),
    ("", plain),
    (",", plain), ("Identity, identity", plain),
  ]

  package static func aCodingThatWasAskedForIsUndone(
    _ transport: some Transport, except exceptions: Set<String> = []
  ) async throws {
    for (coding, base64) in decoded where !exceptions.contains(coding) {
      try await withBody(base64, coding) { server in
        let text = String(decoding: try await transport.body(of: server), as: UTF8.self)
        try expectClaim(text == #"{"ok":true}"#, "\(coding): \(text)")
      }
    }
  }

  /// Charsets, media types and the like say nothing about the bytes; codings beside them are undone.
  package static func aNameThatIsNoCodingIsIgnored(_ transport: some Transport) async throws {
    let none = [
      "UTF-8", "utf8", "utf-16le", "ISO-8859-1", "us-ascii", "windows-1252", "Shift_JIS", "charset=utf-8",
      "none", "None",
      "null", "binary", "8bit", "7bit", "chunked", "aws-chunked", "text", "text/html", "application/json",
      "UTF-8, none",
    ]
    for name in none {
      for (coding, base64) in [
        (name, plain), ("\(name), gzip", gzip), ("gzip,\(name)", gzip),
        ("deflate , \(name), gzip", deflatedAndGzipped),
      ] {
        try await withBody(base64, coding) { server in
          let text = String(decoding: try await transport.body(of: server), as: UTF8.self)
          try expectClaim(text == #"{"ok":true}"#, "\(coding): \(text)")
        }
      }
    }
  }

  /// Status, fields and bytes of an error response, whatever is wrong with its coding.
  package static func anErrorKeepsABodyThatCannotBeDecoded(_ transport: some Transport) async throws {
    let json = Data(#"{"message":"no such user"}"#.utf8)
    let coded = Data(base64Encoded: gzip) ?? Data()
    let bodies = [
      ("br", json), ("gzip", json), ("deflate", Data([0xFF]) + json), ("gzip", coded.dropLast(5)),
      ("gzip, zstd", coded),
      ("zz", Data(repeating: 7, count: 40_000)),
    ]
    for status in [400, 503] {
      for (coding, body) in bodies {
        let bytes = body.base64EncodedString()
        try await withBody(bytes, coding, status: status) { server in
          var client = Client(baseURL: "http://\(server.authority)", transport: transport)
          client.retry = .off
          for outcome in [.decodeError, .error(Problem(message: "constant"))] as [Outcome<Void, Problem>] {
            let resource = Resource<Void, Problem>(.get("/"), [.any(outcome)])
            let error = await failure(of: resource, client)
            let response = error?.response
            try expectClaim(response?.status.code == status, "\(coding): \(error?.report ?? "")")
            try expectClaim(response?.head.headerFields[.contentEncoding] == coding, "\(coding): fields")
            try expectClaim(
              response?.body == body, "\(coding): \(response?.body.count ?? -1) bytes of \(body.count)")
          }
        }
      }
    }
  }

  private struct Problem: Error, Decodable { var message: String }

  private static func failure(of resource: Resource<Void, Problem>, _ client: Client) async -> CallError<
    Problem
  >? {
    switch await client.result(of: resource) {
    case .success: nil
    case .failure(let error): error
    }
  }

  package static func aDeclaredFailureUnderANameThatIsNoCodingIsDecoded(_ transport: some Transport)
    async throws
  {
    let json = Data(#"{"message":"no such user"}"#.utf8)
    try await withBody(json.base64EncodedString(), "UTF-8", status: 400) { server in
      let client = Client(baseURL: "http://\(server.authority)", transport: transport)
      let resource = Resource<Void, Problem>(.get("/"), [.clientError(.decodeError)])
      let error = await failure(of: resource, client)
      try expectClaim(error?.declared?.message == "no such user", error?.report ?? "")
    }
  }

  /// An undecoded body is never returned when the request did not ask for its coding.
  package static func anotherCodingIsRefused(_ transport: some Transport) async throws {
    for coding in [
      "br", "BR", "zstd", "gzip, br", "zstd, gzip", "br, identity", "x-zstd", "gzip;q=1", "*", "\u{1B}",
    ] {
      try await withBody(gzip, coding) { server in
        do {
          let bytes = try await transport.body(of: server)
          throw ClaimFailure(message: "\(coding): \(bytes.count) bytes were received")
        } catch let error as TransportError {
          let isViolation = coding == "\u{1B}" && error.kind == .protocolViolation
          try expectClaim(error.kind == .unsupportedContentCoding || isViolation, "\(coding): \(error.kind)")
          try expectClaim(!error.message.utf8.contains(0x1B), "\(error.message)")
        }
      }
    }
  }

  /// A request that asks for a coding gets the body in this coding.
  package static func aRequestThatAsksForACodingGetsTheBodyInIt(_ transport: some Transport) async throws {
    for coding in ["gzip", "br", "zstd"] {
      try await withBody(gzip, coding) { server in
        let bytes = try await transport.body(of: server, headers: [.acceptEncoding: coding])
        try expectClaim(bytes == Data(base64Encoded: gzip), "\(coding): \(bytes.count) bytes")
        try expectClaim(server.requests[0].values("Accept-Encoding") == [coding], "Accept-Encoding")
      }
    }
  }

  private static func withBody(
    _ base64: String, _ coding: String, status: Int = 200, _ body: (LoopbackServer) async throws -> Void
  ) async throws {
    let bytes = Data(base64Encoded: base64) ?? Data()
    try await LoopbackServer.run { exchange in
      exchange.head("HTTP/1.1 \(status) S", "Content-Encoding: \(coding)", "Content-Length: \(bytes.count)")
      exchange.send(bytes)
    } _: {
      try await body($0)
    }
  }

  // All of them `{"ok":true}`.
  private static let plain = "eyJvayI6dHJ1ZX0="
  private static let gzip = "H4sIAAAAAAACA6tWys9WsiopKk2tBQCQX9SnCwAAAA=="
  private static let zlib = "eJyrVsrPVrIqKSpNrQUAFuMEEQ=="
  private static let raw = "q1bKz1ayKikqTa0FAA=="
  private static let deflatedAndGzipped = "H4sIAAAAAAACA6uYszrs1PmwTVqaWr5rWRnEHrMIAgA8DysfEwAAAA=="
}

extension Transport {
  fileprivate func body(of server: LoopbackServer, headers: HTTPFields = [:]) async throws -> Data {
    let head = HTTPRequest(
      method: .get, scheme: "http", authority: server.authority, path: "/", headerFields: headers)
    return try await send(TransportRequest(head: head)).body.collect(upTo: 1 << 20)
  }
}

/// What does not hold.
struct ClaimFailure: Error, CustomStringConvertible {
  var message: String
  var description: String { message }
}

func expectClaim(_ condition: Bool, _ what: String, line: Int = #line) throws {
  guard condition else { throw ClaimFailure(message: "line \(line): \(what)") }
}
