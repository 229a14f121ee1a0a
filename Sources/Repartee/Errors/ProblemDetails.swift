public import HTTPTypes
public import ReparteeJSON

/// What went wrong, in the form that RFC 9457 gives it: `application/problem+json`.
///
/// ```swift
/// // made into the endpoint's failure
/// .clientError(.problem { .rejected($0) })
/// // where the failure is a ProblemDetails
/// .clientError(.problem)
/// ```
///
/// Members of another type than the RFC's are ignored (section 3.1), as if they weren't there; members that it
/// does not know are in ``extensions``. A body that is not a JSON object is undecodable, and keeps its status.
public struct ProblemDetails: Error, Sendable, Hashable, CustomStringConvertible {
  /// A URI that says which problem it is; `about:blank`, unless the body has one, means "the status says all".
  public var type: String
  /// The problem in a few words, the same for all of its type.
  public var title: String?
  /// The status of the response; of a body read without one, what its `status` member says.
  public var status: HTTPResponse.Status?
  /// What went wrong this time.
  public var detail: String?
  /// A URI of this occurrence.
  public var instance: String?
  /// All the other members, in order.
  public var extensions: JSONObject

  /// A problem.
  public init(
    type: String = "about:blank", title: String? = nil, status: HTTPResponse.Status? = nil,
    detail: String? = nil, instance: String? = nil, extensions: JSONObject = JSONObject()
  ) {
    self.type = type
    self.title = title
    self.status = status
    self.detail = detail
    self.instance = instance
    self.extensions = extensions
  }

  /// Status and type, in one line of at most 500 characters; not the detail, which may quote what was sent.
  public var description: String {
    let problem = type == "about:blank" ? title.map(Redaction().masked(text:)) : Redaction().masked(url: type)
    return Shown.text(
      [status?.name, problem].compactMap(\.self).joined(separator: ": "), limit: Shown.message)
  }
}

extension ProblemDetails: CustomReflectable {
  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["problem": description]) }
}

extension ProblemDetails: Decodable {
  public init(from decoder: any Decoder) throws {
    let value = try JSONValue(from: decoder)
    guard case .object(let members) = value else {
      throw DecodingError.typeMismatch(
        JSONObject.self,
        .init(codingPath: decoder.codingPath, debugDescription: "the details of a problem are an object"))
    }
    self.init(members)
  }

  private init(_ members: JSONObject) {
    self.init(
      type: members["type"]?.string ?? "about:blank", title: members["title"]?.string,
      detail: members["detail"]?.string, instance: members["instance"]?.string)
    if let code = members["status"]?.int, (100...599).contains(code) { status = .init(code: code) }
    let known: Set = ["type", "title", "status", "detail", "instance"]
    for (key, value) in members where !known.contains(key) { extensions[key] = value }
  }
}

extension Outcome {
  /// The body is a problem (RFC 9457), and the failure is made of it. Its status is that of the response, whatever
  /// the body says.
  public static func problem(_ transform: @escaping @Sendable (ProblemDetails) -> Failure) -> Outcome {
    var outcome = Outcome(bodyUse: .decoded, canGiveOutput: false) { response, decoder in
      .failure(transform(try response.decode(ProblemDetails.self, with: decoder)))
    }
    outcome.traits.accepts = ["application/problem+json"]
    return outcome
  }
}

extension Outcome where Failure == ProblemDetails {
  /// The body is a problem (RFC 9457), and it is the failure.
  public static var problem: Outcome { .problem { $0 } }
}
