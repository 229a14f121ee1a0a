/// Where an API is served.
struct Server: Equatable {
  struct Variable: Hashable {
    var name: String
    /// Nil where the document has none, against its rules.
    var value: String?
    /// The only values, if the document lists them.
    var values: [String] = []
    var documentation: String?
  }

  /// `https://{region}.example.com/{basePath}`
  var url: String
  /// In the order in which they are in the URL.
  var variables: [Variable] = []
  var documentation: String?

  init(_ url: String) { self.url = url }

  /// The URL with the values that the document gives.
  var text: String {
    variables.reduce(url) { url, variable in
      variable.value.map { url.replacing("{\(variable.name)}", with: $0) } ?? url
    }
  }

  /// `sandbox` of `Sandbox server`, or what its host or path has and that of another one has not.
  func name(beside other: Server) -> String {
    let words = Names.words(of: documentation ?? "").filter { !Self.commonWords.contains($0.lowercased()) }
    if (1...3).contains(words.count) { return words.joined(separator: " ") }
    let known = Set(Self.labels(of: other.text))
    let own = Self.labels(of: url).filter { !known.contains($0) && !$0.hasPrefix("{") }
    return own.first ?? "other"
  }

  private static func labels(of url: String) -> [String] {
    let rest = url.split(separator: "//", maxSplits: 1).last ?? ""
    return rest.split { ".:/".contains($0) }.map(String.init)
  }

  private static let commonWords: Set<String> = [
    "a", "an", "api", "base", "default", "endpoint", "environment", "for", "host", "in", "is", "main", "of",
    "our",
    "server", "servers", "the", "this", "to", "url", "use",
  ]
}
