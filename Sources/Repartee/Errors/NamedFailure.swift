import ReparteeRedaction

/// A failure with a name of its own in descriptions, events and logs, such as the API's code.
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
/// Without this protocol, a failure has the name of its enum case, without its payload: `declined`. If the payload is
/// an error, its name follows: `github.notFound`. A failure that is no enum has no name, and neither has a case without
/// a payload of an enum with a `description` of its own, nor an enum with a mirror of its own.
public protocol NamedFailure: Error {
  /// The name; nil for none. It is written to logs, so it must not be a secret. Of its characters, 60 at most are
  /// shown, control characters escaped.
  var failureName: String? { get }
}

extension CallErrorProtocol {
  /// The name of the declared failure: that of its enum case, without its payload, or its own
  /// (``NamedFailure/failureName``). Nil if it has no name, and for any other reason.
  public var failureName: String? {
    guard case .declared(let failure) = cause else { return nil }
    return name(of: failure, masking: request?.redaction ?? Redaction())
  }
}

/// Returns the name of a failure; nil if it has none.
///
/// - Parameter depth: The number of failures that this one is a payload of.
func name(of failure: any Error, masking redaction: Redaction, depth: Int = 0) -> String? {
  if let named = failure as? any NamedFailure {
    guard let name = named.failureName, !name.isEmpty else { return nil }
    return redaction.shown(name: name)
  }
  // A mirror of the type's own says what it wants.
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

/// Returns the name of a case without a payload, which only its default description tells.
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
