import Foundation
import ReparteeJSON

/// What of a recording or a command is never written.
enum Secrets {
  /// Whether a name's value is a secret, by the words of `Redaction`.
  static func isSecret(_ name: String) -> Bool {
    let simple = simplified(name)
    if Redaction.standardWords.contains(where: { simple.contains($0) }) { return true }
    guard let last = Names.words(of: name).last?.lowercased() else { return false }
    return simple == "key" || ["auth", "cvc", "otp", "pass", "pin", "sig", "totp"].contains(last)
  }

  /// What a name says of its values.
  enum Secrecy {
    case secret
    /// `access` is secret beside 40 letters.
    case byValue
    case open

    init(_ name: String) {
      let long: [JSONValue] = ["correct horse battery", 4_111_111_111_111_111]
      self = isSecret(name) ? .secret : long.contains { Secrets.hides($0, named: name) } ? .byValue : .open
    }
  }

  private static func hides(_ value: JSONValue, named name: String) -> Bool {
    let text = JSONValue.object([name: value]).description
    return redaction.masked(text) != text
  }

  /// Whether an item of a query signs a call in: `page_token` does not.
  static func isCredentialItem(_ name: String) -> Bool {
    isSecret(name) && !pageTokens.contains(simplified(name))
  }

  private static let pageTokens: Set<String> = [
    "continuationtoken", "nextpagetoken", "nextsynctoken", "nexttoken", "pagetoken", "paginationtoken",
    "pagingtoken", "skiptoken", "synctoken",
  ]

  private static let redaction = Redaction(except: Array(pageTokens))

  /// The letters and digits, in lower case.
  private static func simplified(_ name: String) -> String {
    String(
      name.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || (48...57).contains($0.value) })
  }

  /// A copy without the values of secret names, and without those that were sent as credentials.
  ///
  /// - Parameters:
  ///   - known: The credentials, the shortest first.
  ///   - names: What is known of names that were seen before.
  static func masked(
    _ value: JSONValue, known: [String], names: inout [String: Secrecy]
  ) -> JSONValue {
    switch value {
    case .object(let object):
      var result = JSONObject()
      for (key, member) in object {
        let secrecy = names[key] ?? Secrecy(key)
        names[key] = secrecy
        switch (secrecy, member) {
        case (.secret, _): result[key] = hidden(member)
        case (.byValue, .array(let elements)):
          result[key] = .array(
            elements.map { element in
              element.object == nil && element.array == nil && hides(.array([element]), named: key)
                ? hidden(element) : masked(element, known: known, names: &names)
            })
        case (.byValue, _) where member.object == nil && hides(member, named: key):
          result[key] = hidden(member)
        default: result[key] = masked(member, known: known, names: &names)
        }
      }
      return .object(result)
    case .array(let elements): return .array(elements.map { masked($0, known: known, names: &names) })
    case .string(let text): return isCredential(text, known) ? .string(hidden(text)) : value
    default: return value
    }
  }

  private static func hidden(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(hidden(text))
    case .number(let number): number.integer(as: Int.self) == nil ? 0.5 : 0
    case .array(let elements): .array(elements.map(hidden))
    case .object(let object):
      .object(object.reduce(into: JSONObject()) { $0[$1.key] = hidden($1.value) })
    case .bool, .null: value
    }
  }

  /// A text of the same type without the information.
  static func hidden(_ text: String) -> String {
    if Sample.isDate(text), text.utf8.allSatisfy({ (48...57).contains($0) || "-:.+TZ".utf8.contains($0) }) {
      return text
    }
    if UUID(uuidString: text) != nil { return "00000000-0000-0000-0000-000000000000" }
    return Sample.isURL(text) ? "https://example.com/" : "***"
  }

  /// The values in a field: `Bearer x`, `a=x; b=y`, `Token token="x"`, and the password in `Basic x`.
  static func values(in field: String) -> [String] {
    let words = field.split { " ;,".contains($0) }
    let values = words.flatMap { word in
      let sides = word.split(separator: "=")
      return sides.dropFirst(sides.count > 1 ? 1 : 0).map { $0.trimmingCharacters(in: ["\""]) }
    }
    guard words.count == 2, words[0].lowercased() == "basic",
      let user = Data(base64Encoded: String(words[1]))
    else { return values }
    let parts = String(decoding: user, as: UTF8.self).split(separator: ":", maxSplits: 1)
    return values + parts.dropFirst().map(String.init)
  }

  /// Whether a text holds what looks like a credential, or one of those known, of which the shortest is first.
  static func isCredential(_ text: String, _ known: [String]) -> Bool {
    let size = text.utf8.count
    return known.prefix { $0.utf8.count <= size }.contains { text.contains($0) }
      || redaction.masked(text) != text
  }
}
