#if AsyncHTTPClient
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Repartee

extension HTTPClientRequest {
  /// AsyncHTTPClient adds `Host`, `Content-Length` and `Transfer-Encoding`.
  init(_ head: HTTPRequest, body: ByteStream?, call: Call) {
    self.init(url: head.urlText)
    method = HTTPMethod(rawValue: head.method.rawValue)
    headers.reserveCapacity(head.headerFields.count + 4)
    for field in head.headerFields { headers.add(name: field.name.rawName, value: field.value) }
    if head.headerFields[.acceptEncoding] == nil {
      // A range of a coded representation can't be decoded.
      let isPart = head.headerFields.contains(.range)
      headers.add(name: "Accept-Encoding", value: isPart ? "identity" : ContentDecoder.acceptEncoding)
    }
    if let ticket = call.ticket { headers.add(name: Calls.ticketName, value: "\(ticket)") }
    if let bytes = body?.bytes {
      self.body = .bytes(ByteBuffer(bytes: bytes))
    } else if let body, let upload = call.upload {
      self.body = .stream(upload, length: body.length.map(Body.Length.known) ?? .unknown)
    }
  }
}
#endif
