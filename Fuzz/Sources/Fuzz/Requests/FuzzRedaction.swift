import Foundation
@testable import Repartee

/// Bodies, queries and header fields with a secret in them: it is not in what is shown, nor a piece of it in what was
/// cut off, and what is shown is not much longer than what there is.
@Sendable func fuzzRedaction(_ input: Input) {
  var random = input.random
  let redaction = Redaction(adding: Bool.random(using: &random) ? ["pet_name"] : [])
  let text = input.text
  for type in [nil, MediaType("application/json"), MediaType("application/x-www-form-urlencoded")] {
    let masked = redaction.masked(body: text, of: type)
    claim(masked.utf8.count <= 6 * text.utf8.count + 16, "\(masked.utf8.count) bytes of \(text.utf8.count)")
    let again = redaction.masked(body: masked, of: type)
    claim(again.utf8.count <= masked.utf8.count + 16, "it grows")
  }
  guard !text.contains("S3CR3T") else { return }
  let name =
    ["password", "access_token", "X-API-Key", "client.secret", "jwt"].randomElement(using: &random) ?? ""
  checkJSON(input, redaction, name, &random)

  let texts = input.texts(2).map { $0.percentEncoded(keeping: .unreserved) }
  let form =
    "a=\(texts[0])&\(name)=S3CR3T\(texts[1])&\(texts[0])=\(texts[1])&%\(String(name.utf8.first ?? 0, radix: 16))\(name.dropFirst())=S3CR3T"
  for shown in [redaction.masked(form: form[...]), redaction.masked(requestTarget: "/\(texts[0])?" + form)] {
    claim(!shown.contains("S3CR3T"), "\(shown)")
  }
  if let field = HTTPField.Name(name.replacing(".", with: "-")) {
    var fields = HTTPFields()
    fields[field] = "S3CR3T"
    claim(!"\(redaction.masked(fields))".contains("S3CR3T"), "\(fields)")
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
  let text = planted.text(indentation: [nil, " "].randomElement(using: &random) ?? nil)
  let type = MediaType(["application/json", "application/problem+json"].randomElement(using: &random) ?? "")
  let masked = redaction.masked(body: text, of: type)
  claim(!masked.contains("S3CR3T"), "\(text) reads \(masked)")
  let shown = try? JSONCoder().decode(JSONValue.self, from: Array(masked.utf8))
  claim(shown != nil, "\(text) is no JSON any more: \(masked)")
  // Wherever a body was cut off.
  let start = String(
    decoding: text.utf8.prefix(Int.random(in: 0...text.utf8.count, using: &random)), as: UTF8.self)
  let cut = redaction.masked(body: start, of: type)
  claim(!cut.contains("S3CR3T"), "\(start) reads \(cut)")
}
