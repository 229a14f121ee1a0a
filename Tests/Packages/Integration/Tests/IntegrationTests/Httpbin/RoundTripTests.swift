import Foundation
import Repartee
import Testing

/// What the server received is what was meant, whatever the text. Texts are compared scalar by scalar: `String`'s
/// own `==` takes canonically equivalent ones for the same.
@Suite(.enabled(if: Httpbin.isRunning, "REPARTEE_HTTPBIN is not set; Scripts/integration starts one"))
struct RoundTripTests {
  let client = Httpbin.client
  let rounds = 150

  /// `/basic-auth/{user}/{password}` responds with 200 only if what it read from the path equals, byte for byte, what
  /// the Authorization field holds in Base64; so the field tells what was meant, on another way than the path. A slash
  /// is left out (WSGI decodes a path before it is routed, so that this route has no place for one), and a colon in
  /// the user, where the field ends the user; `.` and `..` can't be segments and are refused.
  @Test func aValueInAPathArrivesAsItWas() async throws {
    var random = SeededGenerator.announced(for: "aValueInAPathArrivesAsItWas")
    for _ in 0..<rounds {
      let user = random.text(excluding: ["/", ":"])
      let password = random.text(excluding: ["/"])
      if [".", ".."].contains(user) || [".", ".."].contains(password) { continue }
      let reply = await client.result(of: SignIn(user: user, password: password))
      let name = try reply.get().user
      #expect(scalars(name) == scalars(user), "\(scalars(user)), \(scalars(password))")
    }
  }

  /// `/anything/…` shows the URL as werkzeug makes it up again from the decoded path, in which a sent `%2F` and a
  /// slash are the same, and so are a sent `%25` before two hex digits and a percent sign that begins an escape.
  /// Hence both sides are compared with their escapes undone: all else would show here, also a slash that got lost,
  /// doubled, or taken for the end of a query. The route takes no line feed, and no slash at its very start.
  @Test func segmentsArriveInOrderAndWithTheirSlashes() async throws {
    var random = SeededGenerator.announced(for: "segmentsArriveInOrderAndWithTheirSlashes")
    for _ in 0..<rounds {
      let values = (0..<Int.random(in: 1...4, using: &random)).map { _ in random.text(excluding: ["\n"]) }
      let segments = ["start"] + values
      if segments.contains(where: { [".", ".."].contains($0) }) { continue }
      let shown = try await client.send(Anything(segments: segments)).url
      let path = try #require(shown.unicodeScalars.firstRange(of: "/anything/".unicodeScalars))
      let received = String(shown.unicodeScalars[path.upperBound...])
      #expect(
        bytesWithoutEscapes(received) == bytesWithoutEscapes(segments.joined(separator: "/")),
        "\(segments.map(scalars))")
    }
  }

  /// Each name has its number in front: a dictionary of `String`s would take canonically equivalent ones for one.
  @Test func queryItemsArriveAsTheyWere() async throws {
    var random = SeededGenerator.announced(for: "queryItemsArriveAsTheyWere")
    for _ in 0..<rounds {
      let items = someItems(&random)
      let echo = try await client.send(Echo(request: .get("/anything", query: query(of: items))))
      #expect(echo.args.mapValues { $0.map(scalars) } == expected(items), "\(items)")
    }
  }

  @Test func formFieldsArriveAsTheyWere() async throws {
    var random = SeededGenerator.announced(for: "formFieldsArriveAsTheyWere")
    for _ in 0..<rounds {
      let items = someItems(&random)
      let echo = try await client.send(Echo(request: .post("/anything", body: .form(query(of: items)))))
      #expect(echo.form.mapValues { $0.map(scalars) } == expected(items), "\(items)")
    }
  }

  @Test func anEncodableQueryArrivesAsItWas() async throws {
    var random = SeededGenerator.announced(for: "anEncodableQueryArrivesAsItWas")
    for _ in 0..<rounds {
      let filter = Filter(
        term: random.text(), page: random.next() % 2 == 0 ? nil : Int(random.next() % 1000),
        tags: (0..<Int.random(in: 0...3, using: &random)).map { _ in random.text() },
        nested: .init(name: random.text()))
      let echo = try await client.send(
        Echo(request: .get("/anything", query: Request.Query(encoding: filter))))
      #expect(echo.args["term"].map { $0.map(scalars) } == [scalars(filter.term)])
      #expect(echo.args["page"] == filter.page.map { ["\($0)"] })
      #expect((echo.args["tags"] ?? []).map(scalars) == filter.tags.map(scalars))
      #expect(echo.args["nested[name]"].map { $0.map(scalars) } == [scalars(filter.nested.name)])
    }
  }

  @Test func aBodyOfJSONArrivesAsItWas() async throws {
    var random = SeededGenerator.announced(for: "aBodyOfJSONArrivesAsItWas")
    for _ in 0..<rounds {
      let filter = Filter(
        term: random.text(length: 200), tags: [random.text()], nested: .init(name: random.text()))
      let echo = Resource<JSONEcho, Never>(
        .post("/anything", body: .json(filter)), [.code(200, .decode)])
      let received = try await client.send(echo).json
      #expect(scalars(received.term) == scalars(filter.term))
      #expect(received.tags.map(scalars) == filter.tags.map(scalars))
    }
  }

  private func someItems(_ random: inout SeededGenerator) -> [(name: String, value: String)] {
    let names = (0..<3).map { "\($0)\(random.text(length: 6))" }
    return (0..<Int.random(in: 1...6, using: &random)).map { _ in
      (names[Int.random(in: 0..<3, using: &random)], Bool.random(using: &random) ? random.text() : "")
    }
  }

  private func query(of items: [(name: String, value: String)]) -> Request.Query {
    var query = Request.Query()
    for (name, value) in items { query.append(name, value) }
    return query
  }

  private func expected(_ items: [(name: String, value: String)]) -> [String: [[UInt32]]] {
    items.reduce(into: [:]) { $0[$1.name, default: []].append(scalars($1.value)) }
  }
}

