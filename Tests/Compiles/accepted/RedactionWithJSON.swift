// flags: -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature InternalImportsByDefault
public import ReparteeJSON

// `Redaction` has a module of its own, which users do not import.

public func redaction(of coder: inout JSONCoder) -> Redaction {
  coder.redaction.exceptions.append("next_page_token")
  coder.redaction = Redaction(adding: ["diagnosis"])
  return coder.redaction
}
