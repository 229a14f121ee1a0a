import HTTPTypes
import Repartee
import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Recorded requests, masked as by this client: other programs record secrets.
struct ReplayIndex: Sendable {
  struct Compared: Sendable {
    let request: HAR.Request
    /// The path without percent-encoding, which programs choose differently.
    let path: [[UInt8]]
    let query: [[UInt8]]
    /// For comparison without the order of keys.
    let json: JSONValue?
    let secrets: SecretBindings.Pair<Int>

    fileprivate var target: Target { Target(method: request.method, path: path) }
  }

  fileprivate struct Target: Hashable {
    let method: String
    let path: [[UInt8]]
  }

  private enum Difference: Comparable {
    case body
    case field(String)
    case query
    case path
    case method
  }

  private let matching: Replay.Matching
  private let fields: [HTTPField.Name]
  private let redaction: Redaction
  private var recorded: [Compared] = []
  private var entrySecrets: [SecretBindings.Pair<RecordedSecrets>] = []
  /// Fingerprints of recorded secrets.
  private var known: Set<Int> = []
  private var indices: [Target: [Int]] = [:]

  init(_ entries: [HAR.Entry], _ matching: Replay.Matching, _ redaction: Redaction) {
    self.matching = matching
    self.redaction = redaction
    fields = matching.fields.compactMap { HTTPField.Name($0) }
    recorded = entries.map { compared($0.request) }
    for (index, entry) in recorded.enumerated() {
      indices[entry.target, default: []].append(index)
      let found = secrets(of: entry, entries[index].secrets, at: index)
      entrySecrets.append(found)
      for case .known(let fingerprint)? in [found.url, found.body] { known.insert(fingerprint) }
    }
  }

  private func secrets(
    of entry: Compared, _ numbers: HAR.Secrets?, at index: Int
  ) -> SecretBindings.Pair<RecordedSecrets> {
    func part(_ number: Int?, _ fingerprint: Int?, isMasked: Bool) -> RecordedSecrets? {
      if let number { return .numbered(number) }
      if let fingerprint { return .known(fingerprint) }
      return numbers == nil && isMasked ? .unknown(index) : nil
    }
    let (url, body) = (entry.request.url, entry.request.body)
    return SecretBindings.Pair(
      url: part(numbers?.url, entry.secrets.url, isMasked: url.contains(Redaction.mask)),
      body: part(
        numbers?.body, entry.secrets.body,
        isMasked: body.firstRange(of: Data(Redaction.mask.utf8)) != nil))
  }

  func compared(_ request: HAR.Request) -> Compared {
    var request = request
    let url = redaction.masked(wholeURL: request.url)
    request.url = String(decoding: url.bytes, as: UTF8.self)
    var secrets = SecretBindings.Pair<Int>(url: fingerprint(of: url.secrets))
    if matching.comparesBodies {
      let body = redaction.masked(request.body, of: request.headers, boundary: "boundary")
      request.body = body.bytes
      secrets.body = fingerprint(of: body.secrets)
    }
    if !matching.distinguishesSecrets { secrets = SecretBindings.Pair<Int>() }
    request.headers = redaction.masked(request.headers)
    let parts = request.url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.first?.split(separator: "/", omittingEmptySubsequences: false) ?? []
    let items = parts.dropFirst().first?.split(separator: "&", omittingEmptySubsequences: false) ?? []
    let query = items.map(\.comparedItem)
    let hasJSON = matching.comparesBodies && !request.body.isEmpty
    return Compared(
      request: request, path: path.map(\.comparedSegment),
      query: matching.comparesOrder ? query : query.sorted { $0.lexicographicallyPrecedes($1) },
      json: hasJSON ? try? JSONCoder().decode(JSONValue.self, from: request.body) : nil, secrets: secrets)
  }

  func firstEntry(for sent: Compared) -> Int? { indices[sent.target]?.first { isEqual($0, sent) } }

  /// Returns only entries with the request's known secrets, if there are any.
  func entries(for sent: Compared) -> some Sequence<Int> {
    let entries = indices[sent.target] ?? []
    let url = knownSecrets(sent.secrets.url)
    let body = knownSecrets(sent.secrets.body)
    let hasURL = url != nil && entries.contains { entrySecrets[$0].url == url && isEqual($0, sent) }
    let hasBody = body != nil && entries.contains { entrySecrets[$0].body == body && isEqual($0, sent) }
    return entries.lazy.filter { index in
      isEqual(index, sent) && (!hasURL || entrySecrets[index].url == url)
        && (!hasBody || entrySecrets[index].body == body)
    }
  }

  private func knownSecrets(_ fingerprint: Int?) -> RecordedSecrets? {
    guard let fingerprint, known.contains(fingerprint) else { return nil }
    return .known(fingerprint)
  }

  func secrets(of entry: Int) -> SecretBindings.Pair<RecordedSecrets> { entrySecrets[entry] }

  private func isEqual(_ entry: Int, _ sent: Compared) -> Bool { difference(recorded[entry], sent) == nil }

  private func difference(_ entry: Compared, _ sent: Compared) -> Difference? {
    if entry.request.method != sent.request.method { return .method }
    if entry.path != sent.path { return .path }
    if entry.query != sent.query { return .query }
    for name in fields where entry.request.headers[name] != sent.request.headers[name] {
      return .field(name.rawName)
    }
    let isSameBody =
      !matching.comparesBodies || entry.request.body == sent.request.body
      || entry.json != nil && entry.json == sent.json
    return isSameBody ? nil : .body
  }

  /// - Parameter isBound: Whether there are entries of other secrets.
  func problem(of sent: Compared, isBound: Bool) -> String {
    let nearest = recorded.indices.map { ($0, difference(recorded[$0], sent)) }
      .min { first, second in
        guard let one = first.1, let other = second.1 else { return first.1 == nil && second.1 != nil }
        return one < other
      }
    let advice =
      switch nearest {
      case nil: "the recording is empty"
      case (_, nil)? where isBound:
        "its entries have other secrets in place of \(Redaction.mask), and belong to other requests"
      case (_, nil)?: "all its entries were used: more requests were sent than recorded"
      case (let index, .body)?: "entry \(index + 1) has another body"
      case (let index, .field(let name))?: "entry \(index + 1) has another field \(name)"
      case (let index, .query)?: "entry \(index + 1) has another query: \(recorded[index].request.url)"
      case (let index, _)?: "the nearest is entry \(index + 1): \(recorded[index].request.line)"
      }
    return DisplayText.text(
      "no entry was recorded for \(sent.request.line): \(advice)", limit: DisplayText.message)
  }
}

extension HAR.Request {
  fileprivate var line: String { "\(method) \(url)" }
}

// Bytes: names that look the same may differ.
extension Substring {
  fileprivate var comparedSegment: [UInt8] { decoded(replacing("+", with: "%2B")) }

  /// An encoded equals sign belongs to the name or the value.
  fileprivate var comparedItem: [UInt8] {
    let sides = split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(decoded)
    return Array(sides.joined(separator: "\0=".utf8))
  }

  private func decoded(_ text: Substring) -> [UInt8] { Array(percentDecoded(Array(text.utf8)[...])) }
}
