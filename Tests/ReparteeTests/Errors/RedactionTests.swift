import Foundation
import Repartee
import Testing

struct RedactionTests {
  private let secret = "hunter2"

  /// Everything that can be printed of a value.
  private func shown(_ value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    let mirrored = Mirror(reflecting: value).children.map { "\($0.value)" }.joined()
    return [dumped, mirrored, String(describing: value), String(reflecting: value)].joined(separator: "\n")
  }

  private func error<Output: Sendable, Failure>(
    _ map: ResponseMap<Output, Failure>, _ answer: InMemoryTransport.Response,
    redaction: Redaction = Redaction()
  ) async throws -> CallError<Failure> {
    var client = Client(
      baseURL: "https://api.example.com?base=1&api_key=\(secret)",
      transport: InMemoryTransport { _ in answer },
      headers: ["X-Api-Key": secret, "User-Agent": "tests"])
    client.redaction = redaction
    let request = Request.post(
      "/users/\(7)?access_token=\(secret)&shown=yes",
      query: ["client_secret": secret, "filter[token]": secret],
      headers: ["Authorization": "Bearer \(secret)", "X-Shown": "here"], body: .json(["password": secret]))
    guard case .failure(let error) = await client.result(of: Resource(request, map)) else {
      throw DecodingFailure(message: "it gave output")
    }
    return error
  }

