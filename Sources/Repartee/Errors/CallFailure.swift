import HTTPTypes
import ReparteeJSON

/// What every ``CallError`` shows without its generic parameter: to catch the errors of several endpoints in
/// one `do`, where Swift infers `any Error`.
///
/// ```swift
/// do {
///   let user = try await client.send(GetUser(id: 7))
///   try await client.send(DeleteUser(id: 7))
/// } catch let failure as any CallFailure {
///   print(failure.description, failure.response?.status as Any)
/// }
/// ```
public protocol CallFailure: Error, CustomStringConvertible, CustomReflectable {
  /// Which call it was: the method and the path's template, also when the request could not be built.
  var call: String { get }
  /// The request as it was sent; nil if it could not be built.
  var request: SentRequest? { get }
  /// The response, as far as it came; nil if none did.
  var response: Response? { get }
  /// Every attempt, the last one last; empty if nothing was sent.
  var attempts: [Attempt] { get }
  /// Why there is no usable response, if that is the reason.
  var transportError: TransportError? { get }
  /// Why the body did not fit, if that is the reason.
  var decodingFailure: DecodingFailure? { get }
  /// What the outcome that read the response is declared to be: ``Outcome/transient``, ``Outcome/throttled`` or
  /// ``Outcome/permanent``; nil if it says nothing, or if no outcome read it.
  var transience: Transience? { get }
  /// The reason, with any declared failure: to switch over where calls of several endpoints fail in one place.
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
  /// Only Repartee's own errors conform: there may be new requirements in a minor version.
  var _seal: _CallFailureSeal { get }
  /// The reason in a few words.
  var summary: String { get }
  /// The declared failure, ``DecodingFailure``, ``TransportError``, ``AuthenticationError`` or ``RequestError``; nil
  /// for an undeclared status.
  var underlying: (any Error)? { get }
}

/// Keeps ``CallFailure`` from being conformed to elsewhere.
public struct _CallFailureSeal: Sendable {
  init() {}
}

extension CallFailure {
  /// The redirects that were followed, in their order; ``request`` went where the last of them leads.
  public var redirects: [Redirect] { attempts.redirects }

  /// One line of at most 1,000 characters: method and path template, status, and why. It has no secrets, and nothing
  /// of the body.
  public var description: String {
    guard let response else { return Shown.text("\(call): \(summary)") }
    // A body that did not fit is told by what it was.
    let head = summary.hasPrefix(response.description) ? "" : "\(response): "
    return Shown.text("\(call) → \(head)\(summary)")
  }

  /// Everything, in several lines, for a log of errors: the URL and the header fields of both sides, the
  /// attempts (the last 20), the underlying error, and the first 1,000 bytes of the response's body, if that is text.
  ///
  /// What ``Client/redaction`` takes for a secret is masked: by the names of header fields, query items, members of
  /// JSON, elements of XML and fields of forms, and what looks like a token. From where JSON is broken nothing is
  /// shown, because a name can't be told from a value there. A report is made of printable characters and line feeds,
  /// 60,000 at most.
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
    if let decodingFailure {
      let type = decodingFailure.typeName.map { ", decoding \($0)" } ?? ""
      lines.append("cause\(type): \(decodingFailure.report(masking: redaction))")
    } else if let underlying {
      lines.append("cause: \(Shown.lines(redaction.masked(text: "\(underlying)"), limit: Shown.description))")
    }
    return lines.joined(separator: "\n")
  }

  /// The description only, so that a dump shows no secret.
  public var customMirror: Mirror { Mirror(self, children: ["error": description]) }
}

/// `12.3 ms`
func milliseconds(_ duration: Duration) -> String {
  "\((duration / .milliseconds(1) * 10).rounded() / 10) ms"
}
