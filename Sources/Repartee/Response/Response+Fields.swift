#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

// Header fields that mean something to nearly every client, read.

/// A head, and the URL it came from: what has header fields worth reading.
public protocol ResponseHead: Sendable {
  /// Status and header fields.
  var head: HTTPResponse { get }
  /// The request as it was sent.
  var request: SentRequest { get }
}

extension Response: ResponseHead {}
extension StreamedResponse: ResponseHead {}
extension Reply: ResponseHead {}

extension ResponseHead {
  /// One header field, by a name in any case; several of that name are joined by commas.
  public func header(_ name: String) -> String? {
    HTTPField.Name(name).flatMap { head.headerFields[$0] }
  }

  /// What ETag says, or nil where it is missing or unreadable (RFC 9110, section 8.8.3).
  public var entityTag: EntityTag? { head.headerFields[.eTag].flatMap(EntityTag.init) }

  /// The URL in Location, made absolute against the request's URL (RFC 9110, section 10.2.2).
  public var location: URL? { head.headerFields[.location].flatMap(request.resolve) }

  /// The links in Link fields, their targets made absolute against the request's URL (RFC 8288); of each field the
  /// first 200.
  public var links: [Link] {
    guard let name = HTTPField.Name("Link") else { return [] }
    let base = request.base
    return head.headerFields[values: name].flatMap { field in
      Link.all(in: field, limit: 200) { URL(string: $0, relativeTo: base)?.absoluteURL }
    }
  }

  /// The target of the first link with this relation, say `next`; relations are compared without case. A link
  /// whose `anchor` says that it is one of another resource is passed over (RFC 8288, section 3.2).
  public func link(_ relation: String) -> URL? {
    links.first { link in
      guard link.relations.contains(relation.lowercased()) else { return false }
      return link.parameters["anchor"].map { request.resolve($0) == request.base } ?? true
    }?.target
  }

  /// What Retry-After says, or nil where it is missing or unreadable (RFC 9110, section 10.2.3).
  public var retryAfter: RetryAfter? { header("Retry-After").flatMap(RetryAfter.init) }

  /// What is left of a quota, see ``RateLimit``.
  public var rateLimit: RateLimit? { RateLimit(head.headerFields) }
}

/// The validator of a representation: `"abc"`, or `W/"abc"`, which is weak.
public struct EntityTag: Sendable, Hashable, LosslessStringConvertible {
  /// What stands between the quotes.
  public let value: String
  /// Whether it only says that two representations mean the same, not that their bytes are the same.
  public let isWeak: Bool

  /// Reads the value of an ETag field, or gives nil if it is none.
  public init?(_ text: String) {
    let isWeak = text.hasPrefix("W/")
    let quoted = text.dropFirst(isWeak ? 2 : 0)
    guard quoted.utf8.count >= 2, quoted.first == "\"", quoted.last == "\"" else { return nil }
    let value = quoted.dropFirst().dropLast()
    guard !value.contains("\""), !value.contains(where: \.isWhitespace) else { return nil }
    self.value = String(value)
    self.isWeak = isWeak
  }

  /// As it stands in a field: what goes into If-Match and If-None-Match.
  public var description: String { isWeak ? "W/\"\(value)\"" : "\"\(value)\"" }
}

/// When a server wants to be asked again.
public enum RetryAfter: Sendable, Hashable {
  /// After this long.
  case delay(Duration)
  /// Not before this date.
  case date(Date)

  /// Reads the value of a Retry-After field: seconds, or a date. Nil if it is neither; a number of seconds too
  /// large to count is as long as can be counted.
  public init?(_ text: String) {
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      self = .delay(.seconds(Int64(text) ?? Int64.max / 2))
    } else if let date = HTTPDate.date(text) {
      self = .date(date)
    } else {
      return nil
    }
  }

  /// How long that is from `now`; zero if it has passed.
  public func delay(from now: Date) -> Duration {
    switch self {
    case .delay(let delay): delay
    case .date(let date): .seconds(max(0, date.timeIntervalSince(now)))
    }
  }
}

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
