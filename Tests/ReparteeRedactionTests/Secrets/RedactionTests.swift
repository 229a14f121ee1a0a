import Foundation
@testable import Repartee
import TestSupport
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
    _ map: ResponseMap<Output, Failure>, _ response: TransportResponse,
    redaction: Redaction = Redaction()
  ) async throws -> CallError<Failure> {
    var client = Client(
      baseURL: "https://api.example.com?base=1&api_key=\(secret)",
      transport: InMemoryTransport { _ in response },
      headers: ["X-Api-Key": secret, "User-Agent": "tests"])
    client.redaction = redaction
    let request = Request.post(
      "/users/\(7)?access_token=\(secret)&shown=yes",
      query: ["client_secret": secret, "filter[token]": secret],
      headers: ["Authorization": "Bearer \(secret)", "X-Shown": "here"], body: .json(["password": secret]))
    guard case .failure(let error) = await client.result(of: Resource(request, map)) else {
      throw BodyDecodingError(message: "it gave output")
    }
    return error
  }

  private let response = TransportResponse.status(
    500, headers: [.setCookie: "session=hunter2", .server: "nginx", .contentType: "application/json"],
    body: Data(#"{"access_token":"hunter2","detail":"visible"}"#.utf8))

  @Test func noDescriptionOfAnErrorShowsASecretAndTheReportShowsTheRest() async throws {
    let undeclared = try await error([.code(200, .decode)] as ResponseMap<User, Never>, response)
    let undecodable = try await error([.any(.decode)] as ResponseMap<User, Never>, response)
    let declared = try await error([.any(.error(.notFound))] as ResponseMap<User, UserError>, response)
    let errors: [any CallErrorProtocol] = [undeclared, undecodable, declared]
    for error in errors {
      #expect(!shown(error).contains(secret))
      #expect(!error.summary.contains(secret))
      #expect(!error.report.contains(secret))
      for rest in [
        "POST https://api.example.com/users/7?base=1&api_key=***&access_token=***&shown=yes&client_secret=***",
        "filter%5Btoken%5D=***", "Authorization: ***", "X-Api-Key: ***", "X-Shown: here", "User-Agent: tests",
        "Content-Type: application/json", "500 Internal Server Error", "Server: nginx", "Set-Cookie: ***",
        #""detail":"visible""#, #""access_token":"***""#, "attempt 1: 500 Internal Server Error after",
      ] { #expect(error.report.contains(rest), "\(rest)") }
      #expect(error.report.hasPrefix(error.description))
    }
    #expect(undecodable.report.contains("cause, decoding User: the key \"id\" is missing"))
    #expect(declared.report.contains("cause: notFound"))
    #expect(!undeclared.report.contains("cause"))
  }

  @Test func theRecordOfARequestShowsNoSecret() async throws {
    let record = try #require(try await error([] as ResponseMap<User, Never>, response).request)
    #expect(!shown(record).contains(secret))
    #expect(record.headers[.authorization] == "***" && record.headers[.contentType] == "application/json")
    #expect(record.url.hasSuffix("client_secret=***&filter%5Btoken%5D=***"))
    #expect(record.description == "POST /users/{}" && record.method == .post)
  }

  @Test func aNameIsASecretInAnyWriting() async throws {
    let names = [
      "authorization", "Proxy-Authorization", "COOKIE", "Set-Cookie", "X-Auth-Token", "apikey", "Api_Key",
      "API-KEY", "x.api.key", "AccessKey", "password", "passwd", "X-Signature", "PHPSESSION", "credentials",
      "client_assertion", "sessionId", "key", "Auth", "sig", "pwd", "PIN", "jwt", "filter.key",
      "privateKey", "iban", "userOTP", "X-AppAuth", "card_cvc", "otp", "sms_otp", "pass", "db.pass",
    ]
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(200) })
    for name in names {
      let request = Request.get("/x", query: [name: secret], headers: [name: secret])
      let record = try await client.response(to: Resource<Void, Never>(request, [.any(.noContent)])).request
      #expect(record.url.hasSuffix("=***"), "\(name)")
      #expect(record.headers.first { $0.value == "***" } != nil)
    }
    let grant = Request.get("/x", query: ["code": secret], headers: ["Code": "shown"])
    let record = try await client.response(to: Resource<Void, Never>(grant, [.any(.noContent)])).request
    #expect(record.url.hasSuffix("code=***") && record.headers.first { $0.value == "shown" } != nil)
    for name in ["Accept", "X-Page", "Keys", "postcode", "Authority"] {
      let request = Request.get("/x", query: [name: "shown"], headers: [name: "shown"])
      let record = try await client.response(to: Resource<Void, Never>(request, [.any(.noContent)])).request
      #expect(record.url.hasSuffix("=shown"))
    }
  }

  /// Parts of a name begin at a capital in every alphabet, and at the last of several capitals.
  @Test func aPartOfANameIsASecret() {
    let secrets = [
      "SMSPin", "APIAuth", "smsPIN", "userOTP", "Schlüssel-PIN", "Bestätigungs_OTP", "straßePin", "SMSÜPin",
      "straße[key]", "größe.key",
    ]
    for name in secrets { #expect(Redaction().isSecret(name), "\(name)") }
    for name in ["spin", "SPIN", "Keys", "straßekeys", "Ürsprungskeyboard", "PINS", "Keypad"] {
      #expect(!Redaction().isSecret(name), "\(name)")
    }
  }

  @Test func anEscapedNameIsASecretToo() async throws {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(200) })
    let request = Request.get("/x?api%5Fkey=hunter2&%74oken=hunter2&page=2")
    let record = try await client.response(to: Resource<Void, Never>(request, [.any(.noContent)])).request
    #expect(record.url == "https://api.example.com/x?api%5Fkey=***&%74oken=***&page=2")
  }

  @Test func wordsOfYourOwnAreAdded() async throws {
    let redaction = Redaction(adding: ["Shown"])
    let error = try await error([] as ResponseMap<User, Never>, response, redaction: redaction)
    #expect(error.report.contains("X-Shown: ***") && error.report.contains("&shown=***"))
    #expect(error.report.contains("X-Api-Key: ***"))
    #expect(Redaction().words.isEmpty)
  }

  @Test func aWordThatIsAppendedMasksWhateverItsWriting() async throws {
    for word in ["Shown", "SHOWN", "s-h_o.w n"] {
      var redaction = Redaction()
      redaction.words.append(word)
      let error = try await error([] as ResponseMap<User, Never>, response, redaction: redaction)
      #expect(error.report.contains("X-Shown: ***") && error.report.contains("&shown=***"), "\(word)")
    }
    #expect(!Redaction(adding: ["-", ""]).isSecret("x"))
  }

  @Test func anExceptionIsShown() async throws {
    var redaction = Redaction()
    redaction.exceptions.append("next_page_token")
    let body = TransportResponse.json(#"{"next_page_token":"p2","page_token":"p1"}"#, status: 500)
    let report = try await error([] as ResponseMap<User, Never>, body, redaction: redaction).report
    #expect(report.contains(#"{"next_page_token":"p2","page_token":"***"}"#))
  }

  @Test func theClientsWordsReachTheExcerptOfItsErrors() async throws {
    let body = TransportResponse.json(#"{"diagnosis":"flu","id":"x","name":"Ada"}"#)
    let plain = try await error([.any(.decode)] as ResponseMap<User, Never>, body)
    #expect(plain.decodingError?.report.contains("flu") == true)
    let masked = try await error(
      [.any(.decode)] as ResponseMap<User, Never>, body, redaction: Redaction(adding: ["diagnosis"]))
    #expect(masked.decodingError?.report.contains(#"{"diagnosis":"***","id":"x""#) == true)
    #expect(!masked.report.contains("flu"))
    // Another coder's error, which knows nothing of the client.
    let own = Outcome<User, Never> { response, _ in .success(try JSONCoder().decode(from: response.body)) }
    let other = try await error(
      [.any(own)] as ResponseMap<User, Never>, body, redaction: Redaction(adding: ["diagnosis"]))
    #expect(other.decodingError?.report.contains("flu") == true && !other.report.contains("flu"))
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
    #expect(enumeration?.decodingError?.kind == .corrupted && enumeration?.decodingError?.path == "kind")
    let checked = await failure(.json(#""hunter2""#), [.any(.decode)] as ResponseMap<[Checked], Never>)
    #expect(checked?.description.contains(secret) == false)
    let nested = await failure(.json(#"["hunter2"]"#), [.any(.decode)] as ResponseMap<[Checked], Never>)
    #expect(nested?.description.contains(secret) == false)
    #expect(nested?.decodingError?.path == "[0]")
  }

  @Test func aDumpOfADecodingFailureOrARequestErrorShowsNoValue() async throws {
    struct Thing: Decodable { var id: Int }
    let error = await failure(.json(#"{"id":"hunter2"}"#), [.any(.decode)] as ResponseMap<Thing, Never>)
    #expect(!shown(try #require(error?.decodingError)).contains(secret))
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
    let long = TransportResponse.text(
      String(repeating: "x", count: 1_500), contentType: "text/plain", status: 500)
    let report = try await error([] as ResponseMap<User, Never>, long).report
    #expect(report.contains(String(repeating: "x", count: 1_000) + "\n  … (1.5 kB in all)"))
    #expect(!report.contains(String(repeating: "x", count: 1_001)))
    let exact = TransportResponse.text(
      String(repeating: "x", count: 1_000), contentType: "text/plain", status: 500)
    #expect(try await error([] as ResponseMap<User, Never>, exact).report.hasSuffix("xxx"))
  }
}
