import ReparteeRedaction

/// A failure with its own name in descriptions, events and logs, such as the API's code.
///
/// ```swift
/// enum PaymentError: NamedFailure {
///   case declined(Refusal)
///   case frozen
///
///   var failureName: String? {
///     switch self {
///     case .declined(let refusal): refusal.code
///     case .frozen: "account_frozen"
///     }
///   }
/// }
/// ```
///
/// Any other failure has the name of its enum case, and of a payload that is an error: `github.notFound`. A type that
/// is no enum has none, nor an enum with its own mirror, nor a case without a payload if the enum has its own
/// `description`.
public protocol NamedFailure: Error {
  /// The name for logs, which must not be secret; nil for none. At most 60 characters are shown, control characters
  /// escaped.
  var failureName: String? { get }
}

extension CallErrorProtocol {
  /// The name of the declared failure (``NamedFailure``); nil for none and for any other reason.
  public var failureName: String? {
    guard case .declared(let failure) = cause else { return nil }
    return name(of: failure, masking: request?.redaction ?? Redaction())
  }
}

func name(of failure: any Error, masking redaction: Redaction, depth: Int = 0) -> String? {
  if let named = failure as? any NamedFailure {
    guard let name = named.failureName, !name.isEmpty else { return nil }
    return redaction.shown(name: name)
  }
  let type = type(of: failure)
  if type is any CustomReflectable.Type { return nil }
  let mirror = Mirror(reflecting: failure)
  guard mirror.displayStyle == .enum else { return nil }
  guard let child = mirror.children.first else { return caseName(of: failure, type) }
  guard let name = child.label, isIdentifier(name) else { return nil }
  guard depth < 3, let payload = child.value as? any Error,
    let more = Repartee.name(of: payload, masking: redaction, depth: depth + 1)
  else { return Shown.text(name, limit: Shown.name) }
  return "\(Shown.text(name, limit: Shown.name)).\(more)"
}

/// Only its default description tells the name of a case without a payload.
private func caseName(of failure: any Error, _ type: any Any.Type) -> String? {
  if type is any CustomStringConvertible.Type || type is any CustomDebugStringConvertible.Type
    || type is any TextOutputStreamable.Type
  {
    return nil
  }
  let name = String(describing: failure)
  // Without reflection metadata, it is the name of the type.
  return isIdentifier(name) && name != "\(type)" ? Shown.text(name, limit: Shown.name) : nil
}

private func isIdentifier(_ name: String) -> Bool {
  guard let first = name.first, first.isLetter || first == "_" else { return false }
  return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
}
