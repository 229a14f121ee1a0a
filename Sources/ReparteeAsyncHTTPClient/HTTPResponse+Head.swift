#if AsyncHTTPClient
import AsyncHTTPClient
import NIOHTTP1
import Repartee

extension HTTPResponse {
  /// - Throws: kind `protocolViolation` for an invalid status code (RFC 9110, section 15).
  init(_ response: HTTPClientResponse, _ phrase: String) throws(TransportError) {
    guard let code = Int(exactly: response.status.code), (100...999).contains(code) else {
      throw TransportError(
        .protocolViolation, message: "the server responded with the status \(response.status.code)")
    }
    var fields = HTTPFields()
    fields.reserveCapacity(response.headers.count)
    for (name, value) in response.headers {
      guard let name = HTTPField.Name(name) else { continue }
      fields.append(HTTPField(name, received: value))
    }
    self.init(status: Status(code: code, reasonPhrase: Self.valid(phrase)), headerFields: fields)
  }

  /// An invalid phrase (RFC 9112, section 4) becomes empty.
  private static func valid(_ phrase: String) -> String {
    phrase.utf8.allSatisfy { $0 == 0x09 || (0x20...0x7E).contains($0) } ? phrase : ""
  }
}

extension HTTPField {
  /// Trims white space. A plain value is not copied.
  fileprivate init(_ name: Name, received value: String) {
    let bytes = value.utf8
    if bytes.first != 0x20, bytes.last != 0x20, bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) {
      self.init(name: name, value: value)
    } else {
      self.init(name: name, lenientValue: value.utf8.trimmingFieldWhitespace)
    }
  }
}
#endif
