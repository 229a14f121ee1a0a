#if AsyncHTTPClient
import AsyncHTTPClient
import NIOHTTP1
import Repartee

extension HTTPResponse {
  /// The head of an answer, its fields in their order; a repeated field stays repeated.
  /// - Throws: kind `protocolViolation` for a status that is none (RFC 9110, section 15).
  init(_ response: HTTPClientResponse) throws(TransportError) {
    guard let code = Int(exactly: response.status.code), (100...999).contains(code) else {
      throw TransportError(
        .protocolViolation, message: "the server answered with the status \(response.status.code)")
    }
    var fields = HTTPFields()
    fields.reserveCapacity(response.headers.count)
    for (name, value) in response.headers {
      guard let name = HTTPField.Name(name) else { continue }
      fields.append(HTTPField(name: name, lenientValue: value.utf8.trimmingFieldWhitespace))
    }
    self.init(
      status: Status(code: code, reasonPhrase: Self.reason(response.status)), headerFields: fields)
  }

  /// The reason phrase, where it can be one (RFC 9112, section 4).
  private static func reason(_ status: HTTPResponseStatus) -> String {
    let phrase = status.reasonPhrase
    return phrase.utf8.allSatisfy { $0 == 0x09 || (0x20...0x7E).contains($0) } ? phrase : ""
  }
}
#endif
