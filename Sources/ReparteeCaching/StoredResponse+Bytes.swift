#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes
import Repartee

// Lines: names and values of fields have no line feed. All else is rejected.

extension StoredResponse {
  private static let version = "repartee 1"

  var serialized: Data {
    var lines = [
      Self.version, "\(requestTime.timeIntervalSince1970)", "\(responseTime.timeIntervalSince1970)",
      "\(size)",
      head.status.reasonPhrase.isEmpty
        ? "\(head.status.code)" : "\(head.status.code) \(head.status.reasonPhrase)",
      "\(selecting.count)",
    ]
    lines += selecting.map { name, value in value.map { "\(name.rawName):\($0)" } ?? name.rawName }.sorted()
    for field in fields { lines.append("\(field.name.rawName):\(field.value)") }
    return Data(lines.joined(separator: "\n").utf8)
  }

  init?(serialized: Data) {
    guard let text = String(bytes: serialized, encoding: .utf8) else { return nil }
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map(Substring.init)[...]
    guard lines.popFirst().map(String.init) == Self.version,
      let requestTime = lines.popFirst().flatMap({ Double($0) }),
      let responseTime = lines.popFirst().flatMap({ Double($0) }),
      requestTime.isFinite, responseTime.isFinite, let size = lines.popFirst().flatMap({ Int($0) }),
      size >= 0,
      let status = lines.popFirst()?.split(separator: " ", maxSplits: 1),
      let code = status.first.flatMap({ Int($0) }), (100...599).contains(code),
      let count = lines.popFirst().flatMap({ Int($0) }), (0...lines.count).contains(count)
    else { return nil }
    var selecting: [HTTPField.Name: String?] = [:]
    for line in lines.prefix(count) {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = HTTPField.Name(String(parts[0])) else { return nil }
      selecting[name] = .some(parts.count == 2 ? String(parts[1]) : nil)
    }
    var fields = HTTPFields()
    for line in lines.dropFirst(count) {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { return nil }
      fields.append(HTTPField(name: name, value: String(parts[1])))
    }
    let reason = status.count == 2 ? String(status[1]) : ""
    self.init(
      HTTPResponse(status: .init(code: code, reasonPhrase: reason), headerFields: fields),
      selecting: selecting,
      Date(timeIntervalSince1970: requestTime), Date(timeIntervalSince1970: responseTime), size: size)
  }

  var variant: String {
    var lines = selecting.map { name, value in
      value.map { "\(name.canonicalName):\($0)" } ?? name.canonicalName
    }.sorted()
    if let part { lines.append("bytes \(part.bytes.lowerBound)-\(part.bytes.upperBound)") }
    return lines.joined(separator: "\n")
  }
}
