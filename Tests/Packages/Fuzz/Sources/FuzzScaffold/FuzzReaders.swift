import Foundation

@testable import Scaffolding

let targets: [Target] = [
  Target("descriptions") { input in
    check { try Scaffold(openAPI: "a", testing: "Shop", load: { _ in input.data }) }
  },
  Target("recordings") { input in
    check { try Scaffold(recording: "a", includesPages: true, testing: "Shop", load: { _ in input.data }) }
  },
  Target("samples") { input in
    check { try Scaffold(samples: [(name: "a", bytes: input.data)], named: "Model") }
  },
  Target("commands") { input in check { try Scaffold(curl: input.text) } },
  Target("prose", checkProse),
]

/// Any bytes are files, or an error that says where; the same bytes give the same.
private func check(_ read: () throws -> Scaffold) {
  do {
    let scaffold = try read()
    for file in scaffold.files {
      claim(file.name.hasSuffix(".swift") && !file.name.contains("/"), "the name \(file.name)")
      claim(!file.text.isEmpty, "\(file.name) is empty")
      claim(isPlain(file.text), "a control character in \(file.name)")
    }
    claim((try? read())?.files == scaffold.files, "not the same files again")
  } catch {
    guard let error = error as? InputError else { return claim(false, "\(error)") }
    claim(isPlain(error.description), "a control character in \(error)")
  }
}

private func isPlain(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
}

/// A description in HTML is Markdown with all of its words; what is no HTML stays.
@Sendable private func checkProse(_ input: Input) {
  let text = input.text
  let markdown = HTMLText.markdown(text)
  let isHTML = text.utf8.contains { "<&".utf8.contains($0) }
  claim(isHTML || markdown == text, "what is no HTML was changed")
  // Of letters that Markdown has no use for.
  let letters = Set("jkqwyzJKQWYZéß")
  let shown = markdown.filter(letters.contains)
  // Two control characters are left out, so that a tag may be one only without them.
  let plain = text.filter { !"\u{1}\u{2}".contains($0) }
  let words = HTMLParser.nodes(of: plain).map(words).joined().filter(letters.contains)
  claim(shown.count >= words.count, "\(words) became \(shown)")
}

private func words(_ node: HTMLNode) -> String {
  switch node {
  case .text(let text): HTMLEntities.decoded(text)
  case .verbatim(let text): text
  case .element(_, _, _, let children): children.map(words).joined()
  }
}
