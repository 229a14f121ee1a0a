extension TypePlanner {
  /// Names that say only where a type is used.
  static let places: Set<String> = ["Output", "Body", "Contents"]

  /// Reserved names that are hidden in a type without harm.
  static let nestable: Set<String> = places.union([
    "Attempt", "Collection", "Credential", "Duration", "Error", "Failure", "Identifiable", "Item", "Range",
    "Redaction", "Redirect", "TypedResponse", "Result", "Session", "Task", "Transport",
  ])

  /// The names that only some clients use: to send several credentials, and to read header fields.
  static func reserved(in api: API) -> Set<String> {
    var names: Set<String> = []
    if api.operations.contains(where: { !$0.responses.allSatisfy(\.fields.isEmpty) }) {
      names = ["ResponseHead"]
    }
    let isUnwritten = api.security.contains { if case .other = $0.kind { true } else { false } }
    if isUnwritten || !SignIns(api).combinations.isEmpty {
      names.formUnion(["AttemptRequest", "AuthenticationError", "BasicCredential", "BearerToken"])
    }
    return names
  }

  /// The names of types that a written file uses, or that would hide what Swift code uses.
  static let reserved: Set<String> = [
    "Any", "AnyObject", "Array", "Bool", "Box", "Character", "Codable", "CodingKey", "Data", "Date",
    "Decodable",
    "Decoder", "Dictionary", "Double", "Encodable", "Encoder", "Equatable", "Error", "Float", "Hashable",
    "Int",
    "JSONValue", "Never", "OpenEnum", "Optional", "Result", "Self", "Sendable", "Set", "String", "Task",
    "Type",
    "UInt", "UInt64", "URL", "UUID", "Void", "Authentication", "CallError", "Client", "Cursor", "Endpoint",
    "MultipartForm",
    "Outcome", "PagedEndpoint", "PageResponse", "ProblemDetails", "Protocol", "QueryValue", "Request",
    "RequestError",
    "Response", "ResponseMap", "ResponseStream", "ServerSentEvent", "Transport", "JSONCoder", "Failure",
    "Output",
    "Item", "Thrown", "Comparable", "Identifiable", "Range", "Sequence", "Collection", "Duration", "Attempt",
    "CookieJar", "Emptyable", "OtherKeys", "Session", "Redirect", "TypedResponse", "Quoted", "Keyed",
    "Redaction",
    "Credential",
    "Body",
    "CodingKeys", "Foundation", "MainActor", "Repartee", "Swift",
  ]
}
