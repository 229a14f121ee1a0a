import HTTPTypes
import Repartee

/// The Cache-Control directives of a request or a response (RFC 9111, section 5.2).
struct CacheControl: Sendable, Hashable {
  private struct Directive: Sendable, Hashable {
    let name: String
    let value: String?
  }

  private var directives: [Directive] = []

  /// The largest number of seconds that is distinguished, 68 years (RFC 9111, section 1.2.2).
  static let mostSeconds = Int(Int32.max)

  /// Reads all Cache-Control fields. Malformed directives are ignored.
  init(_ fields: HTTPFields) {
    fields.forEachMember(of: .cacheControl) { member in
      let equals = member.firstIndex(of: UInt8(ascii: "=")) ?? member.endIndex
      guard let name = member[..<equals].lowercaseToken else { return }
      let value = equals == member.endIndex ? nil : member[(equals + 1)...].unquoted
      directives.append(Directive(name: name, value: value))
    }
  }

  var isEmpty: Bool { directives.isEmpty }

  /// Whether the directive is present, with or without a value.
  func has(_ name: String) -> Bool { directives.contains { $0.name == name } }

  /// Whether a response with these directives is never served stale (RFC 9111, section 5.2.2.2).
  var isStrict: Bool { has("must-revalidate") || hasUnqualified("no-cache") }

  /// Whether the directive is present without names of header fields, so that it applies to the whole response.
  func hasUnqualified(_ name: String) -> Bool {
    directives.contains { $0.name == name && Self.names(in: $0.value).isEmpty }
  }

  /// Returns the header fields that the directive names.
  func fields(of name: String) -> [HTTPField.Name] {
    directives.filter { $0.name == name }.flatMap { Self.names(in: $0.value) }
  }

  /// Returns the seconds of a directive; nil without it. The smallest of several values counts, and a value that is not
  /// a number is 0: both make a response older, not younger (RFC 9111, section 4.2.1).
  func seconds(_ name: String) -> Int? {
    var least: Int?
    for directive in directives where directive.name == name {
      least = min(least ?? .max, Self.seconds(directive.value ?? "") ?? 0)
    }
    return least
  }

  /// The seconds of `max-stale`; ``mostSeconds`` if it has no value.
  var maxStale: Int? {
    directives.filter { $0.name == "max-stale" }
      .map { $0.value.map { Self.seconds($0) ?? 0 } ?? Self.mostSeconds }.min()
  }

  /// Parses a number of seconds (delta-seconds), at most ``mostSeconds``.
  static func seconds(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty else { return nil }
    var seconds: Int64 = 0  // Int has 32 bits on watchOS
    for byte in text.utf8 {
      guard (0x30...0x39).contains(byte) else { return nil }
      seconds = min(seconds * 10 + Int64(byte - 0x30), Int64(mostSeconds))
    }
    return Int(seconds)
  }

  private static func names(in value: String?) -> [HTTPField.Name] {
    value?.split { $0 == "," || $0 == " " || $0 == "\t" }.compactMap { HTTPField.Name(String($0)) } ?? []
  }
}

extension HTTPFields {
  /// Calls `body` with each member of a list, in all fields of this name (RFC 9110, section 5.6.1), without white space
  /// around it. Empty members are skipped. A comma in a quoted string does not separate members.
  func forEachMember(
    of name: HTTPField.Name, _ body: (Slice<UnsafeBufferPointer<UInt8>>) -> Void
  ) {
    for field in self where field.name == name {
      field.withUnsafeBytesOfValue { bytes in
        var rest = bytes[...]
        repeat {
          let member = rest.part(upTo: UInt8(ascii: ",")).trimmed
          if !member.isEmpty { body(member) }
        } while rest.popFirst() != nil
      }
    }
  }

  /// Returns the members of a list as strings.
  func members(of name: HTTPField.Name) -> [String] {
    var members: [String] = []
    forEachMember(of: name) { members.append(String(decoding: $0, as: UTF8.self)) }
    return members
  }
}
