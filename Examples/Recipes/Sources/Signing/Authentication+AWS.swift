public import Foundation
import HTTPTypes
public import Repartee

extension Authentication {
  /// AWS Signature Version 4 in header fields.
  ///
  /// Host, Content-Type, all `X-Amz-` fields and the body are signed. The body of a stream is signed as unsigned for
  /// the service `s3`; for another service the call fails with kind `unusable`.
  /// - Parameter service: The service's name in the scope of the signature. `s3` has its own rules.
  public static func awsSignature(
    _ keys: AWSKeys, region: String, service: String,
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> Authentication {
    let scope = AWSScope(region: region, service: service)
    return .signing { request in
      let time = AWSTime(now())
      try request.setField("X-Amz-Date", time.text)
      if let token = keys.sessionToken { try request.setField("X-Amz-Security-Token", token) }
      let body = try AWSRequest.hash(of: request.body, for: scope)
      if scope.isS3 { try request.setField("X-Amz-Content-SHA256", body) }
      let signed = AWSRequest(request.head, scope, signing: request.headers.fieldsToSign, bodyHash: body)
      try request.setField(
        "Authorization",
        "AWS4-HMAC-SHA256 Credential=\(keys.id)/\(scope.text(at: time)), "
          + "SignedHeaders=\(signed.signedNames), Signature=\(signed.signature(by: keys, at: time))")
    }
  }

  /// AWS Signature Version 4 in the query: `client.url(for:)` returns a URL that others can use without keys.
  ///
  /// Only the method, the URL and the host are signed, not the body and no other field.
  /// - Parameter lifetime: From 1 second to 7 days, rounded down to seconds; another one fails the call with kind
  ///   `unusable`. Temporary keys may expire sooner.
  public static func awsPresigned(
    _ keys: AWSKeys, region: String, service: String = "s3", for lifetime: Duration,
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> Authentication {
    let scope = AWSScope(region: region, service: service)
    return .signing { request in
      let seconds = lifetime.components.seconds
      guard (1...604_800).contains(seconds) else {
        throw AuthenticationError(
          .unusable, message: "a presigned URL is valid for 1 second to 7 days, not for \(lifetime)")
      }
      let time = AWSTime(now())
      var items = [
        ("X-Amz-Algorithm", "AWS4-HMAC-SHA256"),
        ("X-Amz-Credential", "\(keys.id)/\(scope.text(at: time))"),
        ("X-Amz-Date", time.text),
        ("X-Amz-Expires", "\(seconds)"),
        ("X-Amz-SignedHeaders", "host"),
      ]
      if let token = keys.sessionToken { items.append(("X-Amz-Security-Token", token)) }
      request.head.append(items)
      let body = scope.isS3 ? AWSRequest.unsigned : try AWSRequest.hash(of: request.body, for: scope)
      let signed = AWSRequest(request.head, scope, signing: [], bodyHash: body)
      request.head.append([("X-Amz-Signature", signed.signature(by: keys, at: time))])
    }
  }
}

extension AttemptRequest {
  fileprivate mutating func setField(_ name: String, _ value: String) throws {
    guard let name = HTTPField.Name(name) else { return }
    try setCredential(name, value)
  }
}

extension HTTPRequest {
  fileprivate mutating func append(_ items: [(String, String)]) {
    let path = path ?? "/"
    let query = items.map { "\($0.awsEncoded)=\($1.awsEncoded)" }.joined(separator: "&")
    let separator = path.contains("?") ? (path.hasSuffix("?") ? "" : "&") : "?"
    self.path = path + separator + query
  }
}

extension HTTPFields {
  /// Proxies may change other fields.
  fileprivate var fieldsToSign: [HTTPField] {
    filter { $0.name == .contentType || $0.name.canonicalName.hasPrefix("x-amz-") }
  }
}
