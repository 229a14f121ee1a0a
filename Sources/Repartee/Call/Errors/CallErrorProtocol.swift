import HTTPTypes
import ReparteeRedaction

/// A ``CallError`` without its generic parameter, to catch the errors of several endpoints:
/// `catch let failure as any CallErrorProtocol`.
public protocol CallErrorProtocol: Error, CustomStringConvertible, CustomReflectable {
  /// The method and path template, also if the request could not be built.
  var call: String { get }
  /// The request as it was sent; nil if it could not be built.
  var request: SentRequest? { get }
  /// The received part of the response.
  var response: Response? { get }
  /// All attempts, in order; empty if nothing was sent.
  var attempts: [Attempt] { get }
  /// The transport error, if that is the reason.
  var transportError: TransportError? { get }
  /// The decoding failure, if that is the reason.
  var decodingError: BodyDecodingError? { get }
  /// How the response is judged: by the map's ``ResponseCase/retryRule(_:)``, else by the outcome, such as
  /// ``Outcome/transient``, else by ``Client/retryRule``, else by the status code (<doc:Retrying>).
  var retryability: Retryability? { get }
  /// The reason, with the declared failure as `any Error`.
  var cause: CallError<any Error>.Reason { get }
  /// Prevents other conformances: a minor version may add requirements.
  var _seal: _CallErrorSeal { get }
  /// The reason in a few words.
  var summary: String { get }
  /// The associated value of ``cause``; nil for an undeclared status.
  var underlying: (any Error)? { get }
}

/// Prevents other conformances to ``CallErrorProtocol``.
public struct _CallErrorSeal: Sendable {
  init() {}
}

extension CallErrorProtocol {
  /// The followed redirects, in order.
  public var redirects: [Redirect] { attempts.redirects }

  /// One line of at most 1,000 characters without secrets: the method and path template, the status code, and the
  /// reason with ``failureName``.
  ///
  /// A declared failure whose type is `CustomStringConvertible` adds its own description, unless that is longer than
  /// 16 KiB, in one line of at most 200 bytes, and masked:
  /// `GET /cart → 409 Conflict, …: a declared failure (CartError.full): the cart is full (C-17)`.
  public var description: String {
    DisplayText.text(withoutCredential(line))
  }

  private var line: String {
    let text = failureText.map { ": \($0)" } ?? ""
    guard let response else { return "\(call): \(summary)\(text)" }
    let head = summary.hasPrefix(response.description) ? "" : "\(response): "
    return "\(call) → \(head)\(summary)\(text)"
  }

  /// What a declared failure says of itself; never in ``summary``, from which others make labels.
  private var failureText: String? {
    // An error that is its own failure says it in its summary.
    guard case .declared(let failure) = cause, !(failure is Self) else { return nil }
    // A cast of the value succeeds for every error.
    guard type(of: failure) is any CustomStringConvertible.Type else { return nil }
    let text = (failure as? any CallErrorProtocol)?.summary ?? String(describing: failure)
    // All of it is masked before it is cut, since a part of a secret is not found.
    guard text.utf8.count <= 16 << 10 else { return nil }
    let redaction = request?.redaction ?? response?.request.redaction ?? Redaction()
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let masked = withoutCredential(redaction.masked(text: line))
    return masked.isEmpty ? nil : DisplayText.text(masked).cut(toBytes: 200)
  }

  /// An error may have quoted the request's credential.
  private func withoutCredential(_ text: String) -> String {
    (request ?? response?.request)?.redaction.maskedValues(in: text) ?? text
  }

  /// A report for an error log, of at most 60,000 printable characters and line feeds: the URL, the header fields, the
  /// last 20 attempts, the underlying error, and the first 1,000 bytes of the response's text. Secrets are masked as by
  /// ``Client/redaction``, the credential's values everywhere.
  public var report: String {
    var lines = [description]
    if let request {
      lines.append("request: \(request.method.rawValue) \(DisplayText.text(request.url, limit: 2_000))")
      lines += request.shownHeaders.map { "  \($0)" }
    }
    for (index, attempt) in attempts.enumerated().suffix(20) {
      lines.append("attempt \(index + 1): \(attempt.ending) after \(milliseconds(attempt.duration))")
      if attempt.cause == .retry {
        lines[lines.count - 1] += ", retried after a pause of \(milliseconds(attempt.pause))"
      }
      if let redirect = attempt.redirect {
        lines[lines.count - 1] += ", redirected from \(DisplayText.text(redirect.source, limit: 2_000))"
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
      lines.append(
        "cause: \(DisplayText.lines(redaction.masked(text: "\(underlying)"), limit: DisplayText.description))"
      )
    }
    return DisplayText.lines(withoutCredential(lines.joined(separator: "\n")), limit: 60_000)
  }

  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["error": description]) }
}

extension String {
  /// With `…` in place of what does not fit.
  fileprivate func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var text = ""
    for character in self {
      guard text.utf8.count + character.utf8.count <= limit - 3 else { break }
      text.append(character)
    }
    return text + "…"
  }
}

func milliseconds(_ duration: Duration) -> String {
  "\((duration / .milliseconds(1) * 10).rounded() / 10) ms"
}