  private let answer = InMemoryTransport.Response.status(
    500, headers: [.setCookie: "session=hunter2", .server: "nginx", .contentType: "application/json"],
    body: Data(#"{"access_token":"hunter2","detail":"visible"}"#.utf8))

  @Test func noFaceOfAnErrorShowsASecretAndTheReportShowsTheRest() async throws {
    let undeclared = try await error([.code(200, .decode)] as ResponseMap<User, Never>, answer)
    let undecodable = try await error([.any(.decode)] as ResponseMap<User, Never>, answer)
    let declared = try await error([.any(.error(.notFound))] as ResponseMap<User, UserError>, answer)
    let errors: [any CallFailure] = [undeclared, undecodable, declared]
    for error in errors {
      #expect(!shown(error).contains(secret))
      #expect(!error.summary.contains(secret))
      #expect(!error.report.contains(secret))
      for rest in [
        "POST https://api.example.com/users/7?base=1&api_key=***&access_token=***&shown=yes&client_secret=***",
        "filter%5Btoken%5D=***", "Authorization: ***", "X-Api-Key: ***", "X-Shown: here", "User-Agent: tests",
        "Content-Type: application/json", "500 Internal Server Error", "Server: nginx", "Set-Cookie: ***",
        #""detail":"visible""#, #""access_token":"***""#, "attempt 1: 500 after",
      ] { #expect(error.report.contains(rest), "\(rest)") }
      #expect(error.report.hasPrefix(error.description))
    }
    #expect(undecodable.report.contains("cause, decoding User: the key \"id\" is not there"))
    #expect(declared.report.contains("cause: notFound"))
    #expect(!undeclared.report.contains("cause"))
  }

  @Test func theRecordOfARequestShowsNoSecret() async throws {
    let record = try #require(try await error([] as ResponseMap<User, Never>, answer).request)
    #expect(!shown(record).contains(secret))
    #expect(record.headers[.authorization] == "***" && record.headers[.contentType] == "application/json")
    #expect(record.url.hasSuffix("client_secret=***&filter%5Btoken%5D=***"))
    #expect(record.description == "POST /users/{}" && record.method == .post)
  }

  @Test func aNameIsASecretInAnyWriting() async throws {
    let names = [
      "authorization", "Proxy-Authorization", "COOKIE", "Set-Cookie", "X-Auth-Token", "apikey", "Api_Key",
      "API-KEY", "x.api.key", "AccessKey", "password", "passwd", "X-Signature", "PHPSESSION", "credentials",
      "client_assertion", "sessionId", "key", "Auth", "sig", "pwd", "PIN", "jwt",
      "privateKey", "iban",
    ]
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(200) })
    for name in names {
      let request = Request.get("/x", query: [name: secret], headers: [name: secret])
      let record = try await client.reply(to: Resource<Void, Never>(request, [.any(.noContent)])).request
      #expect(record.url.hasSuffix("=***"), "\(name)")
      #expect(record.headers.first { $0.value == "***" } != nil)
    }
    let grant = Request.get("/x", query: ["code": secret], headers: ["Code": "shown"])
    let record = try await client.reply(to: Resource<Void, Never>(grant, [.any(.noContent)])).request
    #expect(record.url.hasSuffix("code=***") && record.headers.first { $0.value == "shown" } != nil)
    for name in ["Accept", "X-Page", "Keys", "postcode", "Authority"] {
      let request = Request.get("/x", query: [name: "shown"], headers: [name: "shown"])
      let record = try await client.reply(to: Resource<Void, Never>(request, [.any(.noContent)])).request
      #expect(record.url.hasSuffix("=shown"))
    }
  }

  @Test func anEscapedNameIsASecretToo() async throws {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(200) })
    let request = Request.get("/x?api%5Fkey=hunter2&%74oken=hunter2&page=2")
    let record = try await client.reply(to: Resource<Void, Never>(request, [.any(.noContent)])).request
    #expect(record.url == "https://api.example.com/x?api%5Fkey=***&%74oken=***&page=2")
  }

  @Test func wordsOfYourOwnAreAdded() async throws {
    let redaction = Redaction(adding: ["Shown"])
    let error = try await error([] as ResponseMap<User, Never>, answer, redaction: redaction)
    #expect(error.report.contains("X-Shown: ***") && error.report.contains("&shown=***"))
    #expect(error.report.contains("X-Api-Key: ***"))
    #expect(Redaction().words == Redaction.defaultWords)
  }

  @Test func aValueOfTheBodyIsInNoMessage() async throws {
    enum Kind: String, Decodable { case a }
    struct Thing: Decodable { var kind: Kind }
    struct Checked: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "bad value \(text)")
      }
    }
    let enumeration = await failure(
      .json(#"{"kind":"hunter2"}"#), [.any(.decode)] as ResponseMap<Thing, Never>)
    #expect(enumeration?.description.contains(secret) == false)
    #expect(enumeration?.decodingFailure?.kind == .corrupted && enumeration?.decodingFailure?.path == "kind")
    let checked = await failure(.json(#""hunter2""#), [.any(.decode)] as ResponseMap<[Checked], Never>)
    #expect(checked?.description.contains(secret) == false)
    let nested = await failure(.json(#"["hunter2"]"#), [.any(.decode)] as ResponseMap<[Checked], Never>)
    #expect(nested?.description.contains(secret) == false)
    #expect(nested?.decodingFailure?.path == "[0]")
  }

  @Test func aDumpOfADecodingFailureOrARequestErrorShowsNoValue() async throws {
    struct Thing: Decodable { var id: Int }
    let error = await failure(.json(#"{"id":"hunter2"}"#), [.any(.decode)] as ResponseMap<Thing, Never>)
    #expect(!shown(try #require(error?.decodingFailure)).contains(secret))
    #expect(!shown(try #require(error?.reason)).contains(secret))
    struct Fails: Encodable {
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue("hunter2", .init(codingPath: [], debugDescription: "no"))
      }
    }
    let refused = await refusal(of: .post("/x", body: .json(Fails())))
    #expect(!shown(try #require(refused)).contains(secret))
  }

  @Test func theReportShowsTheFirst1000BytesOfALongBody() async throws {
    let long = InMemoryTransport.Response.text(
      String(repeating: "x", count: 1_500), "text/plain", status: 500)
    let report = try await error([] as ResponseMap<User, Never>, long).report
    #expect(report.contains(String(repeating: "x", count: 1_000) + "\n  … (1.5 kB in all)"))
    #expect(!report.contains(String(repeating: "x", count: 1_001)))
    let exact = InMemoryTransport.Response.text(
      String(repeating: "x", count: 1_000), "text/plain", status: 500)
    #expect(try await error([] as ResponseMap<User, Never>, exact).report.hasSuffix("xxx"))
  }
}

struct BodyRedactionTests {
  private func shown(_ body: String, _ contentType: String? = "application/json") async -> String {
    let error = await failure(.text(body, contentType, status: 500), [] as ResponseMap<User, Never>)
    let report = error?.report ?? ""
    return report.split(separator: "\n").last.map { String($0.dropFirst(2)) } ?? ""
  }

  @Test(arguments: [
    (#"{"token":"a\"b","x":"y"}"#, #"{"token":"***","x":"y"}"#),
    (#"{"x":{"refresh_token" : 12 , "y":[1]}}"#, #"{"x":{"refresh_token" : "***", "y":[1]}}"#),
    (#"{"credentials":{"a":["}",1],"b":{}},"c":1}"#, #"{"credentials":"***","c":1}"#),
    (#"{"secrets":["a","b"]}"#, #"{"secrets":"***"}"#), (#"{"secret":null}"#, #"{"secret":"***"}"#),
    (#"["token","password"]"#, #"["token","password"]"#), (#"{"a":"token:x"}"#, #"{"a":"token:x"}"#),
    (#"{"token":"cut of"#, #"{"token":"***""#), (#"{"token":"#, #"{"token":"***""#),
    (#"{"token"#, #"{"token"#), (#"{"code":"rate_limited"}"#, #"{"code":"rate_limited"}"#),
    (#"{"token":"\"#, #"{"token":"***""#), ("<html>\"", "<html>\""),
  ])
  func membersAreMaskedByTheirNames(body: String, masked: String) async {
    #expect(await shown(body) == masked)
  }

  @Test func aBodyCanForgeNoLineOfALog() async {
    let error = await failure(
      .text("ok\r\n2026 admin\u{1B}[2Kin\u{2028}x", "text/plain", status: 500), [] as ResponseMap<User, Never>
    )
    let lines = error?.report.split(separator: "\n").suffix(3).map(String.init)
    #expect(lines == ["  ok", "  2026 admin\\u{1b}[2Kin", "  x"])
  }

  @Test func fieldsOfAFormAreMaskedByTheirNames() async {
    let type = "application/x-www-form-urlencoded; charset=utf-8"
    #expect(await shown("access%5Ftoken=a&scope=b&token", type) == "access%5Ftoken=***&scope=b&token")
  }

  @Test func garbageNeverCrashesAndNoSecretComesThrough() async {
    await forAll { generator in
      let shape = #"{"a":{"token" : "hunter2", "b":[1,"\""]},"password":{"c":"hunter2"}}"#
      _ = await shown(generator.mangled(shape))
      let secret = "s3cr3t" + generator.text(1...4)
      let json = try? JSONSerialization.data(withJSONObject: ["a": 1, "Api-Key": secret, "z": [secret.count]])
      let text = String(decoding: json ?? Data(), as: UTF8.self)
      #expect(await !shown(text).contains("s3cr3t"))
    }
  }
}
