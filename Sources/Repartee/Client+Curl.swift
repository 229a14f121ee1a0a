import HTTPTypes
import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SentRequest {
  /// The request as a curl command, with secrets masked and without its body.
  public var curl: String { curl(data: nil) }

  fileprivate func curl(data: String?) -> String {
    var parts = ["curl"]
    switch method {
    case .get where data == nil: break
    case .head: parts.append("--head")
    default: parts.append("-X \(quoted(method.rawValue))")
    }
    parts.append("--globoff \(quoted(url))")
    // Without a value, `-H 'Name:'` would remove the field; curl sends an empty one for `-H 'Name;'`.
    parts += headers.map { field in
      let name = field.name.rawName
      return "-H \(quoted(field.value.isEmpty ? "\(name);" : "\(name): \(field.value)"))"
    }
    // Without these, curl sends `*/*`, and the type of a form.
    if !fields.contains(.accept) { parts.append("-H 'Accept:'") }
    if let data {
      if !fields.contains(.contentType) { parts.append("-H 'Content-Type:'") }
      parts.append(data)
    }
    return parts.joined(separator: " ")
  }
}

extension Client {
  /// Returns the request that this client would send as a curl command, with secrets masked.
  ///
  /// ```swift
  /// // curl --globoff 'https://api.example.com/users/7' -H 'Accept: …'
  /// print(try client.curl(for: GetUser(id: 7)))
  /// ```
  ///
  /// Includes a body of up to 4,000 bytes of UTF-8 text; of another body, and for HEAD, only the size. Leaves out
  /// cookies and changes by middleware.
  /// - Throws: A ``RequestError`` if the request can't be built.
  public func curl<E: ResourceConvertible>(
    for endpoint: E, adjusting: (inout Request) -> Void = { _ in }
  ) throws(RequestError) -> String {
    let scope = try unsent(endpoint.resource(adjusting))
    let outgoing = scope.outgoing
    var attempt = AttemptRequest(scope)
    let redaction = showCredential(outgoing.authentication, on: &attempt)
    let sent = SentRequest(attempt, to: outgoing.url, redaction: redaction)
    guard let body = outgoing.body else { return sent.curl }
    // curl refuses `--head` with data, and after `-X HEAD` it waits for a body that is not sent.
    if sent.method == .head { return "\(sent.curl)  # without its body (\(size(of: body)))" }
    return sent.curl(data: data(body, outgoing.head.headerFields.mediaType, sent.redaction))
  }

  private func size(of body: ByteStream) -> String {
    body.length.map { byteCount(Int(clamping: $0)) } ?? "streamed"
  }

  private func data(_ body: ByteStream, _ type: MediaType?, _ redaction: Redaction) -> String {
    let limit = 4_000
    guard let bytes = body.bytes, bytes.count <= limit, let text = String(utf8: bytes),
      shown(text).hasSameBytes(as: text)
    else {
      return "--data-binary @body  # \(size(of: body))"
    }
    return "--data-raw \(quoted(redaction.masked(body: text, as: BodyFormat(type), limit: limit)))"
  }
}

extension Client {
  fileprivate func showCredential(_ authentication: Authentication?, on attempt: inout AttemptRequest)
    -> Redaction
  {
    guard let authentication, !authentication.isLeftOut else { return redaction }
    let given = attempt
    if let credential = authentication.credential, (try? credential.authenticate(&attempt)) != nil {
      var shown = redaction.masking(attempt.head, after: given.head)
      shown.source = CredentialSecrets(
        authentication, set: attempt.head, on: given.head, after: redaction.source)
      return shown
    }
    attempt = given
    attempt.headers[.authorization] = Redaction.mask
    return redaction
  }
}

private func quoted(_ text: String) -> String { "'\(shown(text).replacing("'", with: "'\\''"))'" }

private func shown(_ text: String) -> String { DisplayText.lines(text, limit: 10_000) }
