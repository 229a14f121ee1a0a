// flags: -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature InternalImportsByDefault
public import Repartee

// `Redaction` has a module of its own, which users do not import.

public func redaction(of client: inout Client) -> Redaction {
  client.redaction.words.append("diagnosis")
  client.redaction = Redaction(adding: ["diagnosis"], except: ["next_page_token"])
  return client.redaction
}
