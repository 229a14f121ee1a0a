import HTTPTypes
import Repartee

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Client {
  /// A digest of the request and its user: a download of one user is not resumed by another.
  func downloadIdentity<Output, Failure>(
    of resource: Resource<Output, Failure>, sent: SentRequest
  ) throws(RequestError) -> String {
    let sender = try sender(of: resource)
    let request = sender == nil ? sent : try unsentRequest(of: resource)
    let fields = request.fields.filter {
      !otherNames.contains($0.name) && !FieldNames.ofCalls.contains($0.name)
    }
    let lines = fields.map { "\($0.name.canonicalName): \(user($0.value) ?? $0.value)" }.sorted()
    return digest([request.method.rawValue, request.urlText, sender ?? ""] + lines)
  }
}

/// The user of Basic authentication (RFC 7617), since a password can be guessed from a digest.
private func user(_ value: String) -> String? {
  guard value.lowercased().hasPrefix("basic "), let bytes = Data(base64Encoded: String(value.dropFirst(6)))
  else {
    return nil
  }
  return String(decoding: bytes.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
}

/// Fields that don't decide what a response has.
private let otherNames = FieldNames([
  "Accept-Encoding", "Cache-Control", "If-Range", "Origin", "Pragma", "Priority", "Range", "Referer",
  "User-Agent",
])
