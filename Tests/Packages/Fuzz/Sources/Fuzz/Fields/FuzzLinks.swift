import Foundation
@testable import Repartee

/// Link fields: any text is read within its limit, and links that are written here are read as they were meant.
@Sendable func fuzzLinks(_ input: Input) {
  let base = URL(string: "https://example.com/a/b?c")
  let links = Response.Link.all(in: input.text, limit: 5, of: SentRequest()) {
    URL(string: $0, relativeTo: base)?.absoluteURL
  }
  claim(links.count <= 5, "\(links.count) links")
  for link in links {
    claim(link.relations.allSatisfy { !$0.isEmpty && $0 == $0.lowercased() }, "relations \(link.relations)")
    claim(
      link.parameters.keys.allSatisfy { !$0.isEmpty && $0 == $0.lowercased() },
      "parameters \(link.parameters)")
  }

  // Two links with values that have commas, quotes and brackets in them.
  let values = input.texts(3).map { $0.filter { $0.isASCII && !$0.isNewline && $0 != "\r\n" } }
  let relation = values[1].filter { $0.isLetter }.lowercased()
  let field =
    "<https://one.example/>; title=\(quoted(values[0])); rel=\"x \(relation)\" ,, "
    + "<https://two.example/>;rel=next;a=\(quoted(values[1]));a=\(quoted(values[2]))"
  let read = Response.Link.all(in: field, limit: 200, of: SentRequest()) { URL(string: $0) }
  claim(
    read.map(\.target.absoluteString) == ["https://one.example/", "https://two.example/"],
    "\(read) of \(field)")
  guard read.count == 2 else { return }
  claim(read[0].parameters["title"] == values[0], "\(read[0]), not \(values[0])")
  claim(
    read[0].relations == (relation.isEmpty ? ["x"] : ["x", relation]), "\(read[0].relations) of \(field)")
  claim(read[1].parameters["a"] == values[1] && read[1].relations == ["next"], "\(read[1]), not \(values[1])")
}

func quoted(_ text: String) -> String {
  // By scalars: a combining mark behind a quote makes one character of the two.
  var quoted = "\"".unicodeScalars
  for scalar in text.unicodeScalars {
    if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
    quoted.append(scalar)
  }
  return String(quoted) + "\""
}
