#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Response {
  /// A link to a related resource (RFC 8288).
  public struct Link: Sendable, Hashable {
    /// The target, an absolute URL.
    public let target: URL
    /// The relations, in lower case: `next`, `prev`, `last`.
    public let relations: [String]
    /// The parameters, with names in lower case, the first of each name.
    public let parameters: [String: String]
    let origin: ValueOrigin

    /// Reads bytes: a combining mark after a quote would hide the quote.
    static func all(in text: String, limit: Int, of request: SentRequest, resolve: (String) -> URL?) -> [Link]
    {
      var links: [Link] = []
      each(in: text) { link in
        if let target = resolve(link.reference) {
          links.append(
            Link(
              target: target, relations: link.relations, parameters: link.parameters,
              origin: ValueOrigin(request: request)))
        }
        return links.count < limit
      }
      return links
    }

    static func each(
      in text: String,
      _ goesOn: (_ link: (reference: String, relations: [String], parameters: [String: String])) -> Bool
    ) {
      var rest = text[...].utf8
      while let open = rest.firstIndex(of: UInt8(ascii: "<")),
        let close = rest[open...].firstIndex(of: UInt8(ascii: ">"))
      {
        let reference = String(Substring(rest[open..<close].dropFirst()))
        rest = rest[close...].dropFirst()
        let parameters = Self.parameters(&rest)
        let relations = (parameters["rel"] ?? "").lowercased().split(whereSeparator: \.isWhitespace)
        guard goesOn((reference, relations.map(String.init), parameters)) else { return }
      }
    }

    private static func parameters(_ rest: inout Substring.UTF8View) -> [String: String] {
      var parameters: [String: String] = [:]
      while true {
        rest = rest.drop(while: \.isWhitespace)
        guard rest.first == UInt8(ascii: ";") else { return parameters }
        rest = rest.dropFirst().drop(while: \.isWhitespace)
        let name = rest.prefix { !"=;,".utf8.contains($0) && !$0.isWhitespace }
        rest = rest[name.endIndex...].drop(while: \.isWhitespace)
        var value = ""
        if rest.first == UInt8(ascii: "=") {
          rest = rest.dropFirst().drop(while: \.isWhitespace)
          value = rest.first == UInt8(ascii: "\"") ? quoted(&rest) : token(&rest)
        }
        let key = Substring(name).lowercased()
        if !key.isEmpty, parameters[key] == nil { parameters[key] = value }
      }
    }

    private static func token(_ rest: inout Substring.UTF8View) -> String {
      let token = rest.prefix { !";,".utf8.contains($0) && !$0.isWhitespace }
      rest = rest[token.endIndex...]
      return String(Substring(token))
    }

    private static func quoted(_ rest: inout Substring.UTF8View) -> String {
      var value: [UInt8] = []
      rest = rest.dropFirst()
      while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
        value.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
      }
      return String(decoding: value, as: UTF8.self)
    }
  }
}

extension UInt8 {
  /// RFC 9110, section 5.6.3; or a line ending.
  fileprivate var isWhitespace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
