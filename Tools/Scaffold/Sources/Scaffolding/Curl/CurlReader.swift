import Foundation
import ReparteeJSON

/// Reads a curl command as the operations that it calls.
struct CurlReader {
  private(set) var api = API(title: "API")

  init(_ command: String) throws {
    for request in try CurlCommand.requests(of: command) { try add(request) }
    guard !api.operations.isEmpty else { throw InputError("the command has no URL", file: "curl") }
  }

  /// What a browser adds by itself to the command that it copies.
  private static let browserFields: Set<String> = [
    "accept-charset", "accept-language", "cache-control", "connection", "dnt", "origin", "pragma", "priority",
    "referer", "te", "upgrade-insecure-requests",
  ]

  /// What other parts of a request say.
  private static let ignoredFields: Set<String> = [
    "accept", "accept-encoding", "content-length", "content-type", "cookie", "host", "user-agent",
  ]

  private mutating func add(_ request: CurlCommand) throws {
    var url = try CurlURL(request.url ?? "")
    let body = request.isQuery ? nil : try CurlBody(request).body
    // curl adds the name of the file to a folder.
    if let upload = request.upload, upload != "-", upload != ".", url.endsInSlash || url.segments.isEmpty {
      url.addFileName()
    }
    let (segments, values) = url.template()
    let method =
      request.method ?? (request.upload != nil ? "PUT" : body != nil || hasData(request) ? "POST" : "GET")
    let path = "/" + segments.joined(separator: "/") + (url.endsInSlash && !segments.isEmpty ? "/" : "")
    var operation = Operation(method: method, path: path, name: Self.name(method, segments))
    operation.isUnnamed = !operation.name.hasPrefix("list ")
    operation.body = body
    operation.remarks = request.notes
    for value in values {
      let shape = value.value.isEmpty ? Schema.Shape.string(.plain) : RecordingReader.shape(of: [value.value])
      operation.parameters.append(
        Parameter(name: value.name, place: .path, isRequired: true, schema: Schema(shape)))
    }
    var items = url.query + Self.items(request.queryItems, of: &operation)
    if request.isQuery { items += CurlBody.fields(request.data, encoded: request.encoded) }
    add(items, to: &operation)
    addFields(request, to: &operation)
    addCookies(request, to: &operation)
    noteSignIn(request, hasUser: url.hasUser)
    operation.responses = [response(method, request)]
    let server = url.origin
    if api.servers.isEmpty { api.servers = [Server(server)] }
    if api.servers[0].url != server { operation.servers = [server] }
    api.operations.append(operation)
  }

  private func hasData(_ request: CurlCommand) -> Bool { request.hasBody && !request.isQuery }

  /// That a command calls a plural is all that is known of a list.
  private static func name(_ method: String, _ segments: [String]) -> String {
    let nouns = segments.filter { !$0.contains("{") && !PathPrefix.isVersion(Substring($0)) }
    guard method == "GET", let last = segments.last, last == nouns.last,
      Names.singular(PathShapes.name(of: last)) != nil
    else { return "\(method.lowercased()) \(nouns.suffix(2).joined(separator: " "))" }
    let owner = nouns.dropLast().last.map { Names.singular($0) ?? $0 }
    return (["list", owner, PathShapes.name(of: last)].compactMap { $0 }).joined(separator: " ")
  }

  // MARK: Parameters

  private static func items(_ options: [String], of operation: inout Operation) -> [(
    name: String, value: String
  )] {
    options.flatMap { option -> [(name: String, value: String)] in
      // With a plus sign it is encoded already.
      let text = option.hasPrefix("+") ? String(option.dropFirst()) : option
      let fields = CurlBody.fields([], encoded: [text])
      if fields.isEmpty {
        operation.remarks.append("An item of `--url-query` without a name is not written.")
      }
      return fields
    }
  }

