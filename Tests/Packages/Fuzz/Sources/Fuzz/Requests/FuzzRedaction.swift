import Foundation
@testable import Repartee
@testable import ReparteeJSON
@testable import ReparteeRedaction

/// Text of any kind, bodies, forms, URLs and header fields: a secret that was put in is not in what is shown, wherever
/// it was cut off, and what is shown is not much longer than what there is.
@Sendable func fuzzRedaction(_ input: Input) {
  var random = input.random
  let redaction = Redaction(adding: Bool.random(using: &random) ? ["pet name"] : [])
  let text = input.text
  let limit = 60 * text.utf8.count + 200
  for shown in [
    redaction.masked(text: text), redaction.masked(body: text, as: .text, limit: 1_000),
    redaction.masked(form: text),
    redaction.masked(body: text, as: .form, limit: 10), redaction.masked(body: text, as: .json, limit: 500),
    redaction.masked(url: text),
    redaction.shown(name: text),
    redaction.masked(text: "{\"a\": \(text)"), redaction.masked(url: "https://h/?a=\(text)"),
    DisplayText.text(text, limit: 50),
    DisplayText.lines(text, limit: 200), redaction.shown(names: [text, text]),
  ] {
    claim(shown.utf8.count <= limit, "\(shown.utf8.count) bytes of \(text.utf8.count)")
  }
  claim(
    DisplayText.text(DisplayText.text(text)) == DisplayText.text(text), "\(DisplayText.text(text)) changes")
  claim(DisplayText.text(text, limit: 20).unicodeScalars.count <= 20, DisplayText.text(text, limit: 20))
  for line in [DisplayText.text(text), redaction.shown(name: text)] {
    claim(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, line)
  }
  guard !text.contains("S3CR3T") else { return }
  checkValues(input, redaction)
  let name =
    ["password", "access_token", "X-API-Key", "client.secret", "jwt", "card[cvc]"]
    .randomElement(using: &random) ?? ""
  checkJSON(input, redaction, name, &random)

  let texts = input.texts(2).map { $0.percentEncoded(keeping: .unreserved) }
  let form =
    "a=\(texts[0])&\(name)=S3CR3T\(texts[1])&\(texts[0])=\(texts[1])&%\(String(name.utf8.first ?? 0, radix: 16))\(name.dropFirst())=S3CR3T"
  for shown in [
    redaction.masked(form: form), redaction.masked(url: "/\(texts[0])?" + form),
    redaction.masked(url: "https://h/\(texts[0])#" + form),
    redaction.masked(url: "https://u:S3CR3T@h/\(texts[0])"),
    redaction.masked(body: form, as: .form, limit: 4_000),
  ] {
    claim(!shown.contains("S3CR3T"), "\(form) reads \(shown)")
  }
  if let field = HTTPField.Name(name.replacing("[", with: "-").replacing("]", with: "")) {
    var fields = HTTPFields()
    fields[field] = "S3CR3T"
    if let location = HTTPField.Name("Location") { fields[location] = "/\(texts[0])?\(name)=S3CR3T" }
    if let link = HTTPField.Name("Link") { fields[link] = "</\(texts[0])?\(name)=S3CR3T>; rel=next" }
    claim(!shown(fields, redaction).joined().contains("S3CR3T"), "\(fields)")
  }
}

/// A credential, and what knows it.
private final class KnownCredential: SecretSource {
  static let text = "S3CR3T+a/b&\"c\\d%41 e"
  let values = SecretValues([KnownCredential.text])
}

/// A value that is secret whatever its name, in any text, escaped in any way.
private func checkValues(_ input: Input, _ redaction: Redaction) {
  var redaction = redaction
  redaction.source = KnownCredential()
  let value = KnownCredential.text
  let texts = input.texts(2)
  let percent = value.percentEncoded(keeping: .unreserved)
  let json = JSONValue.string(value).description
  for written in [value, percent, percent.replacing("%20", with: "+"), json] {
    let text = "\(texts[0]) \(written) \(texts[1])"
    let body = Array(text.utf8)
    for shown in [
      redaction.masked(text: text), redaction.masked(form: text), redaction.masked(url: text),
      redaction.masked(body: text, as: .json, limit: 10_000), redaction.maskedValues(in: text),
      String(decoding: redaction.masked(whole: body, as: .text).bytes, as: UTF8.self),
      String(decoding: redaction.masked(binary: body).bytes, as: UTF8.self),
    ] {
      claim(!shown.contains("S3CR3T"), "\(text) reads \(shown)")
    }
  }
}

private func checkJSON(_ input: Input, _ redaction: Redaction, _ name: String, _ random: inout SplitMix64) {
  guard let value = try? JSONCoder().decode(JSONValue.self, from: input.bytes) else { return }
  let secret: JSONValue =
    switch Int.random(in: 0...3, using: &random) {
    case 0: .string("S3CR3T")
    case 1: .array(["a]", .string("}S3CR3T\"\\")])
    case 2: .object(["\"inner": .array([[]]), "other": "S3CR3T"])
    default: .string("\\\"S3CR3T, \"a\": ")
    }
  let planted = value.planting(secret, under: name, using: &random)
  let plain = planted.text(indentation: [nil, " "].randomElement(using: &random) ?? nil)
  // The same within a string of JSON.
  let inner = JSONValue.object(["a": .string(plain)]).description
  for text in [plain, inner] {
    let masked = redaction.masked(text: text)
    claim(!masked.contains("S3CR3T"), "\(text) reads \(masked)")
    if text == plain {
      let shown = try? JSONCoder().decode(JSONValue.self, from: Array(masked.utf8))
      claim(shown != nil || masked.contains("…"), "\(text) is no JSON any more: \(masked)")
    }
    // Wherever a body was cut off.
    let start = String(
      decoding: text.utf8.prefix(Int.random(in: 0...text.utf8.count, using: &random)), as: UTF8.self)
    for shown in [
      redaction.masked(text: start), redaction.masked(body: text, as: .text, limit: start.utf8.count),
      redaction.masked(body: text, as: .json, limit: start.utf8.count),
    ] {
      claim(!shown.contains("S3CR3T"), "\(start) of \(text) reads \(shown)")
    }
  }
}
