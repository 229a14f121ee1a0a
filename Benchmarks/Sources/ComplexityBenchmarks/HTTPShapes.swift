import Foundation
import HTTPTypes
import Repartee

let httpShapes: [Shape] = [
  Shape("media-type-parameters", 1000) { count in
    let text = "text/plain" + (0..<count).map { "; name\($0)=\"v\\\\alue\"" }.joined()
    return { use(MediaType(text)) }
  },
  Shape("media-type-spaces", 10_000) { count in
    let text =
      "text/plain;" + String(repeating: " ", count: count) + "a=b" + String(repeating: "\t", count: count)
    return { use(MediaType(text)) }
  },
  Shape("media-type-semicolons", 10_000) { count in
    let text = "text/plain" + String(repeating: ";", count: count)
    return { use(MediaType(text)) }
  },
  field("links", 1000, "Link", { $0.links.count }) { count in
    (0..<count).map { "</page/\($0)>; rel=\"next\"" }.joined(separator: ", ")
  },
  field("link-parameters", 1000, "Link", { $0.links.count }) { count in
    "</page>; rel=next" + (0..<count).map { "; name\($0)=\"value\"" }.joined()
  },
  field("link-relations", 1000, "Link", { $0.links.count }) { count in
    "</page>; rel=\"\((0..<count).map { "relation\($0)" }.joined(separator: " "))\""
  },
  field("link-unclosed", 5000, "Link", { $0.links.count }) { String(repeating: "<", count: $0) },
  field("many-fields", 1000, nil, { $0.links.count }) { _ in "" },
  // A full jar removes a cookie for each that it gets.
  Shape("cookies-of-hosts", 4000) { count in
    let hosts = (0..<count).map { "https://host\($0).example" }
    return {
      let jar = CookieJar()
      for host in hosts { try jar.set("name", to: "value", for: host, expires: .distantFuture) }
      use(jar.description)
    }
  },
  Shape("path-segments", 2000) { count in
    try request(.get("/a\(segments: (0..<count).map { "ü\($0)/" })"))
  },
  Shape("path-literal", 5000) { count in
    try request(.get(.init("/" + String(repeating: "ab/", count: count))))
  },
  Shape("query-items", 2000) { count in
    var query = Request.Query()
    for index in 0..<count { query.append("name\(index)", "välue") }
    return try request(.get("/", query: query))
  },
  Shape("request-fields", 200) { count in
    var headers = Request.Headers()
    for index in 0..<count { headers.append("X-Name-\(index)", "value") }
    return try request(.get("/", headers: headers))
  },
  Shape("multipart-parts", 500) { count in
    var form = MultipartForm()
    for index in 0..<count { form.append("name\"\(index)", "value") }
    return try request(.post("/", body: .multipart(form)))
  },
  Shape("multipart-large-part", 100_000) { count in
    var form = MultipartForm()
    form.append("name", String(repeating: "\r\n--", count: count / 4))
    return try request(.post("/", body: .multipart(form)))
  },
  report("report-json", 20_000, "application/json") { count in
    "{" + (0..<count / 20).map { #""password\#($0)":"secret""# }.joined(separator: ",") + "}"
  },
  report("report-quotes", 20_000, "application/json") { String(repeating: "\"", count: $0) },
  report("report-nested", 20_000, "application/json") {
    String(repeating: #"{"password":["#, count: $0 / 13)
  },
  report("report-form", 20_000, "application/x-www-form-urlencoded") { count in
    (0..<count / 20).map { "password\($0)=secret" }.joined(separator: "&")
  },
]

/// Reads a field of a response; without a name, a response with that many fields.
private func field<T>(
  _ name: String, _ size: Int, _ field: String?, _ read: @escaping @Sendable (TypedResponse<Void>) -> T,
  _ text: @escaping @Sendable (Int) -> String
) -> Shape {
  Shape(name, size) { count in
    var headers = HTTPFields()
    if let field, let name = HTTPField.Name(field) {
      headers[name] = text(count)
    } else {
      for index in 0..<count {
        if let name = HTTPField.Name("X-Name-\(index)") { headers[name] = "value" }
      }
    }
    let fields = headers
    let client = Client(
      baseURL: "http://api.example", transport: InMemoryTransport { _ in .status(200, headers: fields) })
    let resource = Resource<Void, Never>(.get("/"), [.success(.noContent)])
    return { use(read(try await client.response(to: resource))) }
  }
}

/// Sends a request to nowhere.
private func request(_ request: Request) throws -> Shape.Work {
  let client = Client(baseURL: "http://api.example", transport: InMemoryTransport { _ in .status(204) })
  let resource = Resource<Void, Never>(request, [.success(.noContent)])
  return { try await client.send(resource) }
}

/// Shows a refusal that nothing declares.
private func report(
  _ name: String, _ size: Int, _ type: String, _ body: @escaping @Sendable (Int) -> String
) -> Shape {
  Shape(name, size) { count in
    let bytes = Data(body(count).utf8)
    let client = Client(
      baseURL: "http://api.example",
      transport: InMemoryTransport { _ in .status(500, headers: [.contentType: type], body: bytes) })
    let resource = Resource<Void, Never>(.get("/"), [.success(.noContent)])
    return {
      let error = try await failure { try await client.send(resource) }
      guard let error = error as? CallError<Never> else { throw Unexpected() }
      use((error.description, error.report))
    }
  }
}
