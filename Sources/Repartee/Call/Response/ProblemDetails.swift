public import HTTPTypes
public import ReparteeJSON

/// Problem details (RFC 9457): `application/problem+json`.
///
/// ```swift
/// // made into the endpoint's failure
/// .clientError(.problem { .rejected($0) })
/// // where the failure is a ProblemDetails
/// .clientError(.problem)
/// ```
///
/// Members whose type is not the RFC's are ignored (section 3.1), other members are ``extensions``. A body that is no
/// JSON object is undecodable.
public struct ProblemDetails: Error, Sendable, Hashable, CustomStringConvertible {
  /// A URI of the problem's type; by default `about:blank`.
  public var type: String
  /// A summary of the type.
  public var title: String?
  /// The status of the response, or else the member `status`.
  public var status: HTTPResponse.Status?
  /// A description of this occurrence.
  public var detail: String?
  /// A URI of this occurrence.
  public var instance: String?
  /// All other members, in order.
  public var extensions: JSONObject
  var origin = ValueOrigin()

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

  /// The status and the type, in one line of at most 500 characters.
  public var description: String {
    let redaction = origin.redaction
    let problem = type == "about:blank" ? title.map(redaction.masked(text:)) : redaction.masked(url: type)
    return DisplayText.text(
      [status?.name, problem].compactMap(\.self).joined(separator: ": "), limit: DisplayText.message)
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
