#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

// Values for tests.

extension SentRequest {
  /// Creates a request as if it was sent, masked by the default `Redaction`.
  ///
  /// An invalid `url` becomes the path. The template is by default the path. The body's length is in bytes, nil if
  /// unknown.
  public init(
    _ method: HTTPRequest.Method = .get, url: String = "https://api.example.com/", template: String? = nil,
    headers: HTTPFields = [:], bodyLength: Int64? = 0
  ) {
    let head: HTTPRequest
    if let url = try? AbsoluteURL(url, kind: .url) {
      head = HTTPRequest(
        method: method, scheme: url.origin.scheme, authority: url.authority, path: url.requestTarget,
        headerFields: headers)
    } else {
      head = HTTPRequest(method: method, scheme: nil, authority: nil, path: url, headerFields: headers)
    }
    let path = head.path.map { String($0.prefix { $0 != "?" }) }
    self.init(head, template: template ?? path ?? "/", bodyLength: bodyLength, redaction: Redaction())
  }
}

extension Response {
  /// Creates a response with this status. A code outside 0...999 becomes 999.
  public init(
    status code: Int, headers: HTTPFields = [:], body: Data = Data(), request: SentRequest = SentRequest()
  ) {
    let code = (0...999).contains(code) ? code : 999
    self.init(
      head: HTTPResponse(status: .init(code: code), headerFields: headers), body: body, request: request)
  }

  /// Returns a response with a body of JSON text.
  public static func json(
    _ text: String, status code: Int = 200, headers: HTTPFields = [:], request: SentRequest = SentRequest()
  ) -> Response {
    var headers = headers
    if headers[.contentType] == nil { headers[.contentType] = "application/json" }
    return Response(status: code, headers: headers, body: Data(text.utf8), request: request)
  }
}
