import HTTPTypes
import ReparteeRedaction

/// A ``CallError`` without its generic parameter: use it to catch the errors of several endpoints in one `do`, where
/// Swift infers `any Error`.
///
/// ```swift
/// do {
///   let user = try await client.send(GetUser(id: 7))
///   try await client.send(DeleteUser(id: 7))
/// } catch let failure as any CallErrorProtocol {
///   print(failure.description, failure.response?.status as Any)
/// }
/// ```
public protocol CallErrorProtocol: Error, CustomStringConvertible, CustomReflectable {
  /// The method and the path's template, also if the request could not be built.
  var call: String { get }
  /// The request as it was sent; nil if it could not be built.
  var request: SentRequest? { get }
  /// The response, as far as it was received; nil if none was.
  var response: Response? { get }
  /// All attempts, in order; empty if nothing was sent.
  var attempts: [Attempt] { get }
  /// The transport error, if that is the reason.
  var transportError: TransportError? { get }
  /// The decoding failure, if that is the reason.
  var decodingError: BodyDecodingError? { get }
  /// The declaration of the outcome that read the response: ``Outcome/transient``, ``Outcome/throttled`` or
  /// ``Outcome/permanent``; nil if it declares none of them, or if no outcome read the response.
  var retryability: Retryability? { get }
  /// The reason with the declared failure as `any Error`. Switch over it where the calls of several endpoints fail in
  /// one place.
  ///
  /// ```swift
  /// switch failure.cause {
  /// case .declared(let error): …
  /// case .undeclared: …
  /// case .undecodable(let failure): …
  /// case .transport(let error): …
  /// case .authentication(let error): …
  /// case .request(let error): …
  /// }
  /// ```
  var cause: CallError<any Error>.Reason { get }
  /// A requirement that only Repartee's own errors can meet, so that a minor version may add requirements.
  var _seal: _CallErrorSeal { get }
  /// The reason in a few words.
  var summary: String { get }
  /// The declared failure, ``BodyDecodingError``, ``TransportError``, ``AuthenticationError`` or ``RequestError``; nil
  /// for an undeclared status.
  var underlying: (any Error)? { get }
}

/// A type that prevents conformances to ``CallErrorProtocol`` in other modules.
public struct _CallErrorSeal: Sendable {
  init() {}
}

extension CallErrorProtocol {
  /// The redirects that were followed, in order; ``request`` was sent to the target of the last one.
  public var redirects: [Redirect] { attempts.redirects }

  /// One line of at most 1,000 characters: the method and path template, the status code and the reason, of a declared
  /// failure with its ``failureName``. It contains no secrets, and of the body at most the first 100 bytes, masked, if
  /// the body is not the JSON that its content type claims.
  public var description: String {
    Shown.text(withoutCredential(line))
  }

  private var line: String {
    guard let response else { return "\(call): \(summary)" }
    // The summary of a body that did not fit already begins with the response.
    let head = summary.hasPrefix(response.description) ? "" : "\(response): "
    return "\(call) → \(head)\(summary)"
  }

  /// Returns a text without the values of the request's credential, which a server or an error may have quoted.
  private func withoutCredential(_ text: String) -> String {
    (request ?? response?.request)?.redaction.maskedValues(in: text) ?? text
  }

  /// A report of several lines for an error log: the URL, the header fields of request and response, the last 20
  /// attempts, the underlying error, and the first 1,000 bytes of the response body if it is text.
  ///
  /// Secrets as ``Client/redaction`` defines them are masked: by the names of header fields, query items, JSON members,
  /// XML elements and form fields, and whatever looks like a token. Invalid JSON is not shown from the error on,
  /// because names can't be told from values there. The values of the request's credential are masked wherever they
  /// are. A report contains only printable characters and line feeds, at most 60,000.
  public var report: String {
    var lines = [description]
    if let request {
      lines.append("request: \(request.method.rawValue) \(Shown.text(request.url, limit: 2_000))")
      lines += request.shownHeaders.map { "  \($0)" }
    }
    for (index, attempt) in attempts.enumerated().suffix(20) {
      lines.append("attempt \(index + 1): \(attempt.result) after \(milliseconds(attempt.duration))")
      if attempt.cause == .retry {
        lines[lines.count - 1] += ", retried after a pause of \(milliseconds(attempt.pause))"
      }
      if let redirect = attempt.redirect {
        lines[lines.count - 1] += ", redirected from \(Shown.text(redirect.source, limit: 2_000))"
      }
    }
    if let response {
      lines.append("response: \(response)")
      lines += shown(response.headers, response.request.redaction).map { "  \($0)" }
      lines += response.shownBody.map { "  \($0)" }
    }
    let redaction = request?.redaction ?? response?.request.redaction ?? Redaction()
    if let decodingError {
      let type = decodingError.typeName.map { ", decoding \($0)" } ?? ""
      lines.append("cause\(type): \(decodingError.report(masking: redaction))")
    } else if let underlying {
      lines.append("cause: \(Shown.lines(redaction.masked(text: "\(underlying)"), limit: Shown.description))")
    }
    return withoutCredential(lines.joined(separator: "\n"))
  }

  /// The description only, so that `dump` shows no secret.
  public var customMirror: Mirror { Mirror(self, children: ["error": description]) }
}

/// `12.3 ms`
func milliseconds(_ duration: Duration) -> String {
  "\((duration / .milliseconds(1) * 10).rounded() / 10) ms"
}