func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

/// The bytes of a text, each `%XX` in it as the byte that it stands for.
private func bytesWithoutEscapes(_ text: String) -> [UInt8] {
  var bytes: [UInt8] = []
  var rest = Array(text.utf8)[...]
  while let byte = rest.popFirst() {
    if byte == UInt8(ascii: "%"),
      let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
      rest.prefix(2).allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }), rest.count >= 2
    {
      bytes.append(value)
      rest = rest.dropFirst(2)
    } else {
      bytes.append(byte)
    }
  }
  return bytes
}

private struct SignIn: Endpoint {
  struct Account: Decodable {
    var user: String
  }

  var user: String
  var password: String

  var request: Request {
    let credentials = Data("\(user):\(password)".utf8).base64EncodedString()
    return .get("/basic-auth/\(user)/\(password)", headers: ["Authorization": "Basic \(credentials)"])
  }

  static let responses: ResponseMap<Account, Never> = [.code(200, .decode)]
}

private struct Anything: Endpoint {
  struct Shown: Decodable {
    var url: String
  }

  var segments: [String]

  var request: Request { .get("/anything/\(segments: segments)") }

  static let responses: ResponseMap<Shown, Never> = [.code(200, .decode)]
}

/// What `/anything` understood.
private struct Echo: Endpoint {
  struct Received: Decodable {
    var args: [String: [String]]
    var form: [String: [String]]

    private enum CodingKeys: CodingKey {
      case args, form
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      args = try container.decode([String: OneOrMore].self, forKey: .args).mapValues(\.values)
      form = try container.decode([String: OneOrMore].self, forKey: .form).mapValues(\.values)
    }
  }

  var request: Request

  static let responses: ResponseMap<Received, Never> = [.code(200, .decode)]
}

private struct JSONEcho: Decodable {
  var json: Filter
}

private struct Filter: Codable {
  struct Nested: Codable {
    var name: String
  }

  var term: String
  var page: Int?
  var tags: [String]
  var nested: Nested
}
