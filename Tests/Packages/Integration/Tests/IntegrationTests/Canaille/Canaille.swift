import Foundation
import Repartee
import ReparteeOAuth

/// An OpenID provider with accounts, pages and registration of its own (Canaille), where REPARTEE_CANAILLE says that it
/// is.
enum Canaille {
  static let baseURL = ProcessInfo.processInfo.environment["REPARTEE_CANAILLE"]

  static let isRunning = baseURL != nil

  /// Where the browser goes with the code; nobody is there.
  static let redirectURI = "http://127.0.0.1:1/done"

  static let discovery = AuthorizationServer.discovery(issuer: baseURL ?? "")

  /// Registers a client (RFC 7591).
  struct Register: Endpoint {
    struct Registered: Decodable {
      var clientID: String
      var secret: String

      enum CodingKeys: String, CodingKey { case clientID = "client_id", secret = "client_secret" }
    }

    var url: String
    var method: String
    var key: JSONValue?

    var request: Request {
      var body: JSONValue = [
        "client_name": "test", "redirect_uris": [.init(Canaille.redirectURI)],
        "post_logout_redirect_uris": [.init(Canaille.redirectURI)],
        "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
        "token_endpoint_auth_method": .init(method),
      ]
      if let key { body["jwks"] = ["keys": [key]] }
      return Request(.post, url: url, body: .json(body))
    }

    static let responses: ResponseMap<Registered, OAuthError> = [
      .code(201, .decode), .clientError(.decodeError),
    ]
  }

  struct User: Decodable, Equatable {
    var sub: String
    var name: String
    var email: String
  }

  /// The user ada signs in, if she has not yet, and says what she answers.
  static func answer(_ answer: String, to url: String, in browser: Browser) async throws -> String {
    var page = try await browser.open(url)
    if page.url.hasSuffix("/login") { page = try await browser.submit(["login": "ada"], on: page) }
    if page.url.hasSuffix("/auth/password") {
      page = try await browser.submit(["password": "secret-password-1"], on: page)
    }
    if page.response.status == .ok { page = try await browser.submit(["answer": answer], on: page) }
    return try page.callback
  }
}

/// A key of its own for a test, and what signs with it: the program openssl.
struct SigningKey {
  struct Failed: Error {}

  let file: URL
  let publicKey: JSONValue

  init(in folder: URL) throws {
    file = folder.appending(path: "key.pem")
    _ = try Self.run(["genrsa", "-out", file.path, "2048"])
    let line = String(decoding: try Self.run(["rsa", "-in", file.path, "-modulus", "-noout"]), as: UTF8.self)
    let digits = Array(line.drop { $0 != "=" }.dropFirst().trimmingCharacters(in: .whitespacesAndNewlines))
    let modulus = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0..<min($0 + 2, digits.count)]), radix: 16)
    }
    let text = Data(modulus).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
    publicKey = ["kty": "RSA", "use": "sig", "alg": "RS256", "kid": "k1", "e": "AQAB", "n": .init(text)]
  }

  /// Returns the signature by RS256.
  func sign(_ input: Data) throws -> Data {
    let message = file.deletingLastPathComponent().appending(path: UUID().uuidString)
    try input.write(to: message)
    return try Self.run(["dgst", "-sha256", "-sign", file.path, message.path])
  }

  private static func run(_ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    let output = Pipe.uninherited()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed() }
    return data
  }
}
