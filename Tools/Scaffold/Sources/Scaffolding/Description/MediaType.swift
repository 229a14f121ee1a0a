/// What is asked of a media type.
struct MediaType {
  static let form = "application/x-www-form-urlencoded"
  /// In lower case, without parameters.
  let name: String
  /// Whether a parameter says that values are sent as they come: `application/json;stream=watch`.
  let hasStream: Bool

  init(_ text: String) {
    let parts = text.lowercased().split(separator: ";").map { $0.filter { $0 != " " } }
    name = parts.first ?? ""
    hasStream = parts.dropFirst().contains { $0.hasPrefix("stream=") && $0 != "stream=false" }
  }

  /// One JSON value.
  var isJSON: Bool { isNamedJSON && !isStream }
  private var isNamedJSON: Bool {
    name == "application/json" || name.hasSuffix("+json") || name == "text/json"
  }
  var isProblem: Bool { name == "application/problem+json" }
  var isEvents: Bool { name == "text/event-stream" }
  var isLines: Bool {
    Self.linesTypes.contains(name) || name.hasSuffix("+ndjson") || name.hasSuffix("+jsonl")
  }
  /// JSON values in a row, with record separators (RFC 7464), newlines or nothing between them.
  var isSequence: Bool {
    Self.sequenceTypes.contains(name) || name.hasSuffix("+json-seq") || (isNamedJSON && hasStream)
  }
  var isStream: Bool { isEvents || isLines || isSequence }
  var isText: Bool { name.hasPrefix("text/") || name.hasSuffix("xml") || name.hasSuffix("+yaml") }
  var isWildcard: Bool { name.contains("*") }
  /// Whether it is known to be something other than JSON.
  var isOtherFormat: Bool {
    let formats = [
      "cbor", "csv", "excel", "html", "msgpack", "multipart/", "officedocument", "pdf", "protobuf",
      "tab-separated", "urlencoded", "xml", "yaml", "zip",
    ]
    return isOfPage || formats.contains(where: name.contains)
  }
  /// Whether it is of what a page is made of.
  var isOfPage: Bool {
    [
      "text/html", "text/css", "text/javascript", "application/javascript", "application/x-javascript",
      "application/manifest+json", "application/wasm",
    ].contains(name)
      || ["image/", "font/", "application/font", "audio/", "video/"].contains { name.hasPrefix($0) }
  }

  var bodyFormat: Body.Format {
    if isJSON || name == "*/*" { return .json }
    if name == Self.form { return .form }
    if name == "multipart/form-data" || name == "multipart/*" { return .multipart }
    return isText ? .text : .bytes
  }

  var bodyRank: Int {
    if name == "application/json" { return 0 }
    // Its bodies are lists of changes, whatever the schema says.
    if name == "application/json-patch+json" { return 2 }
    if isJSON { return 1 }
    switch bodyFormat {
    case .json, .multipart: return 3
    case .form: return 4
    case .bytes: return 5
    case .text: return 6
    }
  }

  var responseRank: Int {
    if name == "application/json" { return 0 }
    if isProblem { return 2 }
    if isJSON { return 1 }
    if isStream { return 3 }
    return isText ? 4 : isWildcard ? 5 : 6
  }

  private static let linesTypes: Set<String> = [
    "application/x-ndjson", "application/ndjson", "application/nd-json", "application/x-nd-json",
    "text/x-ndjson",
    "text/ndjson", "application/jsonl", "application/x-jsonl", "text/jsonl", "application/jsonlines",
    "application/x-jsonlines", "application/json-lines", "application/x-json-lines",
  ]

  private static let sequenceTypes: Set<String> = [
    "application/json-seq", "application/x-json-seq", "application/json-stream", "application/x-json-stream",
    "application/stream+json",
  ]
}
