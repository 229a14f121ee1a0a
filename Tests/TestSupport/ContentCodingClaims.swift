import Foundation
package import Repartee

/// What becomes of the content codings of a response. What `TransportConformance` has of them is not repeated here.
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

  /// A body is never handed over as it came when the request did not ask for its coding.
  package static func anotherCodingIsRefused(_ transport: some Transport) async throws {
    for coding in [
      "br", "BR", "zstd", "gzip, br", "zstd, gzip", "br, identity", "x-zstd", "gzip;q=1", "*", "\u{1B}",
    ] {
      try await withBody(gzip, coding) { server in
        do {
          let bytes = try await transport.body(of: server)
          throw ClaimFailure(message: "\(coding): \(bytes.count) bytes came")
        } catch let error as TransportError {
          let isViolation = coding == "\u{1B}" && error.kind == .protocolViolation
          try expectClaim(error.kind == .unsupportedContentCoding || isViolation, "\(coding): \(error.kind)")
          try expectClaim(!error.message.utf8.contains(0x1B), "\(error.message)")
        }
      }
    }
  }

  /// Who asks for a coding gets the body in it.
  package static func aRequestThatAsksForItselfGetsTheBodyAsItCame(_ transport: some Transport) async throws {
    for coding in ["gzip", "br", "zstd"] {
      try await withBody(gzip, coding) { server in
        let bytes = try await transport.body(of: server, headers: [.acceptEncoding: coding])
        try expectClaim(bytes == Data(base64Encoded: gzip), "\(coding): \(bytes.count) bytes")
        try expectClaim(server.requests[0].values("Accept-Encoding") == [coding], "Accept-Encoding")
      }
    }
  }

  private static func withBody(
    _ base64: String, _ coding: String, _ body: (LoopbackServer) async throws -> Void
  ) async throws {
    let bytes = Data(base64Encoded: base64) ?? Data()
    try await LoopbackServer.run { exchange in
      exchange.head("HTTP/1.1 200 OK", "Content-Encoding: \(coding)", "Content-Length: \(bytes.count)")
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