  private mutating func add(_ items: [(name: String, value: String)], to operation: inout Operation) {
    var seen: Set<String> = []
    for (name, _) in items where seen.insert(name).inserted {
      if Placeholders.pieces(of: name) != [.text(name)],
        !name.hasPrefix("$") || !items.contains(where: { !$0.1.isEmpty })
      {
        operation.remarks.append(
          "An item of the query whose name is to be filled in is not written: `\(name)`.")
        continue
      }
      if Secrets.isCredentialItem(name) {
        note(SecurityScheme(name: name, kind: .query(name)))
        continue
      }
      let values = items.filter { $0.name == name }.map(\.value)
      let shape = RecordingReader.shape(of: values)
      operation.parameters.append(
        Parameter(
          name: name, place: .query, isRequired: false,
          schema: Schema(values.count > 1 ? .array(Schema(shape)) : shape)))
    }
  }

  private func addFields(_ request: CurlCommand, to operation: inout Operation) {
    var seen: Set<String> = []
    for (name, value) in request.headers {
      let lower = name.lowercased()
      if lower == "accept", !Self.isUsual(accept: value) {
        operation.fixedHeaders.append(FixedItem(name: name, value: value))
      }
      guard !lower.hasPrefix("sec-"), !Self.browserFields.contains(lower),
        !Self.ignoredFields.contains(lower),
        !Secrets.isSecret(name), seen.insert(lower).inserted
      else { continue }
      operation.parameters.append(
        Parameter(name: name, place: .header, isRequired: true, schema: Schema(.string(.plain))))
    }
  }

  /// What the response map sends by itself, or a browser.
  private static func isUsual(accept value: String) -> Bool {
    value.isEmpty || value.contains(",")
      || ["*/*", "application/json", "text/event-stream"].contains(MediaType(value).name)
  }

  private mutating func addCookies(_ request: CurlCommand, to operation: inout Operation) {
    let texts = request.cookies + request.headers.filter { $0.name.lowercased() == "cookie" }.map(\.value)
    for pair in texts.joined(separator: ";").split(separator: ";") {
      let name = pair.prefix { $0 != "=" }.filter { $0 != " " }
      guard pair.contains("="), !name.isEmpty else { continue }
      if Secrets.isSecret(name) || Self.sessionCookies.contains(where: { name.lowercased().hasSuffix($0) }) {
        note(SecurityScheme(name: "cookie \(name)", kind: .cookie(name)))
      } else if !operation.parameters.contains(where: { $0.place == .cookie && $0.name == name }) {
        operation.parameters.append(
          Parameter(name: name, place: .cookie, isRequired: true, schema: Schema(.string(.plain))))
      }
    }
  }

  private static let sessionCookies = ["session", "sessionid", "sessid", "sid"]

  // MARK: Signing in

  private mutating func noteSignIn(_ request: CurlCommand, hasUser: Bool) {
    if let signing = request.signing {
      note(SecurityScheme(name: signing, kind: .other(signing)))
    } else if hasUser || request.hasUser {
      note(SecurityScheme(name: "user", kind: .basic))
    }
    for (name, value) in request.headers where Secrets.isSecret(name) && name.lowercased() != "cookie" {
      let isBearer = value.lowercased().hasPrefix("bearer ")
      note(
        name.lowercased() == "authorization" && isBearer
          ? SecurityScheme(name: "bearer token", kind: .bearer)
          : SecurityScheme(name: name, kind: .header(name)))
    }
  }

  private mutating func note(_ scheme: SecurityScheme) {
    if !api.security.contains(where: { $0.name == scheme.name }) { api.security.append(scheme) }
  }

  // MARK: The response

  private func response(_ method: String, _ request: CurlCommand) -> DeclaredResponse {
    var response = DeclaredResponse(status: .range(2), content: .none)
    guard method != "HEAD" else { return response }
    let accept = request.headers.first { $0.name.lowercased() == "accept" }?.value ?? ""
    let type = MediaType(accept.contains(",") ? "" : accept)
    if type.isEvents {
      response.content = .events(.any)
    } else if type.isLines {
      response.content = .lines(.any)
    } else if type.isSequence {
      response.content = .sequence(.any)
    } else if type.isJSON || type.isWildcard || type.name.isEmpty {
      response.content = .json(.any)
    } else {
      response.content = type.isText ? .text : .bytes
    }
    return response
  }
}
