import HTTPTypes
internal import ReparteeJSON

/// Which header fields, query items and members of a body are secrets, by their names.
///
/// A name that contains one of the words, in any case and with hyphens, underscores and dots left out, is one:
/// `X-Api-Key`, `api_key` and `apikey` all contain `apikey`. The value then reads `***` wherever Repartee shows
/// a request or a response; what is sent does not change. So are the names that are, as a whole, `key`, `auth`,
/// `sig`, `pwd`, `pin` or `jwt`, and in queries and forms also `code`, which there may be OAuth's.
public struct Redaction: Sendable {
  /// The words, in lower case letters and digits.
  public var words: [String]

  /// The default words and these.
  public init(adding words: [String] = []) {
    self.words = Self.defaultWords + words.map(Self.simplified)
  }

  /// Those that mask a value in an excerpt of JSON as well: `ExcerptPolicy.standardSensitiveKeys`.
  public static let defaultWords = ExcerptPolicy.standardSensitiveKeys.sorted()

  private static let wholeNames: Set = ["key", "auth", "sig", "pwd", "pin", "jwt"]

  static let mask = "***"

  func isSecret(_ name: some StringProtocol) -> Bool {
    let name = Self.simplified(name)
    return Self.wholeNames.contains(name) || words.contains { name.contains($0) }
  }

  func masked(_ fields: HTTPFields) -> HTTPFields {
    var masked = HTTPFields()
    for var field in fields {
      if isSecret(field.name.canonicalName) { field.value = Self.mask }
      masked.append(field)
    }
    return masked
  }

  func masked(requestTarget: String) -> String {
    guard let mark = requestTarget.firstIndex(of: "?") else { return requestTarget }
    return requestTarget[...mark] + masked(form: requestTarget[requestTarget.index(after: mark)...])
  }

  func masked(form: Substring) -> String {
    let items = form.split(separator: "&", omittingEmptySubsequences: false)
    let masked = items.map { item -> Substring in
      guard let equals = item.firstIndex(of: "=") else { return item }
      let name = item[..<equals].percentDecoded
      guard isSecret(name) || Self.simplified(name) == "code" else { return item }
      return item[...equals] + Self.mask
    }
    return masked.joined(separator: "&")
  }

  private static func simplified(_ name: some StringProtocol) -> String {
    String(
      name.lowercased().unicodeScalars.filter { $0 != "-" && $0 != "_" && $0 != "." }.map(Character.init))
  }
}
