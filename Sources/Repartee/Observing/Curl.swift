import HTTPTypes
import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SentRequest {
  /// The request as a command of curl, secrets masked, without its body: of that no record is kept.
  public var curl: String { curl(body: nil) }

  fileprivate func curl(body: String?) -> String {
    var parts = ["curl"]
    switch method {
    case .get: break
    case .head: parts.append("--head")
    default: parts.append("-X \(quoted(method.rawValue))")
    }
    parts.append("--globoff \(quoted(url))")
    parts += headers.map { "-H \(quoted("\($0.name.rawName): \($0.value)"))" }
    if let body { parts.append(body) }
    return parts.joined(separator: " ")
  }
}

extension Client {
  /// A request as a command of curl, to try by hand: as this client would send it, secrets masked.
  ///
  /// ```swift
  /// // curl --globoff 'https://api.example.com/users/7' -H 'Accept: …'
  /// print(try client.curl(GetUser(id: 7)))
  /// ```
  ///
  /// A body that is text of up to 4,000 bytes stands there; of any other, its size. A credential is masked like any
  /// secret, `-H 'Authorization: ***'`: put your own there. That is also what stands for a signature, and for a
  /// session's credential while it is not known. What cookies and middleware would add is left out.
  /// - Throws: A ``RequestError`` if it can't be built.
  public func curl<E: ResourceConvertible>(
    _ endpoint: E, adjusting: (inout Request) -> Void = { _ in }
  ) throws(RequestError) -> String {
    var resource = endpoint.resource
    adjusting(&resource.request)
    let outgoing = Outgoing(try outgoing(resource))
    var attempt = AttemptRequest(outgoing, number: 1, cause: .first)
    let redaction = showCredential(outgoing.request.authentication, on: &attempt)
    let sent = SentRequest(attempt, to: outgoing.request.url, redaction: redaction)
    return sent.curl(
      body: outgoing.request.body.map { data($0, outgoing.request.head.headerFields.mediaType, redaction) })
  }

  private func data(_ body: ByteStream, _ type: MediaType?, _ redaction: Redaction) -> String {
    let limit = 4_000
    guard let bytes = body.bytes, bytes.count <= limit,
      let text = bytes.shown(as: type, limit: limit, redaction)
    else {
      return "--data-binary @body  # \(body.length.map { byteCount(Int(clamping: $0)) } ?? "streamed")"
    }
    return "--data-raw \(quoted(text))"
  }
}

/// An argument of a shell: within single quotes all but they stand for themselves.
private func quoted(_ text: String) -> String {
  "'\(Shown.lines(text, limit: 10_000).replacing("'", with: "'\\''"))'"
}
