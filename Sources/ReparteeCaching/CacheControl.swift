import HTTPTypes
import Repartee

/// RFC 9111, section 5.2.
struct CacheControl: Sendable, Hashable {
  private struct Directive: Sendable, Hashable {
    let name: String
    let value: String?
  }

  private var directives: [Directive] = []

  /// RFC 9111, section 1.2.2.
  static let mostSeconds = Int(Int32.max)

  init(_ fields: HTTPFields) {
    fields.forEachMember(of: .cacheControl) { member in
      let equals = member.firstIndex(of: UInt8(ascii: "=")) ?? member.endIndex
      guard let name = member[..<equals].lowercaseToken else { return }
      let value = equals == member.endIndex ? nil : member[equals...].dropFirst().unquoted
      directives.append(Directive(name: name, value: value))
    }
  }

  var isEmpty: Bool { directives.isEmpty }

  func has(_ name: String) -> Bool { directives.contains { $0.name == name } }

  /// Forbids stale use (RFC 9111, section 5.2.2.2).
  var isStrict: Bool { has("must-revalidate") || hasUnqualified("no-cache") }

  /// Whether the directive is present without fields in its value.
  func hasUnqualified(_ name: String) -> Bool {
    directives.contains { $0.name == name && Self.names(in: $0.value).isEmpty }
  }

  func fields(of name: String) -> [HTTPField.Name] {
    directives.filter { $0.name == name }.flatMap { Self.names(in: $0.value) }
  }

  /// The smallest of several values; 0 if one is no number (RFC 9111, section 4.2.1).
  func seconds(_ name: String) -> Int? {
    var least: Int?
    for directive in directives where directive.name == name {
      least = min(least ?? .max, Self.seconds(directive.value ?? "") ?? 0)
    }
    return least
  }

  /// ``mostSeconds`` without a value.
  var maxStale: Int? {
    directives.filter { $0.name == "max-stale" }
      .map { $0.value.map { Self.seconds($0) ?? 0 } ?? Self.mostSeconds }.min()
  }

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
  /// Calls `body` with each nonempty member (RFC 9110, section 5.6.1); commas in quotes do not separate.
  func forEachMember(of name: HTTPField.Name, _ body: (Substring.UTF8View) -> Void) {
    for field in self where field.name == name {
      var rest = field.value.utf8[...]
      repeat {
        let member = rest.part(upTo: UInt8(ascii: ",")).trimmingFieldWhitespace
        if !member.isEmpty { body(member) }
      } while rest.popFirst() != nil
    }
  }

  func members(of name: HTTPField.Name) -> [String] {
    var members: [String] = []
    forEachMember(of: name) { members.append(String(decoding: $0, as: UTF8.self)) }
    return members
  }
}
