/// The header fields of a request. One that is not given leaves the client's, and its cookies, as they are.
struct HeaderFields {
  var given: [(name: String, value: String)] = []
  var conditional: [(condition: String, name: String, value: String)] = []

  mutating func add(_ name: String, _ value: String, of member: Member) {
    if member.isOptional {
      conditional.append(("let \(member.name.escapedName)", name, value))
    } else {
      given.append((name, value))
    }
  }

  /// The fields as an argument, or else the statements that set them in a variable.
  func code(in variable: String, _ statements: inout [String]) -> Code {
    let list = given.map { "\($0.name): \($0.value)" }
    if conditional.isEmpty { return .list(list.map(Code.text)) }
    let start = "var \(variable): Request.Headers"
    let line = "\(start) = [\(list.isEmpty ? ":" : list.joined(separator: ", "))]"
    if line.count + 4 <= Code.maximumWidth {
      statements.append(line)
    } else {
      statements.append("\(start) = [:]")
      statements += given.map { "\(variable)[\($0.name)] = \($0.value)" }
    }
    for field in conditional {
      statements.append("if \(field.condition) { \(variable)[\(field.name)] = \(field.value) }")
    }
    return .text(variable)
  }
}
