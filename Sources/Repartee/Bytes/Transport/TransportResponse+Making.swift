public import HTTPTypes
public import ReparteeJSON

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// A given Content-Type takes precedence over the function's.

extension TransportResponse {
  /// Returns a response; a code outside 0...999 becomes 999.
  public static func status(_ code: Int, headers: HTTPFields = [:], body: Data = Data()) -> Self {
    let code = (0...999).contains(code) ? code : 999
    return Self(
      head: HTTPResponse(status: .init(code: code), headerFields: headers), body: ByteStream(body))
  }

  /// Returns a body of JSON text.
  public static func json(_ text: String, status code: Int = 200, headers: HTTPFields = [:]) -> Self {
    .bytes(Data(text.utf8), contentType: "application/json", status: code, headers: headers)
  }

  /// Returns a value encoded as JSON.
  /// - Throws: The coder's error.
  public static func json(
    encoding value: some Encodable, status code: Int = 200, headers: HTTPFields = [:],
    with json: JSONCoder = JSONCoder()
  ) throws -> Self {
    .bytes(try json.encode(value), contentType: "application/json", status: code, headers: headers)
  }

  /// Returns a body of text; nil sends no content type.
  public static func text(
    _ text: String, contentType: String? = "text/plain; charset=utf-8", status code: Int = 200,
    headers: HTTPFields = [:]
  ) -> Self {
    .bytes(Data(text.utf8), contentType: contentType, status: code, headers: headers)
  }

  /// Returns a body of bytes; nil sends no content type.
  public static func bytes(
    _ bytes: Data, contentType: String? = "application/octet-stream", status code: Int = 200,
    headers: HTTPFields = [:]
  ) -> Self {
    var headers = headers
    if let contentType, headers[.contentType] == nil { headers[.contentType] = contentType }
    return .status(code, headers: headers, body: bytes)
  }
}
