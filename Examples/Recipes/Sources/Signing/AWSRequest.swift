import Foundation
import HTTPTypes
import Repartee

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

// "Create a signed AWS API request", in the user guide of AWS Identity and Access Management.

struct AWSScope: Sendable {
  let region: String
  let service: String

  var isS3: Bool { service == "s3" }

  func text(at time: AWSTime) -> String { "\(time.day)/\(region)/\(service)/aws4_request" }
}

struct AWSTime {
  /// `20150830T123600Z`.
  let text: String

  init(_ date: Date) {
    text = date.formatted(
      Date.ISO8601FormatStyle(
        dateSeparator: .omitted, timeSeparator: .omitted, timeZone: .gmt))
  }

  var day: Substring { text.prefix(8) }
}

/// The canonical form of a request.
struct AWSRequest {
  static let unsigned = "UNSIGNED-PAYLOAD"

  let signedNames: String
  private let text: String
  private let scope: AWSScope

  init(_ head: HTTPRequest, _ scope: AWSScope, signing fields: [HTTPField], bodyHash: String) {
    self.scope = scope
    var values = ["host": [head.authority ?? ""]]
    for field in fields { values[field.name.canonicalName, default: []].append(field.value) }
    let names = values.keys.sorted()
    signedNames = names.joined(separator: ";")
    let parts = (head.path ?? "/").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let lines = names.map { name in
      let value = (values[name] ?? []).map { $0.split(separator: " ").joined(separator: " ") }
      return "\(name):\(value.joined(separator: ","))\n"
    }
    text = [
      head.method.rawValue,
      canonicalPath(parts[0], scope),
      parts.count == 2 ? canonicalQuery(parts[1]) : "",
      lines.joined(),
      signedNames,
      bodyHash,
    ].joined(separator: "\n")
  }

  func signature(by keys: AWSKeys, at time: AWSTime) -> String {
    let string = [
      "AWS4-HMAC-SHA256", time.text, scope.text(at: time), hex(SHA256.hash(data: Data(text.utf8))),
    ].joined(separator: "\n")
    var key = SymmetricKey(data: Data("AWS4\(keys.secret)".utf8))
    for part in [String(time.day), scope.region, scope.service, "aws4_request"] {
      key = SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Data(part.utf8), using: key))
    }
    return hex(HMAC<SHA256>.authenticationCode(for: Data(string.utf8), using: key))
  }

  static func hash(of body: ByteStream?, for scope: AWSScope) throws -> String {
    guard let body else { return hex(SHA256.hash(data: Data())) }
    if let bytes = body.bytes { return hex(SHA256.hash(data: bytes)) }
    guard scope.isS3 else {
      throw AuthenticationError(.unusable, message: "a body that streams can't be signed for this service")
    }
    return unsigned
  }
}

/// S3 encodes each segment once; others encode twice, and remove empty and dot segments.
private func canonicalPath(_ path: Substring, _ scope: AWSScope) -> String {
  let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
  if scope.isS3 { return "/" + segments.map(\.awsReencoded).joined(separator: "/") }
  var kept: [String] = []
  for segment in segments where !segment.isEmpty && segment != "." {
    if segment == ".." { _ = kept.popLast() } else { kept.append(segment.awsReencoded.awsEncoded) }
  }
  let isFolder = !kept.isEmpty && segments.last.map { ["", ".", ".."].contains($0) } ?? false
  return "/" + kept.joined(separator: "/") + (isFolder ? "/" : "")
}

/// Sorted by the bytes of the encoded names, then of the values.
private func canonicalQuery(_ query: Substring) -> String {
  query.split(separator: "&").map { item in
    let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (name: pair[0].awsReencoded, value: pair.count == 2 ? pair[1].awsReencoded : "")
  }
  .sorted { ($0.name, $0.value) < ($1.name, $1.value) }
  .map { "\($0.name)=\($0.value)" }
  .joined(separator: "&")
}

extension StringProtocol {
  /// All bytes but unreserved ones are escaped (RFC 3986, section 2.3).
  var awsEncoded: String { encoded(utf8) }

  fileprivate var awsReencoded: String {
    let bytes = Array(utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = Character(UnicodeScalar(bytes[index + 1])).hexDigitValue,
        let low = Character(UnicodeScalar(bytes[index + 2])).hexDigitValue
      {
        decoded.append(UInt8(high * 16 + low))
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return encoded(decoded)
  }
}

private func encoded(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789ABCDEF".utf8)
  var text: [UInt8] = []
  for byte in bytes {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      text.append(byte)
    default: text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  return String(decoding: text, as: UTF8.self)
}

private func hex(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef".utf8)
  let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  return String(decoding: text, as: UTF8.self)
}
