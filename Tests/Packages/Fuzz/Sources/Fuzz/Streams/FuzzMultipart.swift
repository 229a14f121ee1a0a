import Foundation
@testable import Repartee

/// Forms with hostile names, filenames and bodies: a plain parser finds the parts that were put in.
@Sendable func fuzzMultipart(_ input: Input) {
  let texts = input.texts(3)
  var parts: [(name: String, filename: String?, type: String?, body: String)] = []
  var form = MultipartForm()
  var isFaulty = false
  for start in stride(from: 0, to: min(texts.count - 2, 12), by: 4) {
    let name = texts[start], body = texts[start + 1], filename = texts[start + 2]
    let type = start + 3 < texts.count ? texts[start + 3] : "a/b"
    if filename.isEmpty {
      form.append(name, body)
      parts.append((name, nil, nil, body))
    } else {
      form.append(name, .bytes(Data(body.utf8), contentType: type), filename: filename)
      parts.append((name, filename, type, body))
      if type.utf8.contains(where: { [0x0D, 0x0A, 0].contains($0) }) { isFaulty = true }
    }
  }
  var random = input.random
  // Whose boundary is in a part, as often as not.
  let bits = random.next()
  if Bool.random(using: &random), let first = boundary(of: MultipartForm(), bits) {
    form.append(first, first + "\r\n--" + first + "1")
    parts.append((first, nil, nil, first + "\r\n--" + first + "1"))
  }
  let body = try? Request.Body.multipart(form).encoded(with: JSONCoder(), randomness: { bits })
  let encoded = waiting { () -> Data? in
    guard let stream = body?.stream else { return nil }
    let data = try? await stream.collect(upTo: 1 << 24)
    if let length = stream.length { claim(data.map { Int64($0.count) } == length, "a length of \(length)") }
    return data
  }
  claim((encoded == nil) == isFaulty, "faulty: \(isFaulty)")
  guard let encoded, let boundary = boundary(of: form, bits) else { return }
  let found = parse(encoded, boundary: boundary)
  claim(found.count == parts.count, "\(found.count) parts of \(parts.count)")
  for (part, found) in zip(parts, found) {
    var lines = ["Content-Disposition: form-data; name=\"\(escaped(part.name))\""]
    if let filename = part.filename { lines[0] += "; filename=\"\(escaped(filename))\"" }
    if let type = part.type { lines.append("Content-Type: \(type)") }
    claim(
      found.head.elementsEqual(Array(lines.joined(separator: "\r\n").utf8)),
      "\(String(decoding: found.head, as: UTF8.self))")
    claim(found.body.elementsEqual(part.body.utf8), "another body: \(found.body)")
    let head = String(decoding: found.head, as: UTF8.self)
    claim(head.utf8.count(where: { $0 == 0x0A }) == lines.count - 1, "lines in a head: \(head)")
  }
}

private func boundary(of form: MultipartForm, _ bits: UInt64) -> String? {
  let body = try? Request.Body.multipart(form).encoded(with: JSONCoder(), randomness: { bits })
  return (body?.contentType?.split(separator: "boundary=").last).map(String.init)
}

private func escaped(_ text: String) -> String {
  text.utf8.reduce(into: [UInt8]()) { quoted, byte in
    switch byte {
    case 0x22: quoted += Array("%22".utf8)
    case 0x0D: quoted += Array("%0D".utf8)
    case 0x0A: quoted += Array("%0A".utf8)
    default: quoted.append(byte)
    }
  }.text
}

extension [UInt8] {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}

/// RFC 2046, section 5.1.1.
private func parse(_ data: Data, boundary: String) -> [(head: Data, body: Data)] {
  var parts: [(head: Data, body: Data)] = []
  let whole = Data("\r\n".utf8) + data
  let delimiter = Data("\r\n--\(boundary)".utf8)
  guard var start = whole.firstRange(of: delimiter)?.upperBound else { return [] }
  while !whole[start...].starts(with: "--".utf8) {
    guard let end = whole[start...].firstRange(of: delimiter),
      let head = whole[start..<end.lowerBound].firstRange(of: Data("\r\n\r\n".utf8)),
      whole[start...].starts(with: "\r\n".utf8)
    else { break }
    parts.append((whole[(start + 2)..<head.lowerBound], whole[head.upperBound..<end.lowerBound]))
    start = end.upperBound
  }
  return parts
}
