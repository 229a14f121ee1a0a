#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import ReparteeRedaction

extension Request {
  /// The path of a request, below the client's base URL, as a string literal.
  ///
  /// ```swift
  /// let path: Path =
  ///   "/repos/\(owner)/\(name)/\(segments: ["docs", "a/b.md"])"
  /// path.template  // "/repos/{}/{}/{}"
  /// ```
  ///
  /// Each interpolated value becomes one segment or a part of one, percent-encoded with its slashes. Literal text keeps
  /// an existing `%XX`; other invalid characters are encoded. A literal `?` starts a query, which precedes the items of
  /// ``Request/query``. The leading slash is optional.
  ///
  /// These fail the call with kind ``RequestError/Kind/path``: an empty value interpolated into the path; a segment
  /// that is `.` or `..` in any form (RFC 3986, section 5.2.4); a literal that starts with `//`, is a URL, or has a
  /// `#`, a CR, an LF or a NUL.
  public struct Path: Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The path without a query, with `{}`, or `{name}` for `\(id, name: "id")`, in place of each value.
    public let template: String

    let path: String
    var query: String?
    let fault: RequestError?

    /// Creates a path at run time, parsed like a literal.
    public init(_ path: String) {
      self.init(stringLiteral: path)
    }

    public init(stringLiteral value: String) {
      var interpolation = StringInterpolation(literalCapacity: value.utf8.count, interpolationCount: 0)
      interpolation.appendLiteral(value)
      self.init(stringInterpolation: interpolation)
    }

    public init(stringInterpolation: StringInterpolation) {
      path = stringInterpolation.path
      query = stringInterpolation.query
      template = stringInterpolation.template.isEmpty ? "/" : stringInterpolation.template
      fault = stringInterpolation.fault ?? Self.fault(inSegmentsOf: stringInterpolation.path)
    }

    public var description: String {
      DisplayText.text(Redaction().masked(url: template), limit: DisplayText.message)
    }

    private static func fault(inSegmentsOf path: String) -> RequestError? {
      guard path.utf8.hasByte(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }) else {
        return nil
      }
      for segment in path.split(separator: "/") where segment.utf8.count <= 6 {
        let decoded = segment.lowercased().split(separator: "%2e", omittingEmptySubsequences: false)
          .joined(separator: ".")
        if decoded == "." || decoded == ".." {
          return RequestError(
            .path,
            "a segment of the path is \"\(decoded)\", which would be removed and name another resource")
        }
      }
      return nil
    }

    /// The parts of a ``Request/Path``.
    public struct StringInterpolation: StringInterpolationProtocol {
      var path = ""
      var query: String?
      var template = ""
      var fault: RequestError?

      public init(literalCapacity: Int, interpolationCount: Int) {
        path.reserveCapacity(literalCapacity + interpolationCount * 12)
      }

      public mutating func appendLiteral(_ literal: String) {
        if literal.isEmpty { return }
        let plain = URLCharacters.plainPath
        if query == nil, !literal.utf8.hasByte(where: { !plain.contains($0) }),
          !path.isEmpty || !literal.utf8.starts(with: "//".utf8)
        {
          path += literal
          template += literal
          return
        }
        if path.isEmpty, query == nil {
          let start = literal.utf8.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
          if start.isEmpty, literal.utf8.starts(with: "//".utf8) {
            note("the path starts with \"//\", which names a host; write one slash")
          } else if start.last == UInt8(ascii: ":"), literal.utf8[start.endIndex...].starts(with: "//".utf8) {
            note("the path is a URL; to send to a full URL, write Request(.get, url: \"…\")")
          }
        }
        if literal.hasLineBreakOrNUL { note("the path has a CR, an LF or a NUL in it") }
        if literal.utf8.contains(UInt8(ascii: "#")) {
          note("the path has a \"#\" in it, and a fragment is never sent; interpolate the value or write %23")
        }
        if query != nil {
          appendToQuery(literal)
        } else if let mark = literal.utf8.firstIndex(of: UInt8(ascii: "?")) {
          appendToPath(literal[..<mark])
          query = ""
          appendToQuery(literal[literal.index(after: mark)...])
        } else {
          appendToPath(literal[...])
        }
      }

      /// Appends a value's `description` as a segment, or a part of one.
      public mutating func appendInterpolation(_ value: some LosslessStringConvertible, name: String = "") {
        appendValue(value.description, name: name)
      }

      /// Appends a UUID, with hyphens and in upper case.
      public mutating func appendInterpolation(_ value: UUID, name: String = "") {
        appendValue(value.uuidString, name: name)
      }

      /// Appends an enum, or a wrapper, by its raw value.
      @_disfavoredOverload
      public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value, name: String = "")
      where Value.RawValue: LosslessStringConvertible {
        appendValue(value.rawValue.description, name: name)
      }

      /// Appends several segments with slashes between them: `\(segments: name.split(separator: "/"))`.
      public mutating func appendInterpolation(
        segments: some Sequence<some StringProtocol>, name: String = ""
      ) {
        var encoded: [String] = []
        for segment in segments {
          if segment.isEmpty { note("one of the segments interpolated into the path \(template) is empty") }
          encoded.append(String(segment).percentEncoded(keeping: .unreserved))
        }
        if encoded.isEmpty { note("there are no segments to interpolate into the path \(template)") }
        append(encoded.joined(separator: "/"), name: name)
      }

      @available(
        *, unavailable, message: "unwrap the optional first: a path has no place for a missing value"
      )
      public mutating func appendInterpolation<Value>(_ value: Value?, name: String = "") {}

      @available(
        *, unavailable,
        message:
          "this value has no text of its own; interpolate a String, a number, a UUID or an enum of these"
      )
      public mutating func appendInterpolation<Value>(_ value: Value, name: String = "") {}

      private mutating func appendValue(_ value: String, name: String) {
        if value.isEmpty, query == nil {
          note(
            "a value interpolated into the path is empty, after \"\(template)\"; that names another resource")
        }
        append(value.percentEncoded(keeping: .unreserved), name: name)
      }

      private mutating func append(_ encoded: String, name: String) {
        if query == nil {
          path += encoded
          template += "{"
          template += name
          template += "}"
        } else {
          query?.append(encoded)
        }
      }

      private mutating func appendToPath(_ literal: Substring) {
        path += literal.percentEncoded(keeping: .path, keepingEscapes: true)
        template += literal
      }

      private mutating func appendToQuery(_ literal: some StringProtocol) {
        query?.append(literal.percentEncoded(keeping: .query, keepingEscapes: true))
      }

      private mutating func note(_ message: String) {
        fault = fault ?? RequestError(.path, message)
      }
    }
  }
}

extension Request.Path: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["template": description]) }
}
