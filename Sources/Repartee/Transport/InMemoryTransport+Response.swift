public import HTTPTypes
public import ReparteeJSON

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Responses in a word. A header field that is given beats the Content-Type that the function implies.

extension InMemoryTransport.Response {
  /// A status, header fields and a body. A code outside 0...999 becomes 999.
  public static func status(_ code: Int, headers: HTTPFields = [:], body: Data = Data()) -> Self {
    let code = (0...999).contains(code) ? code : 999
    return Self(
      head: HTTPResponse(status: .init(code: code), headerFields: headers), body: ByteStream(body))
  }

  /// A body of JSON, from its text.
  public static func json(_ text: String, status code: Int = 200, headers: HTTPFields = [:]) -> Self {
    .body(Data(text.utf8), "application/json", status: code, headers: headers)
  }

  /// A body of JSON, from a value; `json` is what writes it.
  /// - Throws: What the coder throws for the value.
  public static func json(
    encoding value: some Encodable, status code: Int = 200, headers: HTTPFields = [:],
    with json: JSONCoder = JSONCoder()
  ) throws -> Self {
    .body(try json.encode(value), "application/json", status: code, headers: headers)
  }

  /// A body of text, `text/plain` in UTF-8 unless it is given another content type; nil sends none.
  public static func text(
    _ text: String, _ contentType: String? = "text/plain; charset=utf-8", status code: Int = 200,
    headers: HTTPFields = [:]
  ) -> Self {
    .body(Data(text.utf8), contentType, status: code, headers: headers)
  }

  /// A body of bytes with a content type; nil sends none.
  public static func body(
    _ bytes: Data, _ contentType: String?, status code: Int = 200, headers: HTTPFields = [:]
  ) -> Self {
    var headers = headers
    if let contentType, headers[.contentType] == nil { headers[.contentType] = contentType }
    return .status(code, headers: headers, body: bytes)
  }
}
