#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Response {
  /// A link to a related resource (RFC 8288).
  public struct Link: Sendable, Hashable {
    /// Where it leads.
    public let target: URL
    /// What it leads to, in lower case: `next`, `prev`, `last`.
    public let relations: [String]
    /// The parameters, names in lower case, the first of each name.
    public let parameters: [String: String]

    /// The links in the value of one Link field; what is not well formed is left out.
    static func all(in text: String, limit: Int, resolve: (String) -> URL?) -> [Link] {
      var links: [Link] = []
      var rest = text[...]
      while links.count < limit, let open = rest.firstIndex(of: "<"),
        let close = rest[open...].firstIndex(of: ">")
      {
        let reference = String(rest[rest.index(after: open)..<close])
        rest = rest[rest.index(after: close)...]
        let parameters = Self.parameters(&rest)
        guard let target = resolve(reference) else { continue }
        let relations = (parameters["rel"] ?? "").lowercased().split(whereSeparator: \.isWhitespace)
        links.append(Link(target: target, relations: relations.map(String.init), parameters: parameters))
      }
      return links
    }

    /// `; rel="next"; title=x`, up to the comma that ends the link.
    private static func parameters(_ rest: inout Substring) -> [String: String] {
      var parameters: [String: String] = [:]
      while true {
        rest = rest.drop(while: \.isWhitespace)
        guard rest.first == ";" else { return parameters }
        rest = rest.dropFirst().drop(while: \.isWhitespace)
        let name = rest.prefix { !"=;,".contains($0) && !$0.isWhitespace }
        rest = rest[name.endIndex...].drop(while: \.isWhitespace)
        var value = ""
        if rest.first == "=" {
          rest = rest.dropFirst().drop(while: \.isWhitespace)
          value = rest.first == "\"" ? quoted(&rest) : token(&rest)
        }
        let key = name.lowercased()
        if !key.isEmpty, parameters[key] == nil { parameters[key] = value }
      }
    }

    private static func token(_ rest: inout Substring) -> String {
      let token = rest.prefix { !";,".contains($0) && !$0.isWhitespace }
      rest = rest[token.endIndex...]
      return String(token)
    }

    private static func quoted(_ rest: inout Substring) -> String {
      var value = ""
      rest = rest.dropFirst()
      while let character = rest.popFirst(), character != "\"" {
        value.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
      }
      return value
    }
  }
}
