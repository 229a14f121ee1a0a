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
/// Without it, the name is that of the enum case, and of a payload that is an error: `github.notFound`. See
/// <doc:Errors> for enums without names.
public protocol NamedFailure: Error {
  /// The name for logs, not secret; nil for none. At most 60 characters are shown.
  var failureName: String? { get }
}

extension CallErrorProtocol {
  /// The name of the declared failure.
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
  else { return DisplayText.text(name, limit: DisplayText.name) }
  return "\(DisplayText.text(name, limit: DisplayText.name)).\(more)"
}

/// The name of a case without a payload, which only the default description has.
private func caseName(of failure: any Error, _ type: any Any.Type) -> String? {
  if type is any CustomStringConvertible.Type || type is any CustomDebugStringConvertible.Type
    || type is any TextOutputStreamable.Type
  {
    return nil
  }
  let name = String(describing: failure)
  // Without reflection metadata, the description is the name of the type.
  return isIdentifier(name) && name != "\(type)" ? DisplayText.text(name, limit: DisplayText.name) : nil
}

private func isIdentifier(_ name: String) -> Bool {
  guard let first = name.first, first.isLetter || first == "_" else { return false }
  return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
}
