public import HTTPTypes
public import ReparteeJSON

/// Problem details as RFC 9457 defines them: `application/problem+json`.
///
/// ```swift
/// // made into the endpoint's failure
/// .clientError(.problem { .rejected($0) })
/// // where the failure is a ProblemDetails
/// .clientError(.problem)
/// ```
///
/// Members of another type than the RFC's are ignored (section 3.1). Members that the RFC does not define are in
/// ``extensions``. A body that is not a JSON object is undecodable; the error still has the status code.
public struct ProblemDetails: Error, Sendable, Hashable, CustomStringConvertible {
  /// A URI that identifies the type of the problem. The default, `about:blank`, means that the status code says all.
  public var type: String
  /// A summary of the problem, the same for all problems of a type.
  public var title: String?
  /// The status code of the response. If the body is read without a response, the value of its `status` member.
  public var status: HTTPResponse.Status?
  /// A description of this occurrence of the problem.
  public var detail: String?
  /// A URI that identifies this occurrence of the problem.
  public var instance: String?
  /// All other members, in order.
  public var extensions: JSONObject

  /// Creates a problem.
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

  /// The status code and the type, in one line of at most 500 characters, without the detail, which may quote the
  /// request.
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
  /// Decodes the body as a problem (RFC 9457), and creates the failure from it. The problem's status is that of the
  /// response, whatever the body has.
  public static func problem(_ transform: @escaping @Sendable (ProblemDetails) -> Failure) -> Outcome {
    var outcome = Outcome(bodyUse: .decoded, canGiveOutput: false) { response, decoder in
      .failure(transform(try response.decode(ProblemDetails.self, with: decoder)))
    }
    outcome.traits.accepts = ["application/problem+json"]
    return outcome
  }
}

extension Outcome where Failure == ProblemDetails {
  /// Decodes the body as a problem (RFC 9457), which is the failure.
  public static var problem: Outcome { .problem { $0 } }
}
