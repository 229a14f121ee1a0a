import Foundation
import Repartee
import ReparteeJSON
import TestSupport
import Testing

/// A secret under a random secret name, in a random place, the JSON around it damaged at random: it is never shown.
struct SecretJSONTests {
  private let secret = "s3cr3tV4lu3"
  private let names = [
    "password", "userPassword", "api_key", "X-Api-Key", "access_token", "pin", "user_pin", "jwt", "auth",
    "cvc",
    "pwd", "key", "client.secret", "Set-Cookie", "sessionId", "Signature", "sig", "PASSWD",
  ]

  private func shown(_ error: some CallErrorProtocol) -> String {
    var text = ""
    dump(error, to: &text)
    text += "\(error)\n\(error.report)\n\(String(reflecting: error))\n\(error.summary)"
    if let failure = error.decodingError {
      text += "\n\(failure)\n\(failure.report)\n\(String(reflecting: failure))"
      if let json = failure.underlying as? JSONError {
        text += "\n\(json)\n\(json.report)\n\(json.debugDescription)"
      }
    }
    return text
  }

  /// JSON with the secret in it, under a name that stands where `\u{1}` does.
  private func json(_ generator: inout SplitMix64, depth: Int = 0) -> String {
    let inner =
      switch generator.int(0...8) {
      case 0: "\"\(secret)\""
      case 1: "[1,\"\(secret)\"]"
      case 2: "{\"a\":{\"b\":\"\(secret)\"},\"c\":[]}"
      case 3: "\"a\\\"\(secret)\\n\""
      case 4: " \"\(secret)\" "
      default: "\"\(secret)\""
      }
    var text =
      "{\(generator.bool() ? #""id":1,"# : "")\"\u{1}\":\(inner)\(generator.bool() ? #","z":"y""# : "")}"
    for _ in 0..<generator.int(0...3) {
      switch generator.int(0...4) {
      case 0: text = "[\(text),2]"
      case 1: text = "{\"data\":\(text),\"n\":null}"
      case 2: text = "[{\"k\":1.5,\n\"items\":[\(text)]}]"
      case 3: text = "{\"name\":\"Ada\",\"id\":\(text)}"
      default:
        let encoded = (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        text = "{\"text\":\(encoded.replacing("\\u0001", with: "\u{1}"))}"
      }
    }
    return text
  }

  /// Deletes, inserts and changes bytes, but not those of the name and of the secret.
  private func damaged(_ text: String, _ generator: inout SplitMix64, _ count: Int) -> String {
    var bytes = Array(text.utf8)
    let name = UInt8(1)
    for _ in 0..<count {
      let kept = bytes.indices.filter { index in
        bytes[index] == name
          || bytes[max(0, index - secret.utf8.count + 1)..<min(bytes.count, index + secret.utf8.count)]
            .split(separator: 0).contains { String(decoding: $0, as: UTF8.self).contains(secret) }
      }
      let places = bytes.indices.filter { !kept.contains($0) }
      guard !places.isEmpty else { break }
      let place = generator.one(of: Array(places))
      let byte = generator.one(of: Array("\"\\:,{}[]' x1\n<&=\u{7F}".utf8))
      // Beside the name it would make another name of it.
      let isLetter = byte == UInt8(ascii: "x") || byte == UInt8(ascii: "1")
      if isLetter, bytes[max(0, place - 1)...min(place + 1, bytes.count - 1)].contains(name) { continue }
      switch generator.int(0...2) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(byte, at: place)
      default: bytes[place] = byte
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func inJSONThatIsDamaged() async {
    await forAll(runs: 400) { generator in
      let name = generator.one(of: names)
      let type = generator.one(of: ["application/json", "application/problem+json", "text/html", nil])
      // What is said to be no JSON is read as text where it does not begin as JSON does: more than one fault may then
      // make of it what nobody can read.
      let faults = generator.int(0...(type?.hasSuffix("json") == true ? 2 : 1))
      let text = damaged(json(&generator), &generator, faults).replacing("\u{1}", with: name)
      for map in [[], [.any(.decode)], [.any(.decode(at: "data"))]] as [ResponseMap<User, Never>] {
        guard let error = await failure(.text(text, contentType: type), map) else { continue }
        let shown = shown(error)
        #expect(!shown.contains(secret), "\(text)\n\(shown)")
      }
    }
  }

  /// What is damaged twice may still be JSON, in which the name is a part of another one.
  @Test(arguments: [":{=a", ":{\\\"a", "=,a", ":[a", ",a"]) func underANameThatLostItsQuote(rest: String)
    async
  {
    for value in ["\"\(secret)\"", "[\"\(secret)\"]", "{\"b\":\"\(secret)\"}"] {
      guard let error = await failure(.json("{\"user_pin\(rest)\":\(value)}"), [] as ResponseMap<User, Never>)
      else {
        Issue.record("no error")
        continue
      }
      #expect(!shown(error).contains(secret), "\(rest) \(value)")
    }
  }

  @Test func inFormsQueriesAndHeaderFields() async throws {
    try await forAll(runs: 150) { generator in
      let name = generator.one(of: names)
      let item = "\(name)=\(secret)"
      let items = "a=1&\(item)&b=2"
      let token = try #require(HTTPField.Name(name.filter { $0 != "." }))
      let (headers, body): (HTTPFields, String) =
        switch generator.int(0...7) {
        case 0: ([.contentType: "application/x-www-form-urlencoded"], items)
        case 1: ([.contentType: "text/plain"], generator.mangled("so ") + "\n\(items)")
        case 2: ([token: secret], "")
        case 3: ([.location: "https://h.example/a?\(items)"], "")
        case 4: ([try #require(.init("Link")): "</a?\(items)>; rel=next"], "")
        case 5: ([.contentType: "application/xml"], "<r a=\"1\"><\(name) t='x'>\(secret)</\(name)></r>")
        case 6: ([.contentType: "text/plain"], "x: y\n\(name): \(secret)\nz")
        default: ([try #require(.init("X-Url")): "https://u:\(secret)@h.example/?\(items)"], "")
        }
      let response = TransportResponse.status(500, headers: headers, body: Data(body.utf8))
      let client = Client(baseURL: api, transport: InMemoryTransport { _ in response })
      let request = Request.get("/x", query: [name: secret], headers: [token.rawName: secret])
      guard case .failure(let error) = await client.result(of: Resource<User, Never>(request, [])) else {
        Issue.record("it gave output")
        return
      }
      let shown = shown(error)
      #expect(!shown.contains(secret), "\(headers) \(body)\n\(shown)")
    }
  }
}
