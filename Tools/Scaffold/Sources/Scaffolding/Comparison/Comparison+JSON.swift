import ReparteeJSON

extension Comparison {
  /// The changes and their number as one object of JSON, whose keys the tool's README has.
  ///
  /// - Parameter words: Whether changes of documentation are listed.
  public func json(words: Bool = false) -> String {
    let totals = JSONObject(Change.Mark.allCases.map { ($0.rawValue, JSONValue(count($0))) })
    let listed = changes.filter { words || $0.mark != .words }.map(Self.object)
    let omissions = omissions.map {
      JSONObject([("operation", JSONValue($0.operation)), ("reason", JSONValue($0.reason))])
    }
    let report = JSONObject([
      ("totals", .object(totals)), ("changes", .array(listed.map(JSONValue.object))),
      ("omissions", .array(omissions.map(JSONValue.object))),
    ])
    return Self.escaped(JSONValue.object(report).prettyPrinted) + "\n"
  }

  /// Escapes the control characters that JSON may have as they are.
  private static func escaped(_ text: String) -> String {
    let controls: ClosedRange<Unicode.Scalar> = "\u{7F}"..."\u{9F}"
    guard text.unicodeScalars.contains(where: controls.contains) else { return text }
    return text.unicodeScalars.reduce(into: "") { text, scalar in
      if controls.contains(scalar) {
        text += "\\u00" + String(scalar.value, radix: 16)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  private static func object(_ change: Change) -> JSONObject {
    var object = JSONObject()
    switch change.subject {
    case .api: object["subject"] = "api"
    case .operation(_, let label):
      object["subject"] = "operation"
      object["operation"] = JSONValue(label)
    case .type: object["subject"] = "type"
    }
    object["name"] = JSONValue(change.subject.name)
    object["mark"] = JSONValue(change.mark.rawValue)
    object["unit"] = JSONValue(change.unit.rawValue)
    object["kind"] = JSONValue(change.kind.rawValue)
    object["place"] = change.place.map { JSONValue($0) }
    object["sentence"] = JSONValue(change.sentence)
    object["before"] = change.before.map { JSONValue($0) }
    object["after"] = change.after.map { JSONValue($0) }
    object["operations"] = .array(change.operations.map { JSONValue($0.label) })
    object["operationCount"] = JSONValue(change.operationCount)
    return object
  }
}

extension JSONObject {
  fileprivate init(_ members: [(String, JSONValue)]) {
    self.init()
    for (key, value) in members { self[key] = value }
  }
}
