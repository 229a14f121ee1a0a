extension TypePlanner {
  /// Names that say only where a type is used.
  static let places: Set<String> = ["Output", "Body", "Contents"]

  /// Reserved names that are hidden in a type without harm.
  static let nestable: Set<String> = places.union([
    "Attempt", "Collection", "Credential", "Duration", "Error", "Failure", "Identifiable", "Item", "Range",
    "Redaction", "Redirect", "TypedResponse", "Result", "Session", "Task", "Transport",
  ])

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
