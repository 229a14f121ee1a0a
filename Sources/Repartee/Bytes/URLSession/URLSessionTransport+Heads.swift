#if canImport(Darwin) || URLSession
#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif
import HTTPTypes

extension URL {
  /// Nil for a text with characters that a URL must encode.
  fileprivate init?(exactly text: String) {
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
      self.init(string: text, encodingInvalidCharacters: false)
    } else {
      self.init(string: text)  // Systems before those encode none.
    }
  }
}

extension URLRequest {
  static func make(
    _ head: HTTPRequest, body: ByteStream?
  ) async throws(TransportError) -> (URLRequest, upload: ByteStream?) {
    let text = head.urlText
    guard let url = URL(exactly: text) else {
      throw TransportError(.other, message: "Foundation can't parse the URL of the request")
    }
    var request = URLRequest(url: url)
    request.httpMethod = head.method.rawValue
    for field in head.headerFields where request.value(forHTTPHeaderField: field.name.rawName) == nil {
      request.setValue(head.headerFields[field.name], forHTTPHeaderField: field.name.rawName)
    }
    if head.headerFields[.acceptEncoding] == nil {
      if head.headerFields.contains(.range) {
        // A range of a coded representation can't be decoded (RFC 9110, section 14.2).
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
      } else {
        #if !canImport(Darwin)
        // Otherwise libcurl requests all codings that it was built with, including br and zstd.
        request.setValue("gzip, deflate", forHTTPHeaderField: "Accept-Encoding")
        #endif
      }
    }
    guard let body, body.length != 0 else { return (request, nil) }
    if head.method == .get {
      throw TransportError(.requestBody, message: "URLSession sends no GET request with a body")
    }
    if head.headerFields[.contentType] == nil {
      request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
    }
    if let bytes = body.bytes {
      request.httpBody = bytes
      return (request, nil)
    }
    #if canImport(Darwin)
    if let length = body.length { request.setValue("\(length)", forHTTPHeaderField: "Content-Length") }
    return (request, body)
    #else
    do {
      request.httpBody = try await body.collect(upTo: 64 << 20)
    } catch {
      guard error.kind.limit != nil else { throw error }
      throw TransportError(
        .requestBody,
        message:
          "URLSession on Linux sends no stream of more than \(byteCount(64 << 20)); use AsyncHTTPClient",
        underlying: error)
    }
    if let length = body.length, let bytes = request.httpBody, bytes.count != length {
      throw TransportError(
        .requestBody, message: "the body of the request is shorter or longer than its declared length")
    }
    return (request, nil)
    #endif
  }
}

extension HTTPResponse {
  init?(_ response: HTTPURLResponse) {
    guard (100...999).contains(response.statusCode) else { return nil }
    var fields = HTTPFields()
    for (name, value) in response.allHeaderFields {
      guard let name = name as? String, let value = value as? String, let name = HTTPField.Name(name) else {
        continue
      }
      for value in name == .setCookie ? HTTPField.setCookies(joined: value) : [value] {
        fields.append(HTTPField(name: name, lenientValue: value.utf8.trimmingFieldWhitespace))
      }
    }
    let sorted = fields.sorted { $0.name.canonicalName < $1.name.canonicalName }
    self.init(status: Status(code: response.statusCode), headerFields: HTTPFields(sorted))
  }
}
#endif
